// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "answer_texts.h"

namespace assay::convert {
namespace {

using testing::ElementsAre;

constexpr const char* kResults = R"({"evalId": "e", "results": {"version": 3, "results": [
{"testIdx": 0, "promptIdx": 0, "provider": {"id": "exec: ls.sh", "label": "ls-tool"}, "response": {"output": "ls -a"},
 "latencyMs": 104, "failureReason": 1, "error": "Expected output", "success": false, "testCase": {"metadata": {}}},
{"testIdx": 1, "promptIdx": 1, "provider": {"id": "exec: ls.sh", "label": ""}, "error": "spawn ENOENT", "failureReason": 2},
{"testIdx": 7, "provider": "p", "response": {"output": "x"}},
{"testIdx": 3, "testCase": {"metadata": {"id": "q1"}}, "provider": "p", "response": {"output": {"a": 1}}}
]}})";

TEST(PromptfooAnswersTest, AResultIsAnAnswerWhateverWasSaidOfIt) {
  const auto answers = read(AnswerSource::promptfoo, kResults);
  EXPECT_THAT(
      lines_of(answers),
      ElementsAre(
          Json{{"id", "t0001"}, {"run", "ls-tool"}, {"answer", "ls -a"}, {"latency_ms", 104.0}},
          Json{
              {"id", "t0002"}, {"run", "exec: ls.sh"}, {"ending", "unavailable"}, {"detail", "spawn ENOENT"}},
          Json{{"id", "q1"}, {"run", "p"}, {"answer", "{\"a\":1}"}}))
      << "promptfoo reads an output that is JSON";
  EXPECT_THAT(remarks_of(answers), ElementsAre("a.json:5: result 3: no case has the id \"t0008\""));
}

TEST(PromptfooAnswersTest, PromptsAreNumberedWithinAProviderThatHasSeveral) {
  const auto answers = read(AnswerSource::promptfoo, R"({"results": [
{"testIdx": 0, "promptIdx": 0, "provider": "p", "response": {"output": "a"}},
{"testIdx": 0, "promptIdx": 1, "provider": "q", "response": {"output": "b"}},
{"testIdx": 0, "promptIdx": 3, "provider": "q", "response": {"output": "c"}}]})");
  std::vector<Json> runs;
  for (const Json& line : lines_of(answers)) runs.push_back(line["run"]);
  EXPECT_THAT(runs, ElementsAre("p", "q prompt 1", "q prompt 2"));
}

TEST(PromptfooAnswersTest, APositionThatDoesNotFitGivesWayToThePrompt) {
  const auto answers = read(AnswerSource::promptfoo, R"({"results": [
{"testIdx": 0, "prompt": {"raw": "list"}, "vars": {"q": "list"}, "response": {"output": "a"}},
{"testIdx": 1, "prompt": {"raw": "list"}, "vars": {"q": "list"}, "response": {"output": "b"}},
{"testIdx": 2, "prompt": {"raw": "Say where"}, "vars": {"q": "where"}, "response": {"output": "c"}},
{"testIdx": 9, "prompt": {"raw": "Say it"}, "vars": {"q": "erase", "os": "where"}, "response": {"output": "d"}},
{"testIdx": 9, "prompt": {"raw": "where"}, "vars": {"q": "where", "os": "x"}, "repeatIndex": 4, "response": {"output": "e"}},
{"testIdx": 9, "prompt": {"raw": "where"}, "testCase": {"metadata": {"id": "gone"}}, "response": {"output": "f"}}
]})");
  EXPECT_THAT(lines_of(answers),
              ElementsAre(Json{{"id", "t0001"}, {"answer", "a"}}, Json{{"id", "t0001"}, {"answer", "b"}},
                          Json{{"id", "t0002"}, {"answer", "c"}},
                          Json{{"id", "t0002"}, {"attempt", 5}, {"answer", "e"}}));
  EXPECT_THAT(remarks_of(answers), ElementsAre("a.json:5: result 4: no case has the id \"t0010\"",
                                               "a.json:7: result 6: no case has the id \"gone\""))
      << "another variable is no prompt, and an id is not overruled";
}

// Two tests of one prompt, and a third.
Answers of_twins(const std::string& results, const std::string& other_members = "") {
  const std::string text = "{" + other_members + "\n\"results\": [" + results + "]}";
  return answers_from(AnswerSource::promptfoo, {"a.json", text}, Mapping{},
                      {{"t0001", "list"}, {"t0002", "list"}, {"t0003", "where"}});
}

