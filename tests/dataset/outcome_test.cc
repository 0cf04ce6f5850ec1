// SPDX-License-Identifier: Apache-2.0
// The outcome that a case requires after its answer ran: how it is read, and the messages for faults.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/dataset.h"
#include "error_of.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using Kind = WantedFile::Kind;

// Line 2 has the case's own members; `members` start in line 3.
std::string document(std::string_view members) {
  return "{\"name\": \"d\", \"version\": \"1\", \"test_cases\": [\n"
         "{\"id\": \"1\", \"prompt\": \"p\", \"category\": \"c\", \"risk_level\": \"safe\", "
         "\"posix_compliant\": true,\n" +
         std::string(members) + "}]}";
}

Case read(std::string_view members) {
  return parse_dataset(document(members), "d.json").dataset.cases.front();
}

std::string said_of_outcome(std::string_view members) {
  return error_of([&] { parse_dataset(document(members), "d.json"); });
}

TEST(OutcomeTest, EveryMemberIsRead) {
  const Case one = read(R"("outcome": {
    "stdout": {"bytes_base64": "/w==", "tokens": "1 a.txt", "lines": ["b", "a"], "pattern": "^1"},
    "exit_status": 3,
    "files": [{"path": "a b", "content": "x\n", "mode": "0640"}, {"path": "/srv/l", "target": "../x"},
              {"path": "d", "type": "dir"}, {"path": "gone", "type": "absent"}, {"path": "any"},
              {"path": "log", "pattern": "done$"}],
    "check": "test -s log"})");
  ASSERT_TRUE(one.own->outcome);
  const WantedOutcome& outcome = *one.own->outcome;
  EXPECT_EQ(outcome.output, (WantedOutput{"\xff", "1 a.txt", {{"b", "a"}}, "^1"}));
  EXPECT_EQ(outcome.exit_status, 3);
  EXPECT_EQ(outcome.check, "test -s log");
  EXPECT_THAT(outcome.files,
              ElementsAre(WantedFile{.kind = Kind::file, .path = "a b", .content = "x\n", .mode = 0640},
                          WantedFile{.kind = Kind::link, .path = "/srv/l", .target = "../x"},
                          WantedFile{.kind = Kind::folder, .path = "d"},
                          WantedFile{.kind = Kind::absent, .path = "gone"}, WantedFile{.path = "any"},
                          WantedFile{.kind = Kind::file, .path = "log", .pattern = "done$"}));
}

TEST(OutcomeTest, WithoutACommandACaseAsksWhetherItIsFulfilled) {
  EXPECT_EQ(read(R"("outcome": {"check": "true"})").own->question, Question::fulfils);
  EXPECT_EQ(read(R"("expected_command": "ls", "outcome": {"exit_status": 0})").own->question, std::nullopt);
  EXPECT_THAT(said_of_outcome(R"("question": "equivalent", "outcome": {"check": "true"})"),
              HasSubstr("d.json:3: error: asks for an equivalent command, but there is none to compare with "
                        "(at /test_cases/0/question)"));
}

TEST(OutcomeTest, UnknownMembersGetTheNearestKnownOneAtTheirLine) {
  EXPECT_THAT(said_of_outcome("\"outcome\": {\n\"stdou\": {}}"),
              HasSubstr("d.json:4: error: unknown member \"stdou\" (at /test_cases/0/outcome/stdou)\n"
                        "  next: did you mean \"stdout\"?"));
  EXPECT_THAT(said_of_outcome("\"outcome\": {\"files\": [\n{\"path\": \"a\", \"tpye\": \"dir\"}]}"),
              HasSubstr("d.json:4: error: unknown member \"tpye\" (at /test_cases/0/outcome/files/0/tpye)\n"
                        "  next: did you mean \"type\"?"));
  EXPECT_THAT(said_of_outcome(R"("outcome": {"files": [{"path": "a", "type": "fil"}]})"),
              HasSubstr("did you mean \"file\"?"));
}

TEST(OutcomeTest, WhatSaysNothingIsRefused) {
  EXPECT_THAT(said_of_outcome(R"("outcome": {})"), HasSubstr("(at /test_cases/0/outcome)"));
  EXPECT_THAT(said_of_outcome(R"("outcome": {"stdout": {}})"),
              HasSubstr("(at /test_cases/0/outcome/stdout)"));
  EXPECT_THAT(said_of_outcome(R"("outcome": {"check": "  "})"),
              HasSubstr("is blank (at /test_cases/0/outcome/check)"));
  EXPECT_THAT(said_of_outcome(R"("outcome": {"stdout": {"pattern": "x*"}})"),
              HasSubstr("\"x*\" is found in everything"));
}

TEST(OutcomeTest, WhatCannotHoldIsRefused) {
  const auto said_of_file = [](const std::string& members) {
    return said_of_outcome(R"("outcome": {"files": [{"path": "a", )" + members + "}]}");
  };
  EXPECT_THAT(said_of_file(R"("mode": "9")"), HasSubstr("\"9\" is no mode"));
  EXPECT_THAT(said_of_file(R"("type": "absent", "content": "x")"),
              HasSubstr("is asked of what is to be absent (at /test_cases/0/outcome/files/0/content)"));
  EXPECT_THAT(said_of_file(R"("type": "dir", "target": "x")"),
              HasSubstr("is asked of what is to be \"dir\""));
  EXPECT_THAT(said_of_file(R"("content": "x", "content_base64": "eA==")"),
              HasSubstr("says what \"content\" says"));
  EXPECT_THAT(said_of_file(R"("content_base64": "?")"), HasSubstr("is not base64"));
  EXPECT_THAT(said_of_file(R"("pattern": "(")"), HasSubstr("\"(\" is no regular expression"));
  EXPECT_THAT(said_of_outcome(R"("outcome": {"files": [{"path": "../a"}]})"), HasSubstr("leads up"));
  EXPECT_THAT(said_of_outcome(R"("outcome": {"files": [{"path": "a"}, {"path": "a", "mode": "0600"}]})"),
              HasSubstr("\"a\" is named twice"));
}

TEST(OutcomeTest, LevelsOfTheCaseNameIt) {
  EXPECT_THAT(said_of_outcome(R"("levels": ["exact"], "outcome": {"check": "true"})"),
              HasSubstr("is not looked at: \"levels\" lacks \"outcome\""));
  EXPECT_EQ(said_of_outcome(R"("levels": ["exact", "outcome"], "outcome": {"check": "true"})"), "no error");
}

TEST(OutcomeTest, ARefusalHasNone) {
  EXPECT_THAT(said_of_outcome(R"("expect": "refusal", "outcome": {"check": "true"})"),
              HasSubstr("expects a refusal, but the case says what a right command is"));
}

}  // namespace
}  // namespace assay
