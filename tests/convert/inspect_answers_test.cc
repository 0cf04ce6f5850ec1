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
  EXPECT_EQ(fault_of([] { read(AnswerSource::inspect, "PK\x03\x04"); }), "a.json: is an archive\n");
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

}  // namespace
}  // namespace assay::convert
