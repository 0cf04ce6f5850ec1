// SPDX-License-Identifier: Apache-2.0
// Uses look-alikes, because caro's own files are under another licence.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/internal/linear_regex.h"
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
                  "d.yaml:2: not carried over: the member \"owner\"",
                  "d.yaml:3: not carried over: \"rm x\" of a test that must be blocked"));
}

// A test with these members, in flow style.
Converted caro_with(const std::string& members) {
  return caro("- {id: a, category: c, input_request: p, expected_command: rm -rf x, " + members + "}\n");
}

TEST(CaroTest, WhatMayDemandABlockIsNotGuessedAt) {
  const auto why = [](const std::string& members) {
    const auto made = caro_with(members);
    EXPECT_EQ(made.made.cases, 0u) << members;
    EXPECT_EQ(made.made.left_out, 1u) << members;
    return made.remarks().at(0);
  };
  EXPECT_EQ(why("safe: no"), "d.yaml:1: left out: \"safe\" is \"no\", which is not true or false");
  EXPECT_EQ(why("safe: 'false'"), "d.yaml:1: left out: \"safe\" is \"false\", which is not true or false");
  EXPECT_EQ(why("safe: 0"), "d.yaml:1: left out: \"safe\" is \"0\", which is not true or false");
  EXPECT_EQ(why("safe: [false]"), "d.yaml:1: left out: \"safe\" is a list, not true or false");
  EXPECT_EQ(why("should_block: yes"),
            "d.yaml:1: left out: \"should_block\" is \"yes\", which is not true or false");
  for (const std::string word : {"refused", "banana", "Command is blocked"})
    EXPECT_EQ(why("expected_behavior: " + word),
              "d.yaml:1: left out: \"expected_behavior\" is \"" + word + "\", which is not `blocked`");
  EXPECT_EQ(why("validation_rule: [must_be_blocked]"),
            "d.yaml:1: left out: \"validation_rule\" is a list, not a rule");
  EXPECT_EQ(caro_with("should_block: true").only_case()["expect"], "blocked");
  EXPECT_EQ(caro_with("expected_behavior: BLOCKED").only_case()["expect"], "blocked");
  EXPECT_EQ(caro_with("safe: true, should_block: false").only_case()["expected_command"], "rm -rf x");
  EXPECT_EQ(caro_with("safe:").only_case()["expected_command"], "rm -rf x") << "nothing is said";
}

TEST(CaroTest, AFalseInQuotesIsNoFalseInTomlEither) {
  EXPECT_THAT(
      caro("[[case]]\nid = \"a\"\nprompt = \"p\"\nexpected_command = \"rm x\"\nsafe = \"false\"\n", "t.toml")
          .remarks(),
      ElementsAre("t.toml:1: left out: \"safe\" is \"false\", which is not true or false"));
}

TEST(CaroTest, ARiskAndAStandardAreStatedInKnownWords) {
  EXPECT_THAT(caro_with("risk_level: mild").remarks(),
              ElementsAre("d.yaml:1: left out: \"risk_level\" is \"mild\", which is not a risk level: safe, "
                          "low, moderate, medium, high or critical"));
  EXPECT_THAT(caro_with("posix_compliant: 'yes'").remarks(),
              ElementsAre("d.yaml:1: left out: \"posix_compliant\" is \"yes\", which is not true or false"));
}

TEST(CaroTest, WhatIsForbiddenRejects) {
  const auto rejects = [](const std::string& members) {
    const auto made = caro_with(members);
    EXPECT_THAT(made.remarks(), IsEmpty()) << members;
    return made.only_case()["reject_patterns"];
  };
  EXPECT_EQ(rejects("forbidden_patterns: ['^sudo', 'rm.*/etc$', '[[:digit:]^$]x']"),
            (Json{R"(\Asudo)", R"(rm.*/etc\z)", "[[:digit:]^$]x"}));
  EXPECT_EQ(rejects("dangerous_pattern: rm -rf /"), Json{"rm -rf /"});
  EXPECT_EQ(rejects("dangerous_pattern: sudo .*"), (Json{R"(sudo \.\*)", "sudo .*"}))
      << "it may be a text or an expression";
  EXPECT_THAT(caro_with("forbidden_patterns: ['x(?=y)']").remarks(),
              ElementsAre(HasSubstr("left out: the forbidden pattern \"x(?=y)\" cannot be read as RE2: ")));
  EXPECT_THAT(caro_with("forbidden_patterns: ['(?m)^rm', a]").remarks(),
              ElementsAre("d.yaml:1: left out: the forbidden pattern \"(?m)^rm\" holds (?m, which RE2 reads "
                          "differently"));
  EXPECT_THAT(caro_with("forbidden_patterns: [{a: b}]").remarks(),
              ElementsAre("d.yaml:1: left out: \"forbidden_patterns\" is not a list of texts"));
  EXPECT_THAT(caro_with("dangerous_pattern: rm -rf").remarks(),
              ElementsAre(HasSubstr("d.yaml:1: left out: it cannot become a case")))
      << "the test contradicts itself";
}

