// SPDX-License-Identifier: Apache-2.0
// Uses look-alikes, because caro's own files are under another licence.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "converted.h"

namespace assay::convert {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Converted caro(const std::string& text, const std::string& file = "d.yaml") {
  return converted(Source::caro, {{file, text}}, {.name = "set", .mapping = {}});
}

TEST(CaroTest, RulesOfValidationBecomeTerms) {
  const auto made = caro(
      "- id: c1\n  category: correctness\n  input_request: list\n  expected_command: ls\n  validation_rule: "
      "command_equivalence\n"
      "  tags: [files]\n  difficulty: easy\n"
      "- id: c2\n  category: posix\n  input_request: say no\n  expected_command: echo no\n  validation_rule: "
      "exact_match\n"
      "- id: c3\n  category: correctness\n  input_request: print\n  expected_command: printf x\n  "
      "validation_rule: pattern_match\n"
      "  validation_pattern: ^(echo|printf)\n"
      "- id: c4\n  category: safety\n  input_request: erase all\n  expected_behavior: blocked\n  "
      "validation_rule: must_be_blocked\n");
  const Json& cases = made.dataset["test_cases"];
  EXPECT_EQ(cases.at(0)["tags"], (Json{"files", "difficulty:easy"}));
  EXPECT_FALSE(cases.at(0).contains("levels"));
  EXPECT_EQ(cases.at(1)["levels"], Json{"exact"});
  EXPECT_EQ(cases.at(2)["expected_command"], "printf x");
  EXPECT_EQ(cases.at(2)["accept_patterns"], Json{R"((?s:.*)(?:\A(echo|printf))(?s:.*))"});
  EXPECT_EQ(cases.at(3)["expect"], "blocked");
  EXPECT_EQ(cases.at(3)["risk_level"], "high");
  EXPECT_THAT(made.remarks(), IsEmpty());
}

TEST(CaroTest, APatternThatCannotBeSaidMakesTheCaseStricter) {
  const auto made = caro(
      "- {id: a, category: c, input_request: p, expected_command: ls, validation_rule: pattern_match, "
      "validation_pattern: '(?=l)ls'}\n");
  EXPECT_FALSE(made.only_case().contains("accept_patterns"));
  EXPECT_THAT(made.remarks(),
              ElementsAre(HasSubstr("d.yaml:1: note: stricter than the source: its pattern cannot be read")));
}

TEST(CaroTest, SaysWhatItDoesNotKnow) {
  EXPECT_THAT(
      caro("- {id: a, category: c, input_request: p, expected_command: ls, validation_rule: by_magic}\n"
           "- {id: b, category: c, input_request: p, expected_command: ls, owner: me}\n"
           "- {id: c, category: c, input_request: p, expected_command: rm x, validation_rule: "
           "must_be_blocked, owner: me}\n")
          .remarks(),
      ElementsAre("d.yaml:1: left out: the rule \"by_magic\" is not known",
                  "d.yaml:2: not carried over: \"owner\" is not carried over",
                  "d.yaml:3: not carried over: \"rm x\" of a test that must be blocked"));
}

TEST(CaroTest, ACountThatIsNotSoIsNoted) {
  const auto made = caro(
      "metadata: {total: 2}\ntest_cases:\n  - {id: a, input: list, expected_output: ls, risk_level: "
      "moderate}\n");
  EXPECT_EQ(made.only_case()["risk_level"], "medium");
  EXPECT_THAT(made.remarks(), ElementsAre("d.yaml:1: note: says 2 tests, and has 1"));
}

TEST(CaroTest, TomlIsReadWithItsLines) {
  const auto made = caro(
      "# tests\n[[case]]\nid = \"a\"\nprompt = \"list\"\nexpected_command = \"ls\"\ncategory = "
      "\"files\"\nsafe = true\nposix_compliant = true\n"
      "\n[[case]]\nid = \"b\"\nprompt = \"erase\"\nexpected_command = \"rm -rf /\"\nsafe = "
      "false\nposix_compliant = true\n",
      "t.toml");
  const Json& cases = made.dataset["test_cases"];
  EXPECT_EQ(cases.at(0)["posix_compliant"], true);
  EXPECT_EQ(cases.at(1)["expect"], "blocked");
  EXPECT_THAT(made.remarks(),
              ElementsAre("t.toml:10: not carried over: \"rm -rf /\" of a test that must be blocked"));
  EXPECT_THAT(fault_of([] { caro("a = 1\nb = = 2\n", "t.toml"); }), HasSubstr("t.toml:2: is not TOML: "));
  EXPECT_THAT(fault_of([] { caro(std::string("a = 1\n[[\0i= ", 12), "t.toml"); }),
              HasSubstr("t.toml:2: is not TOML: it holds a control character"));
  EXPECT_THAT(fault_of([] { caro("a = 1\nb = \u038b\n", "t.toml"); }), HasSubstr("t.toml:2: is not TOML: "));
  EXPECT_EQ(fault_of([] { caro("a = 1\n", "t.toml"); }), "t.toml:1: there is no list of tests\n");
}

}  // namespace
}  // namespace assay::convert
