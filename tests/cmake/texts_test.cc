// SPDX-License-Identifier: Apache-2.0
// Callers' texts are kept verbatim, although CMake's lists would split, join or drop them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "project.h"

namespace assay {
namespace {

using testing::HasSubstr;

class TextsTest : public testing::Test {
 protected:
  void suite(const std::string& options) {
    project.dataset("set.json", {{"one", "list", "ls"}});
    project.cmake_lists("assay_add_suite(NAME demo DATASETS set.json " + options + ")\n");
    const auto configured = project.configure();
    ASSERT_EQ(configured.status, 0) << configured.output;
  }
  nlohmann::json tool() const { return project.json(project.folder() / "tool.json"); }
  std::string passed() const { return project.ctest("--output-on-failure").output; }
  Project project;
};

TEST_F(TextsTest, ACommandLineOfTheShellIsOneWord) {
  suite(R"(TOOL sh -c "x=ls; echo \"$x\"" "{prompt}")");
  EXPECT_EQ(tool().at("argv"), (nlohmann::json{"sh", "-c", "x=ls; echo \"$x\"", "{prompt}"}));
  EXPECT_THAT(passed(), HasSubstr("100% tests passed"));
}

TEST_F(TextsTest, BracketsBackslashesAndNothingAreWords) {
  suite(R"(TOOL sh "a[b" "c\\d" "" "e];f\\" "{prompt}")");
  EXPECT_EQ(tool().at("argv"), (nlohmann::json{"sh", "a[b", "c\\d", "", "e];f\\", "{prompt}"}));
}

TEST_F(TextsTest, OfTheEnvironment) {
  suite(R"(TOOL sh ENV "PATHS=/a;/b c" "EMPTY=" "OPEN=[")");
  EXPECT_EQ(tool().at("env"), (nlohmann::json{{"PATHS", "/a;/b c"}, {"EMPTY", ""}, {"OPEN", "["}}));
}

TEST_F(TextsTest, OfAnswerAndRefusal) {
  suite(R"(TOOL sh ANSWER "regex:^a; (b[^;]*)$" REFUSAL "regex:no; [A-Z]+" "json:/a;b" exit:3)");
  EXPECT_EQ(tool().at("answer"), (nlohmann::json{{"regex", "^a; (b[^;]*)$"}}));
  EXPECT_EQ(tool().at("refusal"),
            (nlohmann::json{{"regex", "no; [A-Z]+"}, {"json", "/a;b"}, {"exit_codes", {3}}}));
}

TEST_F(TextsTest, OfAToolsFixture) {
  suite(
      R"(TOOL sh SETUP sh -c "a; b [c]" TEARDOWN "my tools/clean;up" SERVER sh "" READY "line:^up; (a|b)$")");
  EXPECT_EQ(tool().at("setup"), (nlohmann::json{"sh", "-c", "a; b [c]"}));
  EXPECT_EQ(tool().at("teardown"), (nlohmann::json{(project.root() / "my tools/clean;up").string()}));
  EXPECT_EQ(tool().at("server"),
            (nlohmann::json{{"argv", {"sh", ""}}, {"ready", {{"line", "^up; (a|b)$"}}}}));
}

TEST_F(TextsTest, OfPaths) {
  project.file("my tools;1/answer me.sh", "#!/bin/sh\necho ls\n");
  project.sh("chmod +x 'my tools;1/answer me.sh'");
  project.dataset("my sets;[1]/set.json", {{"one", "list", "ls"}});
  project.cmake_lists(
      R"(assay_add_suite(NAME demo DATASETS "my sets;[1]/set.json" TOOL "my tools;1/answer me.sh"))"
      "\n");
  ASSERT_EQ(project.configure().status, 0);
  EXPECT_THAT(passed(), HasSubstr("100% tests passed"));
}

TEST_F(TextsTest, TheToolRunsWhereCwdSays) {
  project.file("inside/here.txt", "ls");
  suite(R"(TOOL cat here.txt CWD inside ENV IGNORED=1 STDIN prompt)");
  EXPECT_THAT(passed(), HasSubstr("100% tests passed"));
}

TEST_F(TextsTest, OfLevelsThatAreProgramsHoweverMany) {
  project.file("my levels;1/judge it",
               "#!/bin/sh\ncat > /dev/null\n"
               "printf '{\"verdict\": \"match\", \"score\": 0.9, \"why\": \"%s\"}\\n' \"$1\"\n");
  project.sh("chmod +x 'my levels;1/judge it'");
  suite(
      R"(TOOL echo dir LEVELS exact own EXEC_LEVEL own "my levels;1/judge it" "a;[b" EXEC_LEVEL "a;b" sh -c)");
  EXPECT_EQ(project.json(project.folder() / "suite.json").at("exec_levels"),
            (nlohmann::json{{"own", {(project.root() / "my levels;1/judge it").string(), "a;[b"}},
                            {"a;b", {"sh", "-c"}}}));
  EXPECT_THAT(passed(), HasSubstr("100% tests passed"));
  const auto row = project.results(project.latest()).at("one");
  EXPECT_EQ(row.at("method"), "own");
  EXPECT_EQ(row.at("why"), "a;[b");
}

TEST_F(TextsTest, ALevelNeedsItsProgram) {
  project.dataset("set.json", {{"one", "list", "ls"}});
  project.cmake_lists(
      "assay_add_suite(NAME demo DATASETS set.json TOOL sh EXEC_LEVEL own EXEC_LEVEL b sh)\n");
  EXPECT_THAT(project.configure().output, HasSubstr("EXEC_LEVEL must be a name and a program"));
}

}  // namespace
}  // namespace assay
