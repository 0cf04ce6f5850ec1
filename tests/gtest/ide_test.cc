// SPDX-License-Identifier: Apache-2.0
// Locations of tests for editors, read the way their extensions read them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "project.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class IdeTest : public testing::Test {
 protected:
  IdeTest() {
    project.dataset("set.json", {{"one", "list <all>", "ls"}, {"two", "where", "pwd"}});
    project.tool("echo ls");
    project.suite("LABELS extra TIMEOUT 20");
    project.configure();
  }
  int line_of_case(const std::string& id) const {
    return project.line_of("set.json", "\"id\": \"" + id + "\"") - 1;
  }
  std::string dataset() const { return (project.root() / "set.json").string(); }
  Project project;
};

// The location for CMake Tools: DEF_SOURCE_LINE if ctest shows it (3.30 and later), else the node of the
// backtrace.
std::pair<std::string, int> location(const nlohmann::json& model, const nlohmann::json& test) {
  for (const auto& property : test.at("properties"))
    if (property.at("name") == "DEF_SOURCE_LINE") {
      const std::string value = property.at("value");
      const auto colon = value.rfind(':');
      return {value.substr(0, colon), std::stoi(value.substr(colon + 1))};
    }
  const auto& graph = model.at("backtraceGraph");
  const auto& node = graph.at("nodes").at(test.at("backtrace").get<std::size_t>());
  return {graph.at("files").at(node.at("file").get<std::size_t>()), node.at("line")};
}

TEST_F(IdeTest, CtestsModelOpensEachCaseAtItsLineOfTheJson) {
  project.ctest("-N");
  const auto model = nlohmann::json::parse(project.ctest("--show-only=json-v1").output);
  int seen = 0;
  for (const auto& test : model.at("tests"))
    for (const char* id : {"one", "two"})
      if (test.at("name") == std::string("demo.set.") + id) {
        EXPECT_EQ(location(model, test), std::pair(dataset(), line_of_case(id)));
        ++seen;
      }
  EXPECT_EQ(seen, 2);
}

// Each property of a case makes ctest slower, so a case has only those that its reader shows.
TEST_F(IdeTest, AnyCtestIsToldTheLinesInTheWayThatItShows) {
  const auto script_for = [&](const std::string& version) {
    const auto ran = project.runner("--assay_emit_ctest=script.cmake --assay_ctest_version=" + version);
    EXPECT_EQ(ran.status, 0) << ran.output;
    return project.read("script.cmake");
  };
  const std::string definition = "DEF_SOURCE_LINE \"${assay_file}:${assay_line}\"";
  const std::string backtrace = "_BACKTRACE_TRIPLES \"${assay_file};${assay_line};add_test\"";
  for (const char* early : {"3.25.1", "3.29.9", "2.31"})
    EXPECT_THAT(script_for(early), AllOf(HasSubstr(backtrace), Not(HasSubstr("DEF_SOURCE_LINE")))) << early;
  for (const char* late : {"3.30.0", "3.31.6-rc1", "4.0", "", "unknown"})
    EXPECT_THAT(script_for(late), AllOf(HasSubstr(backtrace), HasSubstr(definition))) << late;
}

// They are left out when tests run: ctest would copy them for every process that it starts.
TEST_F(IdeTest, LinesAreThereWheneverTestsAreListedAndNotWhereTheyAreRun) {
  project.file("look.cmake",
               "file(WRITE \"" + (project.root() / "seen").string() + "\" \"${assay_shows_lines}\")\n");
  project.cmake_lists(
      "assay_add_suite(NAME demo DATASETS set.json TOOL ./tool.sh)\n"
      "set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES \"${CMAKE_SOURCE_DIR}/look.cmake\")\n");
  project.configure();
  const auto seen = [&](const std::string& arguments) {
    project.ctest(arguments);
    return project.read("seen");
  };
  for (const char* lists : {"-N", "--show-only", "--show-only=json-v1", "-V -N"})
    EXPECT_EQ(seen(lists), "TRUE") << lists;
  for (const char* runs : {"", "-j2", "-L -N-", "-R demo", "--rerun-failed"})
    EXPECT_EQ(seen(runs), "FALSE") << runs;
}

