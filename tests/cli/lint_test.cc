// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "program.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string dataset(const nlohmann::ordered_json& cases) {
  nlohmann::ordered_json json = {{"name", "set"},
                                 {"version", "1"},
                                 {"description", "d"},
                                 {"test_cases", cases},
                                 {"created_at", "2026-01-01T00:00:00Z"}};
  return json.dump(1);
}

nlohmann::ordered_json asking_for(const std::string& id, const std::string& prompt,
                                  const std::string& expected,
                                  const std::vector<std::string>& alternatives = {}) {
  nlohmann::ordered_json json = {{"id", id},
                                 {"prompt", prompt},
                                 {"expected_command", expected},
                                 {"category", "c"},
                                 {"risk_level", "safe"},
                                 {"posix_compliant", true},
                                 {"tags", nlohmann::ordered_json::array()}};
  if (!alternatives.empty()) json["alternatives"] = alternatives;
  return json;
}

nlohmann::ordered_json cases(std::initializer_list<nlohmann::ordered_json> list) {
  auto array = nlohmann::ordered_json::array();
  for (const auto& item : list) array.push_back(item);
  return array;
}

Ran lint(const nlohmann::ordered_json& cases) {
  const Program program;
  program.file("set.json", dataset(cases));
  return program.run({"lint", "set.json"});
}

TEST(LintTest, ASoundDatasetHasNoFindings) {
  const auto ran = lint(cases({asking_for("a", "list", "ls -l"), asking_for("b", "where", "pwd")}));
  EXPECT_EQ(ran.status, 0);
  EXPECT_EQ(ran.out, "0 errors, 0 warnings in 1 dataset\n");
}

TEST(LintTest, WorldsAreReadAndNotRun) {
  auto ready = asking_for("a", "list", "ls -l");
  ready["world"] = "ready/files";
  auto word = asking_for("b", "where", "pwd");
  word["world"] = "template_7";
  auto missing = asking_for("c", "who", "whoami");
  missing["world"] = "worlds/none.json";
  auto broken = asking_for("d", "when", "date");
  broken["world"] = "broken.json";
  const Program program;
  program.file("broken.json", "{\"entries\": [\n{\"path\": \"a\", \"mode\": \"9\"}]}");
  program.file("set.json", dataset(cases({ready, word, missing, broken})));
  const auto ran = program.run({"lint", "set.json"});
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.out, AllOf(HasSubstr("error: case c: there is no world \"worlds/none.json\" [world]"),
                             HasSubstr("broken.json:2: \"9\" is not a mode"), HasSubstr("2 errors")));
}

TEST(LintTest, ManyAlternativesAreNotComparedEachWithEach) {
  std::vector<std::string> alternatives;
  for (int i = 0; i < 10'000; ++i) alternatives.push_back("ls -l file" + std::to_string(i));
  alternatives.push_back("ls file77 -l");
  const auto started = std::chrono::steady_clock::now();
  const auto ran =
      lint(cases({asking_for("a", "list", "ls", alternatives), asking_for("b", "list", "ls", alternatives)}));
  EXPECT_LT(std::chrono::steady_clock::now() - started, std::chrono::seconds(60))
      << "each with each takes longer";
  EXPECT_THAT(ran.out, HasSubstr("\"ls file77 -l\" is already equivalent to \"ls -l file77\""));
  EXPECT_THAT(ran.out, HasSubstr("0 errors, 3 warnings in 1 dataset\n"));
}

TEST(LintTest, AFaultSaysWhatToDoNext) {
  const Program program;
  auto json = nlohmann::ordered_json::parse(dataset(cases({asking_for("a", "list", "ls")})));
  json["test_cases"][0]["prmopt"] = "x";
  program.file("set.json", json.dump(1));
  const auto ran = program.run({"lint", "set.json"});
  EXPECT_THAT(ran.out, HasSubstr("unknown member \"prmopt\""));
  EXPECT_THAT(ran.out, HasSubstr("[schema]\n  next: did you mean \"prompt\"?\n"));
  EXPECT_THAT(ran.out, HasSubstr("1 error, 0 warnings in 1 dataset\n"));
  EXPECT_THAT(program.run({"lint", "--json", "set.json"}).out,
              HasSubstr("\"next\":\"did you mean \\\"prompt\\\"?\""));
}

TEST(LintTest, AFileThatIsNotThereIsNoFinding) {
  for (const char* place : {"no_such.json", "."}) {
    const auto ran = Program().run({"lint", place});
    EXPECT_EQ(ran.status, 2) << place;
    EXPECT_EQ(ran.out, "") << place;
    EXPECT_THAT(ran.err, HasSubstr("error: ")) << place;
  }
}

TEST(LintTest, FaultsOfTheFileAreFindings) {
  const Program program;
  program.file("set.json", "{\"name\": 1}\n");
  const auto ran = program.run({"lint", "--json", "set.json"});
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.out, HasSubstr("\"rule\":\"schema\""));
}

}  // namespace
}  // namespace assay
