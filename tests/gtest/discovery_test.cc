// SPDX-License-Identifier: Apache-2.0
// How ctest learns of cases, and the errors for datasets that cannot be read.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "project.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

class DiscoveryTest : public testing::Test {
 protected:
  DiscoveryTest() {
    project.dataset("set.json", {{"one", "list", "ls"}, {"two", "where", "pwd"}});
    project.tool("echo ls");
    project.suite("");
    project.configure();
  }
  std::string listed() const { return project.ctest("-N").output; }
  Project project;
};

TEST_F(DiscoveryTest, ListsEveryCaseByName) {
  EXPECT_THAT(listed(),
              AllOf(HasSubstr("demo.set.one"), HasSubstr("demo.set.two"), HasSubstr("demo.aggregate")));
}

TEST_F(DiscoveryTest, SeesAnEditedDatasetWithoutABuild) {
  listed();
  project.dataset("set.json", {{"three", "list", "ls"}});
  EXPECT_THAT(listed(), AllOf(HasSubstr("demo.set.three"), Not(HasSubstr("demo.set.one"))));
}

TEST_F(DiscoveryTest, SeesADatasetThatWasReplacedByAnOlderFile) {
  listed();
  project.dataset("set.json", {{"three", "list it all", "ls"}});
  project.sh("touch -d '2001-01-01' set.json");
  EXPECT_THAT(listed(), HasSubstr("demo.set.three"));
}

TEST_F(DiscoveryTest, ASuiteHasARunnerThatNeedsNoArguments) {
  listed();
  const auto run = [&](const std::string& arguments) {
    return project.sh("build/assay/demo/test_runner " + arguments);
  };
  EXPECT_THAT(run("--gtest_list_tests").output, AllOf(HasSubstr("set.\n  one"), HasSubstr("  two")));
  EXPECT_EQ(run("--gtest_filter=set.one").status, 0);
  EXPECT_THAT(run("").output, HasSubstr("1 pass, 1 miss, 0 unmeasured"));
  EXPECT_THAT(project.sh("cd build/assay/demo && ./test_runner --assay_summary").output,
              HasSubstr("1 pass, 1 miss"));
}

TEST_F(DiscoveryTest, WhatDiscoveryWroteIsMadeAgainWhereItIsGone) {
  for (const char* loss :
       {"rm build/assay/demo/cases.index", "rm build/assay/demo/cases.cmake",
        ": > build/assay/demo/cases.cmake", "mkdir -p gone; mv build/assay/demo/cases.* gone"}) {
    listed();
    project.sh(loss);
    EXPECT_THAT(project.ctest("").output, ContainsRegex("demo.set.one \\.+ +Passed")) << loss;
  }
}

TEST_F(DiscoveryTest, ABrokenIndexIsNotBlamedOnTheDataset) {
  listed();
  project.sh(": > build/assay/demo/cases.index");
  const auto ran = project.ctest("--output-on-failure");
  EXPECT_EQ(ran.status, 8);
  EXPECT_THAT(ran.output, HasSubstr("the index of the suite's cases is missing or of another version"));
}

TEST_F(DiscoveryTest, AScriptIsKnownByItsOwnFirstLine) {
  listed();
  const auto script = project.read("build/assay/demo/cases.cmake");
  project.dataset("set.json", {{"three", "list", "ls"}});
  listed();
  project.file("build/assay/demo/cases.cmake", script);  // written by another, slower call of ctest
  EXPECT_THAT(listed(), AllOf(HasSubstr("demo.set.three"), Not(HasSubstr("demo.set.one"))));
}

TEST_F(DiscoveryTest, TheRunnerIsFoundThroughALinkToItAndByItsFile) {
  listed();
  project.sh("ln -s build/assay/demo/test_runner mine");
  EXPECT_THAT(project.sh("./mine --gtest_list_tests").output, HasSubstr("  one"));
  EXPECT_THAT(project.sh("PATH=$PWD:$PATH; cd / && mine --gtest_list_tests").output, HasSubstr("  one"));
  const auto ran =
      project.sh("cd build/assay/demo && ./test_runner --assay_suite=suite.json --assay_emit_ctest=x.cmake");
  EXPECT_EQ(ran.status, 0) << ran.output;
  EXPECT_THAT(project.sh("cp -L build/assay/demo/test_runner alone; ./alone; rm alone").output,
              HasSubstr("there is no suite.json beside this program"));
}

