// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "answer_texts.h"

namespace assay::convert {
namespace {

using testing::ElementsAre;

TEST(AnswerListTest, AFileWithoutAnAnswerToACaseIsTheWrongOne) {
  EXPECT_EQ(
      fault_of([] { read(AnswerSource::jsonl, "{\"id\": \"x\", \"answer\": \"ls\"}\n"); }),
      "a.json:1: no case of the dataset has an answer in it; the first one was left out: no case has the id "
      "\"x\"\n");
}

TEST(AnswerListTest, AFileWithoutAnyAnswerIsSaidToHaveNone) {
  for (const std::string text : {"", "\n \n"})
    EXPECT_EQ(fault_of([&] { read(AnswerSource::jsonl, text, "a.jsonl"); }), "a.jsonl: is empty\n");
  EXPECT_EQ(fault_of([] { read(AnswerSource::promptfoo, "{\"results\": []}"); }),
            "a.json: there are no answers in it\n");
}

TEST(AnswerListTest, BytesThatAreNoTextStopAllAtTheirLine) {
  EXPECT_EQ(fault_of([] { read(AnswerSource::promptfoo, "\xFF{"); }), "a.json:1: is not UTF-8\n");
}

TEST(AnswerListTest, AnswersOfOneLineAreToldApart) {
  EXPECT_EQ(
      fault_of([] {
        read(
            AnswerSource::inspect,
            R"({"version": 2, "samples": [{"id": "t0001", "epoch": 1, "input": "list", "output": {"completion": "a"}}, )"
            R"({"id": "t0001", "epoch": 1, "input": "list", "output": {"completion": "b"}}]})");
      }),
      "a.json:1: a second answer for attempt 1 of \"t0001\"; the first is in line 1 (sample 1)\n");
  EXPECT_THAT(
      remarks_of(read(AnswerSource::promptfoo,
                      R"({"results": [{"testIdx": 0, "response": {"output": "a"}}, {"testIdx": 8}, 7]})")),
      ElementsAre("a.json:1: result 2: no case has the id \"t0009\"", "a.json:1: result 3: is not a result"));
}

TEST(AnswerListTest, TheNextStepIsThatOfTheFirstFault) {
  const auto next = [](const std::string& line) {
    return next_step_of([&] { read(AnswerSource::jsonl, line + "\n"); });
  };
  const std::string other_dataset =
      "name the dataset that was made from these tests; an answer to a test that it lacks stays out";
  EXPECT_EQ(next(R"({"id": "x", "answer": "ls"})"), other_dataset);
  EXPECT_EQ(next(R"({"id": "t0001", "prompt": "erase", "answer": "ls"})"), other_dataset);
  EXPECT_EQ(next(R"({"id": "t0001", "answer": "l\u0000s"})"), "remove it; no command that runs can hold one");
  for (const char* faulty :
       {R"({"id": "t0001", "answer": true})", R"({"id": "t0001", "answer": "ls", "attempt": 0})"})
    EXPECT_EQ(next(faulty), "correct that answer and those after it") << faulty;
}

}  // namespace
}  // namespace assay::convert
