// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "answer_texts.h"

namespace assay::convert {
namespace {

using testing::ElementsAre;

TEST(InspectAnswersTest, AnotherVersionOfTheFormatIsNotReadOnTrust) {
  EXPECT_EQ(fault_of([] { read(AnswerSource::inspect, "{\n\"version\": 3, \"samples\": []}"); }),
            "a.json:2: has version 3; assay reads version 2\n");
}

TEST(InspectAnswersTest, SamplesOfADumpAreAnswers) {
  const auto answers = read(AnswerSource::inspect, R"({"version": 2, "eval": {"model": "m/x"}, "samples": [
{"id": "t0001", "epoch": 2, "input": "list", "output": {"choices": [{"message": {"content": "ls"}}], "completion": "ls"}, "total_time": 1.5,
 "scores": {"match": {"value": "C", "history": [{"value": "I", "provenance": {"author": "me"}}]}}},
{"id": "t0002", "epoch": 1, "input": "where", "output": {"choices": []}, "error": {"message": "rate limit"}},
{"id": "q1", "epoch": 1, "input": "how long?", "output": {"completion": "attachment://abc"}}
]})");
  EXPECT_THAT(lines_of(answers), ElementsAre(Json{{"id", "t0001"},
                                                  {"run", "m/x"},
                                                  {"attempt", 2},
                                                  {"answer", "ls"},
                                                  {"latency_ms", 1500.0},
                                                  {"label", true}},
                                             Json{{"id", "t0002"},
                                                  {"run", "m/x"},
                                                  {"attempt", 1},
                                                  {"ending", "unavailable"},
                                                  {"detail", "rate limit"}}));
  EXPECT_THAT(
      remarks_of(answers),
      ElementsAre(
          "a.json:5: sample 3: its output is an attachment; dump the log with --resolve-attachments"));
  EXPECT_EQ(fault_of([] { read(AnswerSource::inspect, "PK\x03\x04\xB5"); }), "a.json: is an archive\n");
}

TEST(InspectAnswersTest, ASampleIsTheCaseWhosePromptIsItsInput) {
  const auto answers = read(AnswerSource::inspect, R"({"version": 2, "eval": {"model": "m"}, "samples": [
{"id": "t0001", "epoch": 1, "input": "erase", "output": {"completion": "rm -r ."}},
{"id": "t0002", "epoch": 1, "input": [{"role": "system", "content": "be brief"}, {"role": "user", "content": "where"}],
 "output": {"completion": "pwd"}},
{"id": "q1", "epoch": 1, "output": {"completion": "long"}},
{"id": "q1", "epoch": 1, "input": "attachment://abc", "output": {"completion": "long"}}
]})");
  EXPECT_THAT(lines_of(answers),
              ElementsAre(Json{{"id", "t0002"}, {"run", "m"}, {"attempt", 1}, {"answer", "pwd"}}));
  EXPECT_THAT(
      remarks_of(answers),
      ElementsAre("a.json:2: sample 1: answers \"erase\", and case t0001 asks \"list\"",
                  "a.json:5: sample 3: has no input, which must be the prompt of its case",
                  "a.json:6: sample 4: its input is an attachment; dump the log with --resolve-attachments"));
}

TEST(InspectAnswersTest, ASampleWithAnImageAsksMoreThanACase) {
  EXPECT_EQ(
      fault_of([] {
        read(
            AnswerSource::inspect,
            R"({"version": 2, "samples": [{"id": "t0001", "epoch": 1, "input": [{"role": "user", "content": [{"type": "text", "text": "list"}, {"type": "image", "image": "a.png"}]}], "output": {"completion": "ls"}}]})");
      }),
      "a.json:1: no case of the dataset has an answer in it; the first one was left out: sample 1: its "
      "prompt "
      "has a part that is not text: image\n");
}

Answers of_samples(const std::string& members) {
  return read(AnswerSource::inspect,
              "{\"version\": 2, \"samples\": [\n{\"id\": \"t0001\", \"epoch\": 1, \"input\": "
              "\"list\", " +
                  members + "}]}");
}