TEST_F(DiscoveryTest, HelpSaysWhatTheRunnerTakesAndRunsNothing) {
  const auto ran = project.runner("--help");
  EXPECT_EQ(ran.status, 0);
  EXPECT_THAT(ran.output, AllOf(HasSubstr("--assay_summary"), HasSubstr("--gtest_filter")));
  EXPECT_TRUE(project.run_ids().empty());
}

TEST_F(DiscoveryTest, NothingElseStandsForTheRunner) {
  listed();
  for (const char* instead : {"true", "ln -s /nonexistent test_runner", "cp /bin/true test_runner",
                              "ln -s /bin/true test_runner", "mkdir -p test_runner/taken"}) {
    project.sh("cd build/assay/demo && rm -rf test_runner && " + std::string(instead));
    const auto ran = project.ctest("");
    EXPECT_THAT(ran.output, ContainsRegex("demo.set.one \\.+ +Passed")) << instead;
    EXPECT_THAT(ran.output, ContainsRegex("demo.set.two \\.+\\*+Failed")) << instead;
  }
}

TEST_F(DiscoveryTest, WhereNoLinkCanBeMadeCtestNamesTheSuite) {
  project.sh("mkdir -p build/assay/demo/test_runner/taken");
  const auto ran = project.ctest("-V");
  EXPECT_THAT(ran.output, ContainsRegex("demo.set.one \\.+ +Passed"));
  EXPECT_THAT(ran.output, HasSubstr("--assay_suite="));
  EXPECT_EQ(project.sh("ls build/assay/demo | grep '^[.]test_runner'").output, "");
}

TEST_F(DiscoveryTest, ABrokenDatasetIsARedTestAtItsLineAndTheOthersStay) {
  project.file("broken.json", "{\"name\": \"broken\",\n \"version\": }\n");
  project.cmake_lists("assay_add_suite(NAME demo DATASETS set.json broken.json TOOL ./tool.sh)\n");
  project.configure();
  const auto ran = project.ctest("--output-on-failure");
  EXPECT_EQ(ran.status, 8);
  EXPECT_THAT(ran.output, ContainsRegex("demo.broken.DATASET_INVALID \\.+\\*+Failed"));
  EXPECT_THAT(ran.output, HasSubstr("broken.json:2: error:"));
  EXPECT_THAT(ran.output, Not(HasSubstr("fix DATASETS")));
  EXPECT_THAT(ran.output, HasSubstr("1 pass, 1 miss, 0 unmeasured")) << "the figures of the others";
  EXPECT_THAT(ran.output, ContainsRegex("demo.set.one \\.+ +Passed"));
  EXPECT_THAT(project.runner("").output, HasSubstr("[  FAILED  ] demo.DATASET_INVALID_1"));
  EXPECT_THAT(project.runner("--gtest_filter=set.one").output, Not(HasSubstr("DATASET_INVALID")));
}

TEST_F(DiscoveryTest, AMissingDatasetIsARedTestThatNamesIt) {
  project.sh("rm set.json");
  const auto ran = project.ctest("--output-on-failure");
  EXPECT_EQ(ran.status, 8);
  EXPECT_THAT(ran.output, HasSubstr("set.json: error:"));
  EXPECT_THAT(ran.output, HasSubstr("next: fix DATASETS of assay_add_suite"));
}

TEST_F(DiscoveryTest, ADatasetWithoutCasesIsRed) {
  project.file("set.json", dataset_json("set", {}));
  EXPECT_EQ(project.ctest("").status, 8);
}

TEST_F(DiscoveryTest, ADatasetThatBreaksAfterDiscoveryIsRed) {
  listed();
  project.file("set.json", "nonsense");
  const auto ran = project.runner("--gtest_filter=set.one");
  EXPECT_NE(ran.status, 0);
  EXPECT_THAT(ran.output, HasSubstr("set.json:1: error:"));
}

TEST_F(DiscoveryTest, ACaseIsReadAgainWhenItsDatasetMoved) {
  listed();
  const auto text = project.read("set.json");
  project.file("set.json", "\n\n\n" + text);
  const auto ran = project.runner("--gtest_filter=set.one");
  EXPECT_EQ(ran.status, 0) << ran.output;
}

