// SPDX-License-Identifier: Apache-2.0
// Errors found before anything is asked, and a plan's description of its run.
#include "assay/internal/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/internal/behaviour.h"
#include "assay/internal/subject.h"
#include "error_of.h"
#include "suite_files.h"
#include "unpacked_root.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

class PlanTest : public testing::Test {
 protected:
  Suite suite() const { return {.datasets = {files.dataset("one.json", "one")}, .tool = files.answers()}; }
  SuiteFiles files;
};

TEST_F(PlanTest, SaysWhatItsRunIsOf) {
  Suite asked = suite();
  asked.datasets.push_back(files.dataset("two.json", "two"));
  asked.min_score = 0.5;
  const Plan plan = plan_run(asked);
  EXPECT_EQ(plan.cases.size(), 4u);
  EXPECT_EQ(plan.info.suite, "one+two") << "as its datasets are called";
  EXPECT_EQ(plan.info.expected, 4u);
  EXPECT_THAT(plan.info.levels, ElementsAre("exact", "whitespace", "canonical"));
  EXPECT_EQ(plan.info.min_score, 0.5);
  EXPECT_FALSE(plan.info.run_id.empty());
  EXPECT_FALSE(plan.info.tool_sha256.empty());
}

TEST_F(PlanTest, RefusesDatasetsThatDoNotGoTogether) {
  Suite twice = suite();
  twice.datasets.push_back(files.dataset("again.json", "one"));
  EXPECT_THAT(
      error_of([&] { plan_run(twice); }),
      AllOf(HasSubstr("again.json"), HasSubstr("dataset name \"one\" is taken by"), HasSubstr("one.json")));
  Suite mixed = suite();
  mixed.datasets.push_back(files.queries("golden.json", "golden"));
  EXPECT_THAT(error_of([&] { plan_run(mixed); }),
              HasSubstr("a dataset of golden queries in a suite of commands"));
}

TEST_F(PlanTest, NamesTheSuiteOfALevelThatNobodyKnows) {
  Suite asked = suite();
  asked.levels = {"exakt"};
  EXPECT_THAT(error_of([&] { plan_run(asked); }), HasSubstr("exakt"));
  asked.name = "demo";
  asked.file = "suite.json";
  EXPECT_THAT(error_of([&] { plan_run(asked); }), HasSubstr("in LEVELS of suite demo"));
  const Level own{.name = "exakt", .grade = Grader{}};
  EXPECT_EQ(evaluate_options(asked, DatasetKind::commands, {own}).levels.front().name, "exakt");
}

TEST_F(PlanTest, SaysHowManyAreAskedAndGradedAtOnce) {
  Suite asked = suite();
  asked.jobs = 8;
  asked.grading_jobs = 3;
  const EvaluateOptions options = evaluate_options(asked, DatasetKind::commands);
  EXPECT_EQ(options.jobs, 8u);
  EXPECT_EQ(options.grading_jobs, 3u);
}

TEST_F(PlanTest, TheSuitesTimeoutGoesBeforeTheTools) {
  Suite asked = suite();
  asked.tool = {
      ToolSource::Kind::description,
      files.write("tool.json", R"({"name": "t", "argv": ["true", "{prompt}"], "limits": {"timeout_s": 7}})")};
  EXPECT_EQ(timeout_of(asked, read_suite_tool(asked)), std::chrono::seconds(7));
  asked.timeout = std::chrono::seconds(2);
  EXPECT_EQ(plan_run(asked).info.limits.at("timeout_ms"), "2000");
}

// Processes that share a run compare its files by size and time.
TEST_F(PlanTest, ASketchDiffersWhereTheSubjectDoes) {
  Suite asked = suite();
  files.write("ask.sh", "echo ls\n");
  const auto sketch = [&](const std::string& argv) {
    asked.tool = {ToolSource::Kind::description,
                  files.write("tool.json", R"({"name": "t", "argv": )" + argv + "}")};
    return sketch_run(asked, read_suite_tool(asked), evaluate_options(asked, DatasetKind::commands), {});
  };
  const auto script = (files.folder / "ask.sh").string(), log = (files.folder / "log").string();
  const auto before = sketch("[\"sh\", \"" + script + "\", \"" + log + "\", \"{prompt}\"]");
  const auto again = [&] {
    return sketch_run(asked, read_suite_tool(asked), evaluate_options(asked, DatasetKind::commands), {});
  };
  EXPECT_TRUE(differences(before, again()).empty());
  files.write("log", "what the tool wrote itself");
  EXPECT_TRUE(differences(before, again()).empty());
  files.write("ask.sh", "echo another answer\n");
  ASSERT_EQ(differences(before, again()).size(), 1u);
  EXPECT_EQ(differences(before, again()).front().part, SubjectPart::tool_file);
}

// Also where a process has only read of the root, and run nothing of it.
TEST_F(PlanTest, ASketchDiffersWhereAnUnpackedRootDoes) {
  const sandbox::UnpackedRoot root("plan");
  ASSERT_TRUE(root.is_whole());
  root.script("nl", "echo 1");
  const std::string folder = root.folder().string();
  const Suite plain = suite();
  const auto sketch = [&](const behaviour::LabOptions& worlds, CaseLevels levels = {}) {
    Suite asked = plain;
    asked.backends.lab = std::make_shared<behaviour::Lab>(worlds);
    return sketch_run(asked, read_suite_tool(asked), evaluate_options(asked, DatasetKind::commands),
                      {{}, std::move(levels)});
  };
  const auto all = [&] {
    return std::vector<RunInfo>{sketch({.userland = folder}), sketch({.other_userlands = {folder, "gawk"}}),
                                sketch({}, {.userlands = {{"one: root", folder}}})};
  };
  const std::vector<RunInfo> before = all(), again = all();
  root.script("nl", "echo another");
  const std::vector<RunInfo> changed = all();
  for (std::size_t i = 0; i < before.size(); ++i) {
    EXPECT_TRUE(differences(before[i], again[i]).empty()) << i;
    ASSERT_EQ(differences(before[i], changed[i]).size(), 1u) << i;
    EXPECT_EQ(differences(before[i], changed[i]).front().part,
              i == 1 ? SubjectPart::other_userland : SubjectPart::named_userland);
  }
  std::filesystem::remove_all(root.folder());
  EXPECT_EQ(differences(changed.front(), sketch({.userland = folder})).size(), 1u) << "it is gone";
}

}  // namespace
}  // namespace assay
