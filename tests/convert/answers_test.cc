// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "answer_texts.h"

namespace assay::convert {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(AnswerRowsTest, MembersAreNamedAndCasesAreFoundByTheirPrompt) {
  const auto answers = read(AnswerSource::jsonl,
                            R"({"doc": {"nl": "where"}, "out": ["pwd"], "model": "m", "ms": 12.5})"
                            "\n"
                            R"({"doc": {"nl": "who"}, "out": ["id"]})"
                            "\n",
                            "a.jsonl", "prompt=/doc/nl,answer=/out/0,run=model,latency_ms=ms");
  EXPECT_THAT(lines_of(answers),
              ElementsAre(Json{{"id", "t0002"}, {"run", "m"}, {"answer", "pwd"}, {"latency_ms", 12.5}}));
  EXPECT_THAT(remarks_of(answers), ElementsAre("a.jsonl:2: no case asks \"who\""));
  EXPECT_EQ(answers.left_out, 1u);
}

TEST(AnswerRowsTest, WhatIsNoAnswerIsLeftOut) {
  EXPECT_THAT(
      remarks_of(read(AnswerSource::jsonl,
                      "{\"id\": \"t0001\"}\n{\"answer\": \"ls\"}\n{\"id\": \"t0001\", \"answer\": [1]}\n"
                      "{\"id\": \"t0001\", \"answer\": \"ls\", \"attempt\": 0}\n{\"id\": \"t0001\", "
                      "\"answer\": \"ls\"}\n")),
      ElementsAre("a.json:1: has no answer", "a.json:2: names neither the id nor the prompt of its case",
                  "a.json:3: its answer is a list, not text",
                  "a.json:4: its attempt is not a number from 1 to 1000"));
  EXPECT_THAT(
      remarks_of(read(AnswerSource::jsonl,
                      "{\"id\": \"t0001\", \"answer\": true}\n{\"id\": \"t0001\", \"answer\": \"true\"}\n")),
      ElementsAre("a.json:1: its answer is true or false, not text"))
      << "a verdict is not the command `true`";
}

TEST(AnswerRowsTest, ARefusalIsAVerdictOrAReason) {
  const auto with = [](const std::string& refused) {
    return read(AnswerSource::jsonl, "{\"id\": \"t0001\", \"answer\": \"ls\", \"refused\": " + refused +
                                         "}\n{\"id\": \"t0002\", \"answer\": \"pwd\"}\n");
  };
  EXPECT_EQ(lines_of(with("true")).at(0), (Json{{"id", "t0001"}, {"refused", "refused"}}));
  EXPECT_EQ(lines_of(with("\"I will not\"")).at(0), (Json{{"id", "t0001"}, {"refused", "I will not"}}));
  for (const char* none : {"false", "null", "\"\""})
    EXPECT_EQ(lines_of(with(none)).at(0), (Json{{"id", "t0001"}, {"answer", "ls"}})) << none;
  for (const std::string word : {"false", "no", "No ", "0", "true"})
    EXPECT_THAT(remarks_of(with("\"" + word + "\"")), ElementsAre("a.json:1: its refused is the text \"" +
                                                                  word + "\", not true, false or a reason"));
  EXPECT_THAT(remarks_of(with("0")),
              ElementsAre("a.json:1: its refused is \"0\", not true, false or a reason"));
}

TEST(AnswerRowsTest, APromptBesideAnIdIsThePromptOfTheCase) {
  EXPECT_THAT(remarks_of(read(AnswerSource::jsonl,
                              "{\"id\": \"t0001\", \"prompt\": \"erase\", \"answer\": \"rm -r .\"}\n"
                              "{\"id\": \"t0002\", \"prompt\": \"where\", \"answer\": \"pwd\"}\n"
                              "{\"id\": \"t0001\", \"prompt\": [\"list\"], \"answer\": \"ls\"}\n")),
              ElementsAre("a.json:1: answers \"erase\", and case t0001 asks \"list\"",
                          "a.json:3: its prompt is a list, not text"));
  EXPECT_THAT(lines_of(read(AnswerSource::jsonl, "{\"prompt\": \"list\", \"answer\": \"ls\"}\n")),
              ElementsAre(Json{{"id", "t0001"}, {"answer", "ls"}}));
}

TEST(AnswerRowsTest, ASecondAnswerForAnAttemptIsRefusedAtItsLine) {
  EXPECT_EQ(fault_of([] {
              read(AnswerSource::jsonl,
                   "{\"id\": \"t0001\", \"answer\": \"ls\"}\n\n"
                   "{\"id\": \"t0001\", \"answer\": \"ls\", \"attempt\": 1}\n");
            }),
            "a.json:3: a second answer for attempt 1 of \"t0001\"; the first is in line 1\n");
}

TEST(AnswerRowsTest, AMappingNamesPartsOfAnAnswer) {
  EXPECT_EQ(fault_of([] { answer_mapping_from("anser=x"); }), ": --map: an answer has no part \"anser\"\n");
}

TEST(AnswersTest, AFileWithoutAnAnswerToACaseIsTheWrongOne) {
  EXPECT_EQ(
      fault_of([] { read(AnswerSource::jsonl, "{\"id\": \"x\", \"answer\": \"ls\"}\n"); }),
      "a.json:1: no case of the dataset has an answer in it; the first one was left out: no case has the id "
      "\"x\"\n");
}

TEST(AnswersTest, AFileWithoutAnyAnswerIsSaidToHaveNone) {
  for (const std::string text : {"", "\n \n"})
    EXPECT_EQ(fault_of([&] { read(AnswerSource::jsonl, text, "a.jsonl"); }), "a.jsonl: is empty\n");
  EXPECT_EQ(fault_of([] { read(AnswerSource::promptfoo, "{\"results\": []}"); }),
            "a.json: there are no answers in it\n");
}

TEST(AnswersTest, BytesThatAreNoTextStopAllAtTheirLine) {
  EXPECT_EQ(fault_of([] { read(AnswerSource::promptfoo, "\xFF\xFE{"); }), "a.json:1: is not UTF-8\n");
}

TEST(AnswersTest, TheNextStepIsThatOfTheFirstFault) {
  const auto next = [](const std::string& line) {
    return next_step_of([&] { read(AnswerSource::jsonl, line + "\n"); });
  };
  const std::string other_dataset = "name the dataset that was made from these tests";
  EXPECT_EQ(next(R"({"id": "x", "answer": "ls"})"), other_dataset);
  EXPECT_EQ(next(R"({"id": "t0001", "prompt": "erase", "answer": "ls"})"), other_dataset);
  EXPECT_EQ(next(R"({"id": "t0001", "answer": "l\u0000s"})"), "remove it; no command that runs can hold one");
  for (const char* faulty :
       {R"({"id": "t0001", "answer": true})", R"({"id": "t0001", "answer": "ls", "attempt": 0})"})
    EXPECT_EQ(next(faulty), "correct that answer and those after it") << faulty;
}

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
  EXPECT_THAT(remarks_of(answers),
              ElementsAre("a.json:5: its output is an attachment; dump the log with --resolve-attachments"));
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
  EXPECT_THAT(remarks_of(answers),
              ElementsAre("a.json:2: answers \"erase\", and case t0001 asks \"list\"",
                          "a.json:5: has no input, which must be the prompt of its case",
                          "a.json:6: its input is an attachment; dump the log with --resolve-attachments"));
}