TEST_F(DiscoveryTest, ABrokenToolDescriptionIsARedTestAndOtherTestsStay) {
  project.file("tool.json", "{\"name\": \"t\", \"argv\": 7}\n");
  project.cmake_lists(
      "add_test(NAME other COMMAND true)\nassay_add_suite(NAME demo DATASETS set.json TOOL_FILE "
      "tool.json)\n");
  project.configure();
  const auto ran = project.ctest("--output-on-failure");
  EXPECT_EQ(ran.status, 8);
  EXPECT_THAT(ran.output, ContainsRegex("other \\.+ +Passed"));
  EXPECT_THAT(ran.output, HasSubstr("tool.json:1: error:"));
}

TEST_F(DiscoveryTest, TwoDatasetsOfOneNameAreAFault) {
  project.file("again.json", project.read("set.json"));
  project.cmake_lists("assay_add_suite(NAME demo DATASETS set.json again.json TOOL ./tool.sh)\n");
  project.configure();
  const auto ran = project.ctest("--output-on-failure");
  EXPECT_EQ(ran.status, 8);
  EXPECT_THAT(ran.output, HasSubstr("is taken by"));
}

TEST_F(DiscoveryTest, IdsWithPunctuationBecomeNamesThatSelectJustTheirCase) {
  project.dataset("set.json", {{"a-b:c", "list", "ls"},
                               {"d;e[f]", "list", "pwd"},
                               {"g/h *", "list", "pwd"},
                               {"ü", "list", "pwd"},
                               {std::string(4096, 'x'), "list", "pwd"}});
  const auto ran = project.ctest("");
  EXPECT_EQ(ran.status, 8);
  EXPECT_THAT(ran.output, HasSubstr("5 tests failed out of 6"));
}

TEST_F(DiscoveryTest, AMissingRunnerIsARedTest) {
  auto script = project.read(project.folder() / "discover.cmake");
  const auto at = script.find("set(assay_runner [");
  script.replace(at, script.find('\n', at) - at, "set(assay_runner \"/nonexistent/runner\")");
  project.file("build/assay/demo/discover.cmake", script);
  const auto ran = project.ctest("--output-on-failure");
  EXPECT_EQ(ran.status, 8);
  EXPECT_THAT(ran.output, HasSubstr("demo.NOT_BUILT"));
  EXPECT_THAT(ran.output, HasSubstr("error: /nonexistent/runner does not exist"));
  EXPECT_THAT(ran.output, HasSubstr("next: cmake --build "));
}

TEST_F(DiscoveryTest, ARunnerThatCannotListSaysWhyAndWhatToDo) {
  project.file("build/assay/demo/suite.json", "{\"suite\": 1}\n");
  const auto ran = project.ctest("--output-on-failure");
  EXPECT_EQ(ran.status, 8);
  EXPECT_THAT(ran.output, HasSubstr("demo.DISCOVERY_FAILED"));
  EXPECT_THAT(ran.output, HasSubstr("the cases of suite demo cannot be listed: the runner ended with \"2\""));
  EXPECT_THAT(ran.output, HasSubstr("suite.json:1: error: a suite's \"suite\" must be a string"));
  EXPECT_THAT(ran.output, HasSubstr("next: fix the errors above"));
}

TEST_F(DiscoveryTest, WhatCannotBeDiscoveredIsFoundByTheSuitesLabel) {
  project.file("tool.json", "{\n");
  project.cmake_lists("assay_add_suite(NAME demo DATASETS set.json TOOL_FILE tool.json LABELS nightly)\n");
  project.configure();
  for (const char* label : {"demo", "nightly"})
    EXPECT_EQ(project.ctest(std::string("-L '^") + label + "$'").status, 8) << label;
}

TEST_F(DiscoveryTest, TagsThatCMakeWouldSplitStayOneLabelEach) {
  project.dataset("set.json", {{"one", "list", "ls", {{"tags", {"[", "a\\", "t;9", "]]", "last"}}}}});
  EXPECT_THAT(project.ctest("-N -L '^last$'").output, HasSubstr("demo.set.one"));
}

