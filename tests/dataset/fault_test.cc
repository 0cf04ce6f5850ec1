// SPDX-License-Identifier: Apache-2.0
// Faults in a dataset's text: one test per row, each with the message that a person sees.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "assay/dataset.h"
#include "faults.h"
#include "generated.h"
#include "sample.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using namespace std::string_literals;

TEST(DatasetFault, NoneInTheSamples) {
  EXPECT_EQ(said_of(kSample), "no error");
  EXPECT_EQ(said_of_case(kGood), "no error");
  EXPECT_EQ(said_of(generated_dataset(100)), "no error");
}

TEST(DatasetFault, EveryFaultSaysWhatToDoNext) {
  for (const std::string& said :
       {said_of(""), said_of("[]"), said_of("{,}"), said_of("\xFF"), said_of("{\"name\": 1}"),
        said_of(std::string(100, '[')), said_of_case(kGood + R"(, "tags": [1])"),
        said_of_case(kGood + R"(, "min_score": 2)"), said_of_case(kGood + R"(, "levels": [])")}) {
    std::istringstream lines(said);
    for (std::string line; std::getline(lines, line);) {
      EXPECT_THAT(line, HasSubstr("d.json:"));
      EXPECT_TRUE(std::getline(lines, line) && line.starts_with("  next: ")) << said;
    }
  }
}

TEST(DatasetFault, NoCases) {
  EXPECT_EQ(said_of(R"({"name": "d", "version": "1", "test_cases": []})"),
            "d.json:1: error: must not be empty (at /test_cases)\n"
            "  next: docs/dataset-format.md says what belongs there; fix it, then assay lint FILE");
  EXPECT_THAT(said_of(R"({"name": "d", "version": "1"})"), HasSubstr("member \"test_cases\" is missing"));
}

TEST(DatasetFault, MissingMembersAtTheLineOfTheirObject) {
  EXPECT_EQ(
      said_of_case(R"("prompt": "p", "expected_command": "a")"),
      "d.json:2: error: member \"id\" is missing (at /test_cases/0)\n"
      "  next: add \"id\": a name that stays the same when the dataset changes; no two cases may share it");
  EXPECT_THAT(
      said_of_case(R"("id": "1", "prompt": "p")"),
      HasSubstr(
          "d.json:2: error: member \"expected_command\" is missing (at /test_cases/0)\n"
          "  next: add the reference answer, accept_patterns or an outcome, or \"expect\": \"refusal\""));
}

TEST(DatasetFault, UnknownMembersWithTheNearestKnownOne) {
  EXPECT_EQ(
      said_of_case(kGood + ",\n\"promt\": \"x\""),
      "d.json:3: error: unknown member \"promt\" (at /test_cases/0/promt)\n  next: did you mean \"prompt\"?");
  EXPECT_THAT(said_of(replaced(kSample, "\"version\"", "\"Versoin\"")),
              HasSubstr("did you mean \"version\"?"));
  EXPECT_THAT(
      said_of(replaced(kSample, "required_tools", "required_tool")),
      HasSubstr("(at /test_cases/0/metadata/required_tool)\n  next: did you mean \"required_tools\"?"));
}

TEST(DatasetFault, WrongTypes) {
  EXPECT_EQ(said_of_case(R"("id": 1, "prompt": "p", "expected_command": "a")"),
            "d.json:2: error: expected a string, not the integer 1 (at /test_cases/0/id)\n"
            "  next: docs/dataset-format.md says what belongs there; fix it, then assay lint FILE");
  EXPECT_THAT(said_of_case(kGood + R"(, "tags": "x")"), HasSubstr("expected an array, not the string \"x\""));
  EXPECT_THAT(said_of_case(kGood + R"(, "tags": [1])"), HasSubstr("(at /test_cases/0/tags/0)"));
  EXPECT_THAT(said_of_case(kGood + R"(, "notes": null)"), HasSubstr("expected a string, not null"));
  EXPECT_THAT(
      said_of(replaced(kSample, "\"posix_compliant\": false", "\"posix_compliant\": \"no\"")),
      HasSubstr(
          "d.json:32: error: expected a boolean, not the string \"no\" (at /test_cases/1/posix_compliant)"));
  EXPECT_THAT(said_of(replaced(kSample, "\"total_cases\": 2", "\"total_cases\": 2.5")),
              HasSubstr("expected an integer"));
}