TEST_F(IdeTest, APresetThatListsHasLines) {
  project.file("CMakePresets.json", R"({"version": 3,
    "configurePresets": [{"name": "any", "generator": "Unix Makefiles", "binaryDir": "${sourceDir}/build"}],
    "testPresets": [{"name": "model", "configurePreset": "any", "execution": {"showOnly": "json-v1"}}]})");
  const auto model = nlohmann::json::parse(project.sh("ctest --preset model").output);
  const auto& test = model.at("tests").at(1);
  EXPECT_EQ(test.at("name"), "demo.set.two");
  EXPECT_EQ(location(model, test), std::pair(dataset(), line_of_case("two")));
}

TEST_F(IdeTest, CtestsModelHasLabelsAndALimitBehindOurs) {
  project.ctest("-N");
  const auto model = nlohmann::json::parse(project.ctest("--show-only=json-v1").output);
  for (const auto& test : model.at("tests")) {
    if (test.at("name") != "demo.set.one") continue;
    std::map<std::string, nlohmann::json> properties;
    for (const auto& property : test.at("properties")) properties[property.at("name")] = property.at("value");
    EXPECT_EQ(properties.at("LABELS"),
              (nlohmann::json{"basic", "category:listing", "demo", "extra", "risk:safe"}));
    EXPECT_GT(properties.at("TIMEOUT").get<double>(), 20.0);
  }
}

TEST_F(IdeTest, GoogleTestsJsonListHasFileLineAndPrompt) {
  project.runner("--gtest_list_tests --gtest_output=json:" + (project.root() / "list.json").string());
  const auto list = project.json("list.json");
  const auto& test = list.at("testsuites").at(0).at("testsuite").at(0);
  EXPECT_EQ(test.at("name"), "one");
  EXPECT_EQ(test.at("file"), dataset());
  EXPECT_EQ(test.at("line"), line_of_case("one"));
  EXPECT_EQ(test.at("value_param"), "list <all>");
}

TEST_F(IdeTest, GoogleTestsXmlListHasFileAndLine) {
  project.runner("--gtest_list_tests --gtest_output=xml:" + (project.root() / "list.xml").string());
  const auto xml = project.read("list.xml");
  EXPECT_THAT(xml, HasSubstr("file=\"" + dataset() + "\""));
  EXPECT_THAT(xml, HasSubstr("line=\"" + std::to_string(line_of_case("two")) + "\""));
}

TEST_F(IdeTest, AFailureIsALineThatProblemMatchersKnow) {
  const auto ran = project.ctest("--output-on-failure");
  const std::regex matcher("(^|\n)(\\d+: )?([^\n]*set\\.json):(\\d+): error: ([^\n]+)");
  std::smatch match;
  ASSERT_TRUE(std::regex_search(ran.output, match, matcher)) << ran.output;
  EXPECT_EQ(std::stoi(match[4]), line_of_case("two"));
  EXPECT_THAT(match[5].str(), HasSubstr("got `ls`, want `pwd`: score 0.00 < 0.80"));
}

TEST_F(IdeTest, XmlOutputOfTheBinaryIsOursWithTrueLatency) {
  project.tool("sleep 0.2; echo ls");
  project.runner("--gtest_output=xml:" + (project.root() / "out.xml").string());
  const auto xml = project.read("out.xml");
  std::smatch match;
  const std::regex time_of_two("name=\"two\"[^>]* time=\"([0-9.]+)\"");
  ASSERT_TRUE(std::regex_search(xml, match, time_of_two)) << xml;
  EXPECT_GE(std::stod(match[1]), 0.2);
  EXPECT_LT(std::stod(match[1]), 5);
}

}  // namespace
}  // namespace assay