TEST_F(DiscoveryTest, TagsThatCMakeWouldEvaluateAreLabelsAsTheyStand) {
  const std::vector<std::string> tags{"${HOME}",           "$ENV{HOME}", "@assay_file@",
                                      "a \"quoted\" word", "#",          "(é)"};
  const nlohmann::ordered_json more{{"tags", tags}};
  project.dataset("set.json",
                  {{"one", "list", "ls", more}, {"two", "list", "ls", more}, {"three", "list", "ls"}});
  const auto model = nlohmann::json::parse(project.ctest("--show-only=json-v1").output);
  std::map<std::string, std::set<std::string>> labels;
  for (const auto& test : model.at("tests"))
    for (const auto& property : test.at("properties"))
      if (property.at("name") == "LABELS") labels[test.at("name")] = property.at("value");
  std::set<std::string> expected{"demo", "category:listing", "risk:safe"};
  expected.insert(tags.begin(), tags.end());
  EXPECT_EQ(labels["demo.set.one"], expected);
  EXPECT_EQ(labels["demo.set.two"], expected);
  EXPECT_EQ(labels["demo.set.three"],
            (std::set<std::string>{"demo", "category:listing", "risk:safe", "basic"}));
}

TEST_F(DiscoveryTest, ADatasetThatChangesWhileCtestRunsIsRed) {
  project.tool("sed -i 's/\"pwd\"/\"ls\"/' \"$SET\"; echo ls");
  project.suite("ENV SET=" + (project.root() / "set.json").string());
  project.configure();
  const auto ran = project.ctest("--output-on-failure");
  EXPECT_EQ(ran.status, 8);
  EXPECT_THAT(ran.output, HasSubstr("its dataset has changed since"));
}

TEST_F(DiscoveryTest, AnUnknownLevelIsRedWithItsName) {
  project.suite("LEVELS exact telepathy");
  project.configure();
  const auto ran = project.ctest("--output-on-failure");
  EXPECT_EQ(ran.status, 8);
  EXPECT_THAT(ran.output, HasSubstr("unknown grading level \"telepathy\""));
}

TEST(AddSuiteTest, NamesWhatIsWrongWithItsArguments) {
  Project project;
  for (const auto& [arguments, message] : std::vector<std::pair<std::string, std::string>>{
           {"NAME a-b DATASETS s.json TOOL t", "NAME must be"},
           {"NAME a TOOL t", "DATASETS is missing"},
           {"NAME a DATASETS s.json", "give one of TOOL"},
           {"NAME a DATASETS s.json TOOL t GATE loose", "GATE must be"},
           {"NAME a DATASETS s.json TOOL t MIN_SCORE much", "MIN_SCORE must be a number"},
           {"NAME a DATASETS s.json TOOL t GRANULARITY SHARDS", "GRANULARITY must be CASE, SHARDS <n>"},
           {"NAME a DATASETS s.json TOOL t GATE baseline", "needs a BASELINE"},
           {"NAME a DATASETS s.json TOOL t JUDGE http://h/v1", "JUDGE needs JUDGE_MODEL"},
           {"NAME a DATASETS s.json TOOL t EMBEDDER_KEY K", "EMBEDDER_KEY needs EMBEDDER"},
           {"NAME a DATASETS s.json TOOL t JUDGE http://me:key@h JUDGE_MODEL m", "JUDGE must be an address"},
           {"NAME a DATASETS s.json TOOL t PROFILE best", "PROFILE must be exact+similarity+judge"},
           {"NAME a DATASETS s.json TOOL t PROFILE text LEVELS exact", "PROFILE names the levels"},
           {"NAME a DATASETS s.json TOOL t THRESHOLD 0.9", "THRESHOLD needs a PROFILE"},
           {"NAME a DATASETS s.json TOOL t PROFILE text THRESHOLD 2", "THRESHOLD must be a number from 0"},
           {"NAME a DATASETS s.json TOOL_FILE t.json TOOL_CACHE on", "TOOL_CACHE must be use, only or off"},
           {"NAME a DATASETS s.json TOOL t TOOL_CACHE use", "TOOL_CACHE is of a model on a server"},
           {"NAME a DATASETS s.json TOOL t MODEL m EMBEDDER http://h EMBEDDER_MODEL m", "are two models"},
           {"NAME a DATASETS s.json TOOOL t TOOL t", "TOOOL is no option"},
           {"NAME a DATASETS s.json TOOL_FILE t.json STDIN prompt", "STDIN goes with TOOL"}}) {
    project.cmake_lists("assay_add_suite(" + arguments + ")\n");
    const auto ran = project.configure();
    EXPECT_NE(ran.status, 0) << arguments;
    EXPECT_THAT(ran.output, HasSubstr(message));
  }
}

}  // namespace
}  // namespace assay