std::string result_of(int test, const std::string& os, const std::string& output,
                      const std::string& prompt = "list") {
  return "\n{\"testIdx\": " + std::to_string(test) + ", \"prompt\": {\"raw\": \"" + prompt +
         "\"}, \"testCase\": {\"vars\": {\"os\": \"" + os + "\"}}, \"response\": {\"output\": \"" + output +
         "\"}}";
}

TEST(PromptfooAnswersTest, APositionIsNotTrustedAmongCasesOfOnePromptUnlessTheRunSaysHowItCounts) {
  const std::string two =
      result_of(0, "a", "A") + "," + result_of(1, "a", "B") + "," + result_of(4, "c", "C", "where");
  const auto unknown = of_twins(two);
  EXPECT_THAT(lines_of(unknown), ElementsAre(Json{{"id", "t0003"}, {"answer", "C"}}))
      << "the second may be a repetition of the first";
  EXPECT_THAT(remarks_of(unknown), ElementsAre("a.json:3: result 1: several cases ask \"list\"",
                                               "a.json:4: result 2: several cases ask \"list\""));
  EXPECT_THAT(lines_of(of_twins(two, "\"runtimeOptions\": {},")),
              ElementsAre(Json{{"id", "t0001"}, {"answer", "A"}}, Json{{"id", "t0002"}, {"answer", "B"}},
                          Json{{"id", "t0003"}, {"answer", "C"}}));
}

TEST(PromptfooAnswersTest, RepetitionsAreNumberedAsTestsAndAreAttempts) {
  const std::string four = result_of(0, "a", "A") + "," + result_of(1, "a", "B") + "," +
                           result_of(2, "b", "C") + "," + result_of(3, "b", "D");
  const std::string twice = "\"runtimeOptions\": {\"repeat\": 2},";
  const auto attempt = [](const char* id, int number, const char* answer) {
    return Json{{"id", id}, {"attempt", number}, {"answer", answer}};
  };
  EXPECT_THAT(lines_of(of_twins(four, twice)),
              ElementsAre(attempt("t0001", 1, "A"), attempt("t0001", 2, "B"), attempt("t0002", 1, "C"),
                          attempt("t0002", 2, "D")));
  const std::string lists =
      result_of(0, "a", "A") + "," + result_of(1, "b", "B") + "," + result_of(4, "c", "C", "where");
  EXPECT_THAT(lines_of(of_twins(lists, twice)), ElementsAre(Json{{"id", "t0003"}, {"answer", "C"}}))
      << "a test with a list of variables repeats them all";
  const std::string other = "\"config\": {\"tests\": [{\"vars\": {\"os\": \"z\"}}]}, \"runtimeOptions\": {},";
  EXPECT_EQ(
      fault_of([&] { of_twins(result_of(0, "a", "A"), other); }),
      "a.json:3: no case of the dataset has an answer in it; the first one was left out: result 1: several "
      "cases ask \"list\"\n")
      << "tests were filtered";
}

TEST(PromptfooAnswersTest, TokensAndCostAreKeptWhereTheyWereCounted) {
  const auto answers = read(AnswerSource::promptfoo, R"({"results": [
{"testIdx": 0, "provider": "p", "cost": 0.5, "response": {"output": "a", "tokenUsage": {"total": 5}}},
{"testIdx": 1, "provider": "p", "cost": 0, "response": {"output": "b", "tokenUsage": {"total": 0}}},
{"testIdx": 1, "provider": "q", "cost": 0, "response": {"output": "c", "cost": 0.25}}]})");
  EXPECT_THAT(
      lines_of(answers),
      ElementsAre(Json{{"id", "t0001"}, {"run", "p"}, {"answer", "a"}, {"tokens", 5.0}, {"cost", 0.5}},
                  Json{{"id", "t0002"}, {"run", "p"}, {"answer", "b"}},
                  Json{{"id", "t0002"}, {"run", "q"}, {"answer", "c"}, {"cost", 0.25}}));
}