TEST(TrecAnswersTest, ADocumentIsListedOnceForAQuery) {
  EXPECT_EQ(
      fault_of([] { read(AnswerSource::trec, "q1 Q0 b 1 0.9 tag\nq1 Q0 a 2 0.5 tag\nq1 Q0 b 3 0.4 tag\n"); }),
      "a.json:3: lists \"b\" for query q1 again; it is listed in line 1\n");
  EXPECT_EQ(read(AnswerSource::trec, "q1 Q0 b 1 0.9 tag\nq1 Q0 b 1 0.9 other\n").count, 2u);
}

TEST(TrecAnswersTest, AByteOrderMarkIsNoPartOfAQuery) {
  EXPECT_EQ(read(AnswerSource::trec, "\xEF\xBB\xBFq1 Q0 b 1 0.9 tag\n").count, 1u);
}

TEST(TrecAnswersTest, HitsAreOrderedByTheirScores) {
  const auto answers =
      read(AnswerSource::trec, "q1 Q0 b 1 0.5 tag\nq1 Q0 a 2 0.9 tag\nq1 Q0 c 3 0.5 tag\n\n");
  EXPECT_THAT(
      lines_of(answers),
      ElementsAre(Json{
          {"id", "q1"}, {"run", "tag"}, {"hits", {{{"doc_id", "a"}}, {{"doc_id", "c"}}, {{"doc_id", "b"}}}}}))
      << "equals by document, falling, as trec_eval does";
  EXPECT_THAT(remarks_of(answers), IsEmpty());
  EXPECT_EQ(fault_of([] { read(AnswerSource::trec, "q1 Q0 b 1 0.5 tag\nq1 Q0 b\n"); }),
            "a.json:2: has 3 fields, not 6\n");
  EXPECT_EQ(fault_of([] { read(AnswerSource::trec, "q1 Q0 b 1 high tag\n"); }),
            "a.json:1: \"high\" is not a score\n");
}

}  // namespace
}  // namespace assay::convert