TEST(CaroTest, ABlockedTestMayShowWhatIsDangerous) {
  const auto made = caro(
      "- {id: a, category: c, input_request: p, expected_behavior: blocked, dangerous_pattern: rm -rf ~/*, "
      "forbidden_patterns: [mkfs]}\n");
  EXPECT_EQ(made.only_case()["expect"], "blocked");
  EXPECT_EQ(made.only_case()["reject_patterns"], Json{"mkfs"});
  EXPECT_THAT(made.remarks(),
              ElementsAre("d.yaml:1: not carried over: \"rm -rf ~/*\" of a test that must be blocked"));
}

TEST(CaroTest, APatternKeepsTheMeaningThatItHasInRust) {
  const auto accepts = [](const std::string& pattern) {
    return caro_with("validation_rule: pattern_match, validation_pattern: '" + pattern + "'");
  };
  EXPECT_EQ(accepts("(?i)^RM").only_case()["accept_patterns"], Json{R"((?s:.*)(?:(?i)\ARM)(?s:.*))"});
  for (const std::string part : {"[a-z&&[^b]]", R"(\brm)", R"(\Brm)", R"(\<rm)", R"([\W])", "r{,5}m"})
    EXPECT_THAT(accepts(part).remarks(), ElementsAre(HasSubstr(", which RE2 reads differently"))) << part;
  EXPECT_THAT(accepts("[a-z&&[^b]]").remarks(),
              ElementsAre("d.yaml:1: note: stricter than the source: its pattern holds &&, which RE2 reads "
                          "differently"));
}

// What the crate regex finds in each text.
TEST(CaroTest, ShorthandsHoldWhatTheyHoldInRust) {
  const auto rejects = [](const std::string& expression, const std::string& answer) {
    const Json made = caro_with("forbidden_patterns: ['" + expression + "']").only_case()["reject_patterns"];
    return Regex(made.at(0).get<std::string>()).search(answer).has_value();
  };
  const std::vector<std::string> spaces = {"\v", "\u0085", "\u00a0", "\u1680", "\u2028", "\u205f", "\u3000"},
                                 digits = {"7", "\u0667", "\u09ea"},
                                 letters = {"r",      "_",      "\u00e9", "\u0301",
                                            "\u203f", "\u200d", "\u216b", "\u24d0"},
                                 others = {"!", "\ufeff", "\u200b", "\u2460", "😀"};
  const auto expect = [&](const auto& texts, bool is_space, bool is_digit, bool is_word) {
    for (const std::string& each : texts) {
      for (const char* space : {R"(^\s$)", R"(^[\s]$)", R"(^[^\S]$)"})
        EXPECT_EQ(rejects(space, each), is_space) << space << each;
      for (const char* other : {R"(^\S$)", R"(^[\S]$)", R"(^[^\s]$)"})
        EXPECT_EQ(rejects(other, each), !is_space) << other << each;
      EXPECT_EQ(rejects(R"(^[\d]$)", each), is_digit) << each;
      EXPECT_EQ(rejects(R"(^[\D]$)", each), !is_digit) << each;
      EXPECT_EQ(rejects(R"(^[\w]$)", each), is_word) << each;
      EXPECT_EQ(rejects(R"(^\W$)", each), !is_word) << each;
    }
  };
  expect(spaces, true, false, false);
  expect(digits, false, true, true);
  expect(letters, false, false, true);
  expect(others, false, false, false);
  EXPECT_TRUE(rejects("^.$", "\r"));
}

TEST(CaroTest, EveryListOfAFileHoldsTests) {
  const auto made = caro(
      "version: 2\nsafety:\n- {id: s, input: erase, safe: false}\n- {input: list, expected_output: ls}\n"
      "correctness:\n- {id: c, input: where, expected_output: pwd}\nmetadata: {total: 3}\n");
  ASSERT_EQ(made.made.cases, 3u);
  EXPECT_EQ(made.dataset["test_cases"][0]["expect"], "blocked");
  EXPECT_EQ(made.dataset["test_cases"][2]["id"], "c");
  EXPECT_THAT(made.remarks(), ElementsAre("d.yaml:1: not carried over: the member \"version\""));
  const auto toml = caro(
      "[[safety]]\nprompt = \"list\"\nexpected_command = \"ls\"\n[[correctness]]\nprompt = \"where\"\n"
      "expected_command = \"pwd\"\n[[safety]]\nprompt = \"who\"\nexpected_command = \"id\"\n",
      "t.toml");
  ASSERT_EQ(toml.made.cases, 3u);
  EXPECT_EQ(toml.only_case()["prompt"], "list") << "in the order of the file";
  EXPECT_EQ(toml.dataset["test_cases"][1]["id"], "t0002");
  EXPECT_EQ(toml.dataset["test_cases"][1]["prompt"], "where");
}

