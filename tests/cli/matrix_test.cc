// SPDX-License-Identifier: Apache-2.0
// Several tools side by side.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "runs.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

using Json = nlohmann::json;

// Tools that answer each of the four prompts rightly or with "no".
class MatrixProgram : public testing::Test {
 protected:
  // right: the prompts that it answers rightly.
  void tool(const std::string& name, const std::string& right) {
    std::string script = "echo \"$1\" >> asked-" + name + ".log\ncase $1 in\n";
    for (const auto& [prompt, answer] : kAllRight)
      script += prompt + ") echo " + (right.find(prompt) == right.npos ? "no" : answer) + ";;\n";
    program().file(name + ".sh", script + "esac\n");
    program().file(name + ".json", Json{{"name", name}, {"argv", {"sh", name + ".sh", "{prompt}"}}}.dump());
  }
  Ran matrix(std::vector<std::string> further) {
    std::vector<std::string> arguments = {"matrix", "--dataset", "four.json"};
    arguments.insert(arguments.end(), further.begin(), further.end());
    return runs.run(arguments);
  }
  const Program& program() const { return runs.program(); }
  Runs runs;
};

TEST_F(MatrixProgram, AsksEachToolAndStoresARunOfEach) {
  tool("best", "list where when who");
  tool("fair", "list where");
  const auto ran = matrix({"--tool", "best.json", "--tool", "fair.json"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(
      ran.out,
      AllOf(HasSubstr("assay matrix set: 4 cases: 2 passed by all tools, 0 missed by all, 2 passed by some"),
            HasSubstr("best   100.0 %"), HasSubstr("fair    50.0 %"), HasSubstr("set.when  pass  miss"),
            HasSubstr("no two tools differ")));
  const auto stored = Json::parse(runs.run({"runs", "--json"}).out);
  ASSERT_EQ(stored.size(), 2u);
  for (const auto& run : stored)
    EXPECT_THAT(ran.out, HasSubstr("\nrun " + run.at("run_id").get<std::string>()));
  EXPECT_EQ(runs.run({"compare", "latest~1", "latest"}).status, 0) << "they are runs as any";
}

TEST_F(MatrixProgram, NamesAToolThatCouldNotBeStarted) {
  tool("best", "list where when who");
  const auto ran = matrix({"--tool", "best.json", "--tool", "./nothing {prompt}"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("the tool could not be started for any case: ./nothing does not exist"));
}

TEST_F(MatrixProgram, ReportsLieBesideTheRuns) {
  tool("best", "list where when who");
  const auto ran = matrix({"--tool", "best.json", "--tool", "sh ./best.sh {prompt}", "--output", "out"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("\nreport out/matrix.md\npage out/matrix.html\n"));
  EXPECT_THAT(program().read("out/matrix.html"), HasSubstr("Cases 1 to 4 by tools"));
  EXPECT_THAT(program().read("out/matrix.md"), HasSubstr("# assay matrix: set\n"));
  EXPECT_EQ(Json::parse(program().read("out/matrix.json")).at("all_passed"), 4);
  EXPECT_TRUE(program().has("out/runs/latest/report.md"));
}

TEST_F(MatrixProgram, RecordedAnswersStandBesideATool) {
  tool("best", "list where when who");
  program().file("recorded.jsonl", R"({"id": "list", "answer": "ls"})"
                                   "\n");
  const auto ran = matrix({"--tool", "best.json", "--recorded", "recorded.jsonl", "--json"});
  EXPECT_EQ(ran.status, 2) << "three were not measured";
  const auto json = Json::parse(ran.out);
  EXPECT_EQ(json.at("pairs").at(0).at("cases"), 1);
  EXPECT_EQ(json.at("runs").at(1).at("summary").at("unmeasured"), 3);
}

TEST_F(MatrixProgram, MarkdownIsTheReport) {
  tool("best", "list");
  tool("fair", "list");
  const auto ran = matrix({"--tool", "best.json", "--tool", "fair.json", "--markdown"});
  EXPECT_THAT(ran.out, AllOf(HasSubstr("| best | 25.0 % |"), Not(HasSubstr("\nstore "))));
}

TEST_F(MatrixProgram, ToolsOfOneNameAreToldApartByTheirPlace) {
  tool("best", "list");
  program().bash("mkdir other; cp best.sh other/; cp best.json other/");
  const auto ran = matrix({"--tool", "best.json", "--tool", "other/best.json"});
  EXPECT_THAT(ran.out, AllOf(HasSubstr("\n  best.json "), HasSubstr("\n  other/best.json ")));
}

TEST_F(MatrixProgram, WhatIsOffIsFoundBeforeAnythingIsAsked) {
  tool("best", "list");
  const auto missing = matrix({"--tool", "best.json", "--tool", "gone.json"});
  EXPECT_EQ(missing.status, 2);
  EXPECT_THAT(missing.err, HasSubstr("gone.json"));
  const auto twice = matrix({"--tool", "best.json", "--tool", "best.json"});
  EXPECT_EQ(twice.status, 2);
  EXPECT_THAT(twice.err, HasSubstr("best.json: error: is named twice\n  next: "));
  EXPECT_EQ(matrix({"--tool", "best.json"}).status, 3) << "one tool is no matrix";
  EXPECT_FALSE(program().has("asked-best.log"));
}

}  // namespace
}  // namespace assay