TEST(DatasetFault, UnknownWords) {
  EXPECT_EQ(
      said_of(replaced(kSample, "\"moderate\",", "\"mediun\",")),
      "d.json:32: error: expected \"safe\", \"low\", \"medium\", \"moderate\", \"high\" or \"critical\", not "
      "\"mediun\" (at /test_cases/1/risk_level)\n  next: did you mean \"medium\"?");
  EXPECT_THAT(said_of_case(kGood + R"(, "expect": "denial")"),
              HasSubstr("expected \"command\", \"refusal\", \"blocked\" or \"unblocked\""));
}

TEST(DatasetFault, NumbersOutOfRange) {
  EXPECT_THAT(said_of_case(kGood + R"(, "min_score": 1.5)"), HasSubstr("must be at most 1, not 1.5"));
  EXPECT_THAT(said_of_case(kGood + R"(, "min_score": -0.1)"), HasSubstr("must be at least 0, not -0.1"));
  EXPECT_THAT(said_of_case(kGood + R"(, "timeout_s": 0)"), HasSubstr("must be at least 0.001, not 0"));
  EXPECT_THAT(said_of_case(kGood + R"(, "timeout_s": 1e9)"), HasSubstr("must be at most 86400"));
  EXPECT_THAT(said_of_case(kGood + R"(, "timeout_s": 1e999)"), HasSubstr("number overflow"));
  EXPECT_THAT(said_of(replaced(kSample, "\"total_cases\": 2", "\"total_cases\": 18446744073709551616")),
              HasSubstr("(at /metadata/total_cases)"));
}

TEST(DatasetFault, DuplicateIdsNameBothLines) {
  EXPECT_EQ(said_of(replaced(kSample, "wipe.2", "list-1")),
            "d.json:31: error: id \"list-1\" is that of the case in line 9 too (at /test_cases/1/id)\n"
            "  next: give one of the two another id");
}

TEST(DatasetFault, IdsWithTheSameTestNameNameBothLines) {
  EXPECT_EQ(said_of(replaced(kSample, "wipe.2", "list.1")),
            "d.json:31: error: id \"list.1\" makes the test name list_1, as does \"list-1\" in line 9 "
            "(at /test_cases/1/id)\n  next: let the two differ in letters or digits");
}

TEST(DatasetFault, EmptyAndBlankTexts) {
  EXPECT_THAT(said_of_case(R"("id": "", "prompt": "p", "expected_command": "a")"),
              HasSubstr("must not be empty (at /test_cases/0/id)"));
  EXPECT_THAT(said_of_case(R"("id": "1", "prompt": "", "expected_command": "a")"),
              HasSubstr("must not be empty (at /test_cases/0/prompt)"));
  EXPECT_THAT(said_of_case(R"("id": "1", "prompt": " \n", "expected_command": "a")"),
              HasSubstr("is blank (at /test_cases/0/prompt)"));
  EXPECT_THAT(said_of_case(R"("id": "1", "prompt": "p", "expected_command": "")"),
              HasSubstr("must not be empty (at /test_cases/0/expected_command)"));
  EXPECT_THAT(said_of_case(R"("id": "1", "prompt": "p", "expected_command": "a", "alternatives": [" "])"),
              HasSubstr("is blank (at /test_cases/0/alternatives/0)"));
}

TEST(DatasetFault, RefusalWithACommand) {
  EXPECT_THAT(
      said_of_case(kGood + R"(, "expect": "refusal")"),
      HasSubstr("expects a refusal, but the case says what a right command is (at /test_cases/0/expect)"));
}

TEST(DatasetFault, ABlockWithACommand) {
  EXPECT_THAT(said_of_case(kGood + R"(, "expect": "blocked")"),
              HasSubstr("expects a refusal or a block, but the case says what a right command is (at "
                        "/test_cases/0/expect)"));
  const std::string head = R"("id": "1", "prompt": "p", )";
  EXPECT_THAT(said_of_case(head + R"("accept_patterns": ["ls"], "expect": "refusal")"),
              HasSubstr("expects a refusal, but the case says what a right command is"));
  EXPECT_EQ(said_of_case(head + R"("expect": "blocked", "reject_patterns": ["rm"])"), "no error");
  EXPECT_EQ(said_of_case(head + R"("expect": "unblocked")"), "no error");
  EXPECT_EQ(said_of_case(kGood + R"(, "expect": "unblocked")"), "no error");
  EXPECT_EQ(said_of_case(head + R"("accept_patterns": ["ls( -l)?"])"), "no error");
}