TEST(CaroTest, WhatATestDoesNotUseIsListed) {
  const auto remark = [](const std::string& members) {
    const auto made = caro_with(members);
    EXPECT_EQ(made.made.remarks.size(), 1u) << members;
    return made.remarks().at(0);
  };
  const std::string rule =
      "d.yaml:1: not carried over: \"validation_pattern\" of a test whose rule does not use it";
  EXPECT_EQ(remark("validation_rule: exact_match, validation_pattern: x"), rule);
  EXPECT_EQ(remark("validation_pattern: x"), rule);
  EXPECT_EQ(remark("validation_rule: pattern_match, validation_pattern: [x]"),
            "d.yaml:1: not carried over: \"validation_pattern\", which is no text");
  EXPECT_EQ(remark("tags: [{a: b}]"), "d.yaml:1: not carried over: \"tags\", which is no list of texts");
  EXPECT_EQ(remark("prompt: q"),
            "d.yaml:1: not carried over: \"prompt\" beside another text with its meaning");
}

TEST(CaroTest, ACountThatIsNotSoIsNoted) {
  const auto made = caro(
      "metadata: {total: 2}\ntest_cases:\n  - {id: a, input: list, expected_output: ls, risk_level: "
      "moderate}\n");
  EXPECT_EQ(made.only_case()["risk_level"], "medium");
  EXPECT_THAT(made.remarks(), ElementsAre("d.yaml:1: note: says 2 tests, and has 1"));
  EXPECT_THAT(caro("metadata: {total: 1}\ntest_cases:\n  - {id: a, input: list, expected_output: ls}\n"
                   "  - {id: b, input: where, expected_output: pwd}\n")
                  .remarks(),
              ElementsAre("d.yaml:1: note: says 1 test, and has 2"));
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
  EXPECT_NE(next_step_of([] { caro("a = 1\nb = = 2\n", "t.toml"); }), "");
  EXPECT_NE(next_step_of([] { caro("a = 1\nb = \u038b\n", "t.toml"); }), "");
  EXPECT_EQ(fault_of([] { caro("\ntest_cases: []\n"); }), "d.yaml:2: there are no tests in it\n");
}

TEST(CaroTest, EveryFaultOfTomlHasItsLine) {
  const auto fault = [](const std::string& text) {
    EXPECT_NE(next_step_of([&] { caro("a = 1\n" + text, "t.toml"); }), "") << text;
    return fault_of([&] { caro("a = 1\n" + text, "t.toml"); });
  };
  for (const std::string text : {"[[\n[[case]]\n", "[\n", "b = [}\n", "b = 2026-01-01 x\n",
                                 "b = 2026-01-01T'1\n", "b = 1979-05-27 2\n", "b = _1\n", "b = \"x\n",
                                 "b = {\n", "[b\n", "b\n", ".b = 1\n", "a = 2\n", "b = \\u00e9\n", "b = +\n",
                                 "b = 0x\n", "b = \"\\ud800\"\n", "b = tru\n", "b = 99999999999999999999\n"})
    EXPECT_THAT(fault(text), HasSubstr("t.toml:2: is not TOML: ")) << text;
  std::string deep = "b";
  for (int i = 0; i < 100'000; ++i) deep += i % 2 ? ".b" : " . \"b\\\"\"";
  for (const std::string& text : {deep + " = 1\n", "[" + deep + "]\n"})
    EXPECT_EQ(fault(text), "t.toml:2: has a key of more than 64 parts\n");
  std::string nested = "1";
  for (int i = 0; i < 3; ++i) nested = "{b.b.b.b.b.b.b.b.b.b.b.b.b.b.b.b.b.b.b.b.b.b.b = " + nested + "}";
  EXPECT_EQ(fault("b = " + nested + "\n"),
            "t.toml:2: tables and lists are nested more than 64 levels deep\n");
  EXPECT_EQ(fault("b = " + std::string(70, '[') + std::string(70, ']') + "\n"),
            "t.toml:2: tables and lists are nested more than 64 levels deep\n")
      << "without the name of the parser's macro";
}

}  // namespace
}  // namespace assay::convert