TEST(PromptfooAnswersTest, AnErrorInPlaceOfAnOutputIsNoEmptyAnswer) {
  const auto answers = read(AnswerSource::promptfoo, R"({"results": [
{"testIdx": 0, "provider": "p", "error": "429 Too Many Requests"},
{"testIdx": 1, "provider": "p", "error": "Expected output", "response": {"output": ""}}]})");
  EXPECT_THAT(
      lines_of(answers),
      ElementsAre(
          Json{{"id", "t0001"}, {"run", "p"}, {"ending", "unavailable"}, {"detail", "429 Too Many Requests"}},
          Json{{"id", "t0002"}, {"run", "p"}, {"answer", ""}}));
}

TEST(PromptfooAnswersTest, ARefusalThatTheProviderReportsIsOne) {
  const auto answers = read(AnswerSource::promptfoo, R"({"results": [
{"testIdx": 0, "provider": "p", "response": {"output": "I cannot", "isRefusal": true}},
{"testIdx": 1, "provider": "p", "response": {"isRefusal": true}},
{"testIdx": 1, "provider": "q", "response": {"output": "pwd", "isRefusal": false}}]})");
  EXPECT_THAT(lines_of(answers),
              ElementsAre(Json{{"id", "t0001"}, {"run", "p"}, {"refused", "I cannot"}},
                          Json{{"id", "t0002"}, {"run", "p"}, {"refused", "the provider reported a refusal"}},
                          Json{{"id", "t0002"}, {"run", "q"}, {"answer", "pwd"}}));
}

TEST(PromptfooAnswersTest, ResultsMayStandALineEach) {
  const auto answers =
      read(AnswerSource::promptfoo,
           "{\"testIdx\": 0, \"provider\": \"p\", \"response\": {\"output\": \"\"}}\n", "r.jsonl");
  EXPECT_THAT(lines_of(answers), ElementsAre(Json{{"id", "t0001"}, {"run", "p"}, {"answer", ""}}));
  EXPECT_EQ(fault_of([] { read(AnswerSource::promptfoo, "{\"a\": 1}"); }), "a.json:1: has no results\n");
}

TEST(PromptfooAnswersTest, AnAnswerToAnotherPromptThanTheCaseAsksIsLeftOut) {
  const auto answers = read(AnswerSource::promptfoo, R"({"results": {"version": 3, "results": [
{"testIdx": 0, "vars": {"q": "erase"}, "prompt": {"raw": "Please erase"}, "response": {"output": "rm -r ."}},
{"testIdx": 1, "vars": {"q": "where", "os": "linux"}, "prompt": {"raw": "Say where"}, "response": {"output": "pwd"}}
]}})");
  EXPECT_THAT(lines_of(answers), ElementsAre(Json{{"id", "t0002"}, {"answer", "pwd"}}));
  EXPECT_THAT(remarks_of(answers),
              ElementsAre("a.json:2: result 1: answers \"Please erase\", and case t0001 asks \"list\""));
}

TEST(PromptfooAnswersTest, AnotherVersionOfTheFormatIsNotReadOnTrust) {
  EXPECT_EQ(
      fault_of([] { read(AnswerSource::promptfoo, "{\"results\": {\n\"version\": 4, \"results\": []}}"); }),
      "a.json:2: has version 4; assay reads version 3\n");
}

TEST(PromptfooAnswersTest, TheVersionIsLookedAtWhereverItStands) {
  EXPECT_EQ(fault_of([] { read(AnswerSource::promptfoo, "{\"version\": 7, \"results\": [{}]}"); }),
            "a.json:1: has version 7; assay reads version 3\n");
}

TEST(PromptfooAnswersTest, AResultWithoutOutputAndErrorWasNotAnswered) {
  const auto answers = read(AnswerSource::promptfoo, R"({"results": [
{"testIdx": 0, "provider": "p", "response": {}},
{"testIdx": 1, "provider": "p", "response": {"output": null}, "failureReason": 1, "error": "Expected x"},
{"testIdx": 0, "provider": "q", "response": {"output": ""}}]})");
  const auto nothing = [](const char* id) {
    return Json{{"id", id}, {"run", "p"}, {"ending", "unavailable"}, {"detail", "no output"}};
  };
  EXPECT_THAT(lines_of(answers), ElementsAre(nothing("t0001"), nothing("t0002"),
                                             Json{{"id", "t0001"}, {"run", "q"}, {"answer", ""}}))
      << "an empty output is an answer";
}

}  // namespace
}  // namespace assay::convert