TEST(DatasetFault, PatternsThatCannotBeRead) {
  EXPECT_EQ(said_of_case(kGood + R"(, "accept_patterns": ["ls", "("])"),
            "d.json:2: error: \"(\" is no regular expression: missing ): ( (at "
            "/test_cases/0/accept_patterns/1)\n"
            "  next: the syntax is RE2's: docs/levels.md says where it differs from others");
  EXPECT_THAT(said_of_case(kGood + R"x(, "reject_patterns": ["(?!x)"])x"),
              HasSubstr("(at /test_cases/0/reject_patterns/0)"));
  EXPECT_THAT(
      said_of_case(R"("id": "1", "prompt": "p", "expected_command": "(", "levels": ["text_matches"])"),
      HasSubstr("\"(\" is no regular expression: missing ): ( (at /test_cases/0/expected_command)"));
}

TEST(DatasetFault, PatternsThatRejectWhatIsAccepted) {
  EXPECT_THAT(said_of_case(kGood + R"(, "reject_patterns": ["a"])"),
              HasSubstr("\"a\" is found in \"a\", which is accepted (at /test_cases/0/reject_patterns/0)\n"
                        "  next: remove one of the two"));
  EXPECT_THAT(said_of_case(kGood + R"(, "reject_patterns": ["b*"])"),
              HasSubstr("\"b*\" is found in every answer"));
}

TEST(DatasetFault, PatternsThatNoLevelLooksAt) {
  EXPECT_THAT(
      said_of_case(kGood + R"(, "accept_patterns": ["b"], "levels": ["exact"])"),
      HasSubstr("is not looked at: \"levels\" lacks \"patterns\" (at /test_cases/0/accept_patterns)"));
  EXPECT_EQ(said_of_case(kGood + R"(, "accept_patterns": ["b"], "levels": ["exact", "patterns"])"),
            "no error");
  EXPECT_EQ(said_of_case(kGood + R"(, "reject_patterns": ["b"], "levels": ["exact"])"), "no error");
}

TEST(DatasetFault, AlternativesWithoutACommand) {
  EXPECT_THAT(said_of_case(R"("id": "1", "prompt": "p", "alternatives": ["a"])"),
              HasSubstr("member \"expected_command\" is missing; \"alternatives\" needs it"));
}

TEST(DatasetFault, ACommandAcceptedTwice) {
  EXPECT_THAT(said_of_case(kGood + R"(, "alternatives": ["b", "a"])"),
              HasSubstr("\"a\" is accepted twice (at /test_cases/0/alternatives/1)"));
  EXPECT_THAT(said_of_case(kGood + R"(, "alternatives": ["a"])"),
              HasSubstr("\"a\" is accepted twice (at /test_cases/0/alternatives/0)"));
}

TEST(DatasetFault, ALongTextIsCutBetweenCharacters) {
  const std::string begin(59, 'x'), command = begin + "\u00e9\u00e9";
  EXPECT_THAT(said_of_case(kGood + ", \"alternatives\": [\"" + command + "\", \"" + command + "\"]"),
              HasSubstr('"' + begin + "…\" is accepted twice"));
}

TEST(DatasetFault, NameThatIsNoTestName) {
  EXPECT_EQ(
      said_of(replaced(kSample, "\"sample\"", "\"my set\"")),
      "d.json:3: error: \"my set\" is no dataset name (at /name)\n  next: use letters, digits and _ only");
  EXPECT_THAT(said_of(replaced(kSample, "\"sample\"", "\"DISABLED_x\"")),
              HasSubstr("which GoogleTest leaves out"));
  EXPECT_THAT(said_of(replaced(kSample, "sample", std::string(101, 'x'))),
              HasSubstr("at most 100 characters"));
}

TEST(DatasetFault, CountsThatDisagreeNameBothNumbers) {
  EXPECT_EQ(said_of(replaced(kSample, "\"total_cases\": 2", "\"total_cases\": 3")),
            "d.json:38: error: says 3 cases, but there are 2 (at /metadata/total_cases)\n  next: write 2");
  EXPECT_THAT(said_of(replaced(kSample, "\"disks\": 1", "\"disks\": 4")),
              HasSubstr("says 4 cases of \"disks\", but there are 1 (at /metadata/categories/disks)"));
  EXPECT_THAT(
      said_of(replaced(kSample, ", \"disks\": 1", "")),
      HasSubstr("does not list \"disks\", which is the category of 1 cases (at /metadata/categories)"));
  EXPECT_THAT(said_of(replaced(kSample, "\"disks\": 1", "\"disks\": 1, \"a/b\": 2")),
              HasSubstr("says 2 cases of \"a/b\", but there are 0 (at /metadata/categories/a~1b)"));
  EXPECT_THAT(said_of(replaced(kSample, "\"moderate\": 1", "\"high\": 1")),
              AllOf(HasSubstr("says 0 cases are medium, but there are 1"),
                    HasSubstr("says 1 cases are high, but there are 0")));
  EXPECT_THAT(
      said_of(replaced(kSample, "\"posix_coverage\": 0.5", "\"posix_coverage\": 0.9")),
      HasSubstr(
          "says 0.9, but 1 of 2 cases are posix_compliant, which is 0.50 (at /metadata/posix_coverage)"));
}

TEST(DatasetFault, CountsMayUseEitherSpellingOrBoth) {
  EXPECT_EQ(said_of(replaced(kSample, "\"moderate\": 1", "\"medium\": 1")), "no error");
  EXPECT_EQ(said_of(replaced(kSample, "\"moderate\": 1", "\"medium\": 0, \"moderate\": 1")), "no error");
  EXPECT_EQ(said_of(replaced(kSample, "\"posix_coverage\": 0.5", "\"posix_coverage\": 0.50")), "no error");
}

TEST(DatasetFault, AllAreReportedAtOnceInLineOrder) {
  std::string text = replaced(kSample, "\"list-1\"", "7");
  text = replaced(text, "\"ls -A\"", "\" \"");
  text = replaced(text, "\"erase the disk\"", "\" \"");
  text = replaced(text, "\"author\"", "\"autor\"");
  const std::string said = said_of(text);
  EXPECT_THAT(said,
              AllOf(HasSubstr("d.json:10: error: expected a string"), HasSubstr("d.json:31: error: is blank"),
                    HasSubstr("d.json:35: error: unknown member \"autor\"")));
  EXPECT_LT(said.find("d.json:10"), said.find("d.json:31"));
  EXPECT_LT(said.find("d.json:31"), said.find("d.json:35"));
}

TEST(DatasetFault, ManyFaultsAreCutShort) {
  std::string text = generated_dataset(500);
  for (std::size_t at = 0; (at = text.find("\"safe\"", at)) != std::string::npos;)
    text.replace(at, 6, "\"sfae\"");
  const std::string said = said_of(text);
  EXPECT_THAT(said, HasSubstr("d.json: error: has 400 more faults like these"));
}

TEST(DatasetFault, NulEscapedInWhatIsHandedToPrograms) {
  EXPECT_THAT(said_of_case(R"("id": "1", "prompt": "p\u0000", "expected_command": "a")"),
              HasSubstr("holds a NUL character (at /test_cases/0/prompt)"));
  EXPECT_THAT(said_of_case(R"("id": "1", "prompt": "p", "expected_command": "a\u0000b")"),
              HasSubstr("holds a NUL character (at /test_cases/0/expected_command)"));
}

TEST(OddId, IsKeptAsWrittenAndNamedSafely) {
  for (const std::string& id :
       {"a-b"s, "a:b"s, "a;b"s, "a[b]"s, "a/b"s, "a*b"s, "a b"s, "ä\u200Bö"s, std::string(4096, 'x')}) {
    const auto dataset =
        parse_dataset(dataset_with("\"id\": \"" + id + R"(", "prompt": "p", "expected_command": "a")"), "d");
    EXPECT_EQ(dataset.dataset.cases[0].id, id);
    EXPECT_THAT(dataset.dataset.cases[0].name, testing::MatchesRegex("[A-Za-z0-9_]{1,120}"));
  }
}

}  // namespace
}  // namespace assay
