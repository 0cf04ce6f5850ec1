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
      ElementsAre(Json{{"id", "t0001"}, {"run", "ls-tool"}, {"answer", "ls -a"}, {"latency_ms", 104.0}},
                  Json{{"id", "t0002"},
                       {"run", "exec: ls.sh"},
                       {"ending", "unavailable"},
                       {"detail", "spawn ENOENT"}}));
  EXPECT_THAT(remarks_of(answers), ElementsAre("a.json:5: result 3: no case has the id \"t0008\"",
                                               "a.json:6: result 4: its output is not text"));
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

TEST(PromptfooAnswersTest, APromptOfSeveralCasesFindsNone) {
  const std::string text = R"({"results": [
{"testIdx": 0, "prompt": {"raw": "list"}, "response": {"output": "a"}},
{"testIdx": 7, "prompt": {"raw": "list"}, "response": {"output": "b"}}]})";
  const auto answers = answers_from(AnswerSource::promptfoo, {"a.json", text}, Mapping{},
                                    {{"t0001", "list"}, {"t0002", "list"}});
  EXPECT_THAT(lines_of(answers), ElementsAre(Json{{"id", "t0001"}, {"answer", "a"}}));
  EXPECT_THAT(remarks_of(answers), ElementsAre("a.json:3: result 2: several cases ask \"list\""));
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
