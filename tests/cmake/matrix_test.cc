// SPDX-License-Identifier: Apache-2.0
// assay_add_matrix as callers write it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "project.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;

class MatrixTargetTest : public testing::Test {
 protected:
  MatrixTargetTest() {
    project.dataset("set.json", {{"one", "list", "ls"}, {"two", "where", "pwd"}});
    project.tool("case $1 in list) echo ls;; *) echo pwd;; esac\n");
    project.file("tool.json", R"({"name": "described", "argv": ["./tool.sh", "{prompt}"]})");
    project.file("answers.jsonl",
                 "{\"id\": \"one\", \"answer\": \"ls\"}\n{\"id\": \"two\", \"answer\": \"cd\"}\n");
  }
  Ran configure(const std::string& options) {
    project.file(
        "CMakeLists.txt",
        "cmake_minimum_required(VERSION 3.25)\nproject(user LANGUAGES NONE)\nfind_package(assay REQUIRED)\n"
        "assay_add_matrix(" +
            options + ")\n");
    return project.sh("cmake -S . -B build -Dassay_DIR=" ASSAY_PACKAGE_DIR);
  }
  Project project;
};

TEST_F(MatrixTargetTest, AsksTheToolsWhenItIsBuilt) {
  const auto configured = configure(
      "NAME models DATASETS set.json TOOLS tool.json \"./tool.sh {prompt}\" RECORDED answers.jsonl LEVELS "
      "exact canonical "
      "JOBS 2");
  ASSERT_EQ(configured.status, 0) << configured.output;
  EXPECT_EQ(project.sh("cmake --build build").status, 0);
  EXPECT_FALSE(std::filesystem::exists(project.root() / "build/assay/models")) << "all is not this";
  const auto built = project.sh("cmake --build build --target models_matrix");
  EXPECT_EQ(built.status, 0) << built.output;
  EXPECT_THAT(built.output, AllOf(HasSubstr("assay matrix models: 2 cases: 1 passed by all tools"),
                                  HasSubstr("described"), HasSubstr("tool.sh"), HasSubstr("answers")));
  EXPECT_EQ(project.json(project.root() / "build/assay/models/matrix.json").at("runs").size(), 3u);
}

TEST_F(MatrixTargetTest, GradesByAProfile) {
  const std::string tools = "NAME models DATASETS set.json TOOLS tool.json RECORDED answers.jsonl ";
  ASSERT_EQ(configure(tools + "PROFILE text").status, 0);
  const auto built = project.sh("cmake --build build --target models_matrix");
  EXPECT_EQ(built.status, 0) << built.output;
  for (const auto& run : project.json(project.root() / "build/assay/models/matrix.json").at("runs")) {
    const auto id = run.at("run_id").get<std::string>();
    const auto metrics = project.json(project.root() / "build/assay/models/runs" / id / "metrics.json");
    EXPECT_EQ(metrics.at("profile"), "text");
    EXPECT_EQ(metrics.at("run").at("question"), "fulfils");
  }
  EXPECT_THAT(configure(tools + "PROFILE best").output,
              ContainsRegex("exact\\+similarity\\+judge, text or[ \n]+evidence"));
  EXPECT_THAT(configure(tools + "PROFILE text LEVELS exact").output,
              HasSubstr("PROFILE names the levels and the question"));
  EXPECT_THAT(configure(tools + "THRESHOLD 0.9").output, HasSubstr("needs a PROFILE"));
}

TEST_F(MatrixTargetTest, PassesOnWhatAssayMatrixTakes) {
  const auto configured = configure(
      "NAME models DATASETS set.json TOOLS tool.json \"sh -c 'echo ls; :' {prompt}\" MIN_SCORE .5 REPEAT "
      "$<IF:$<BOOL:1>,2,1> GRADING_JOBS 1 JUDGE http://localhost:1/v1 JUDGE_MODEL none JUDGE_VOTES 3 "
      "JUDGE_PRICE 1,.5 "
      "MAX_COST 1e-3");
  ASSERT_EQ(configured.status, 0) << configured.output;
  const auto built = project.sh("cmake --build build --target models_matrix");
  EXPECT_EQ(built.status, 0) << built.output;
  EXPECT_THAT(built.output, HasSubstr("assay matrix models: 2 cases: 1 passed by all tools"));
  const auto run = project.json(project.root() / "build/assay/models/matrix.json").at("runs").at(0);
  const std::string folder = "build/assay/models/runs/" + run.at("run_id").get<std::string>();
  EXPECT_EQ(project.json(project.root() / folder / "metrics.json").at("run").at("min_score"), 0.5);
  EXPECT_EQ(project.sh("wc -l < " + folder + "/results.jsonl").output, "4\n") << "two attempts at two cases";
  EXPECT_THAT(configure("NAME models DATASETS set.json TOOLS a b REPEAT 0").output,
              ContainsRegex("assay_add_matrix\\(models\\): REPEAT must be a number of attempts"));
}

TEST_F(MatrixTargetTest, WhatIsMissingOrMisspeltIsNamed) {
  EXPECT_THAT(configure("NAME models DATASETS set.json TOOLS tool.json").output, HasSubstr("two tools or"));
  EXPECT_THAT(configure("NAME models TOOLS tool.json tool.json").output, HasSubstr("DATASETS are needed"));
  EXPECT_THAT(configure("NAME models TOOL tool.json DATASETS set.json").output,
              HasSubstr("TOOL is no option; did you mean TOOLS?"));
  EXPECT_THAT(configure("NAME models COLOUR red").output,
              AllOf(HasSubstr("COLOUR is no option"), ContainsRegex("/suite_settings.json[ \n]+lists")));
  EXPECT_THAT(configure("NAME models DATASETS set.json TOOLS tool.json tool.json MIN_SCROE 0.5").output,
              HasSubstr("did you mean MIN_SCORE?"));
}

}  // namespace
}  // namespace assay