std::string output_of(const std::string& stop_reason, const std::string& text) {
  return "\"output\": {\"choices\": [{\"message\": {\"content\": \"" + text + "\"}, \"stop_reason\": \"" +
         stop_reason + "\"}], \"completion\": \"" + text + "\"}";
}

std::string detail_of(const std::string& members) {
  const Json line = lines_of(of_samples(members)).at(0);
  EXPECT_EQ(line.value("ending", ""), "unavailable") << line;
  return line.value("detail", "");
}

TEST(InspectAnswersTest, ASampleStoppedByALimitHasNoAnswer) {
  const std::string none = R"("output": {"choices": [], "completion": ""}, )";
  for (const char* kind :
       {"context", "time", "working", "message", "token", "turn", "cost", "operator", "custom"})
    EXPECT_EQ(
        detail_of(none + "\"limit\": {\"type\": \"" + kind + "\", \"limit\": 1, \"reason\": \"too much\"}"),
        "too much");
  EXPECT_EQ(detail_of(none + R"("limit": {"type": "token", "limit": 1})"),
            "the sample was stopped by its limit: token");
  EXPECT_EQ(detail_of(output_of("stop", "ls") + R"(, "limit": {"type": "token", "limit": 1, "reason": "8"})"),
            "8");
}

TEST(InspectAnswersTest, ATimeLimitAfterTheAnswerLeavesIt) {
  for (const char* kind : {"time", "working"}) {
    const std::string limit =
        std::string(R"(, "limit": {"type": ")") + kind + R"(", "limit": 1, "reason": "late"})";
    EXPECT_EQ(lines_of(of_samples(output_of("stop", "ls") + limit)).at(0).value("answer", ""), "ls");
    EXPECT_EQ(detail_of(output_of("tool_calls", "I look") + limit), "late") << "not its last message";
  }
}

TEST(InspectAnswersTest, AnErrorOfTheOutputIsNoAnswer) {
  EXPECT_EQ(detail_of(R"("output": {"choices": [], "completion": "", "error": "overloaded"})"), "overloaded");
}

TEST(InspectAnswersTest, TheReasonWhyAModelStoppedCountsAsThatOfAServer) {
  const auto refused = [](const std::string& text) {
    return lines_of(of_samples(output_of("content_filter", text))).at(0).value("refused", "");
  };
  EXPECT_EQ(refused("I can't"), "I can't");
  EXPECT_EQ(refused(""), "the server filtered the message out");
  for (const char* reason : {"max_tokens", "model_length"})
    EXPECT_EQ(detail_of(output_of(reason, "ls -")), std::string("the message was cut off (") + reason + ")");
}

TEST(InspectAnswersTest, AnInvalidatedSampleIsNotMeasured) {
  EXPECT_EQ(
      detail_of(output_of("stop", "ls") + R"(, "invalidation": {"author": "me", "reason": "wrong sandbox"})"),
      "the sample was invalidated: wrong sandbox");
}

TEST(InspectAnswersTest, TextInPartsIsReadWithoutThoughts) {
  const auto answers = of_samples(
      R"("output": {"choices": [{"stop_reason": "stop", "message": {"content": [{"type": "reasoning", "reasoning": "hm"}, {"type": "text", "text": "ls"}, {"type": "text", "text": " -a"}]}}], "usage": {"total_tokens": 8}})");
  const Json line = lines_of(answers).at(0);
  EXPECT_EQ(line.value("answer", ""), "ls -a");
  EXPECT_EQ(line.value("tokens", 0.0), 8);
}

TEST(InspectAnswersTest, ALogAsItIsStoredIsAnArchive) {
  try {
    read(AnswerSource::inspect, std::string("PK\x03\x04\x14\0\xFF", 7), "log.eval");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.problems().at(0).what, "is an archive");
    EXPECT_EQ(error.problems().at(0).next, "write it as JSON: inspect log dump FILE > log.json");
  }
}

}  // namespace
}  // namespace assay::convert
