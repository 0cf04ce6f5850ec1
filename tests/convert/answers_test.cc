// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/answers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "converted.h"

namespace assay::convert {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::vector<AskedCase> kAsked = {{"t0001", "list"}, {"t0002", "where\n"}, {"q1", "how long?"}};

Answers read(AnswerSource source, const std::string& text, const std::string& file = "a.json",
             const std::string& map = "") {
  return answers_from(source, {file, text}, map.empty() ? Mapping{} : answer_mapping_from(map), kAsked);
}

std::vector<Json> lines_of(const Answers& answers) {
  std::vector<Json> lines;
  std::istringstream text(answers.lines);
  for (std::string line; std::getline(text, line);) lines.push_back(Json::parse(line));
  return lines;
}

std::vector<std::string> remarks_of(const Answers& answers) {
  std::vector<std::string> lines;
  for (const Remark& each : answers.remarks) lines.push_back(assay::to_string(each.where) + ": " + each.what);
  return lines;
}

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
      ElementsAre("a.json:1: its answer is a plain value, not text"))
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
  EXPECT_EQ(fault_of([] { read(AnswerSource::jsonl, ""); }),
            "a.json: no case of the dataset has an answer in it\n");
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

constexpr const char* kResults = R"({"evalId": "e", "results": {"version": 3, "results": [
{"testIdx": 0, "promptIdx": 0, "provider": {"id": "exec: ls.sh", "label": "ls-tool"}, "response": {"output": "ls -a"},
 "latencyMs": 104, "failureReason": 1, "error": "Expected output", "success": false, "testCase": {"metadata": {}}},
{"testIdx": 1, "promptIdx": 1, "provider": "exec: ls.sh", "error": "spawn ENOENT", "failureReason": 2},
{"testIdx": 7, "provider": "p", "response": {"output": "x"}},
{"testIdx": 3, "testCase": {"metadata": {"id": "q1"}}, "provider": "p", "response": {"output": {"a": 1}}}
]}})";

TEST(PromptfooAnswersTest, AResultIsAnAnswerWhateverWasSaidOfIt) {
  const auto answers = read(AnswerSource::promptfoo, kResults);
  EXPECT_THAT(
      lines_of(answers),
      ElementsAre(Json{{"id", "t0001"}, {"run", "ls-tool"}, {"answer", "ls -a"}, {"latency_ms", 104.0}},
                  Json{{"id", "t0002"},
                       {"run", "exec: ls.sh prompt 2"},
                       {"ending", "unavailable"},
                       {"detail", "spawn ENOENT"}}));
  EXPECT_THAT(remarks_of(answers),
              ElementsAre("a.json:5: no case has the id \"t0008\"", "a.json:6: its output is not text"));
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
              ElementsAre("a.json:2: answers \"Please erase\", and case t0001 asks \"list\""));
}

TEST(PromptfooAnswersTest, AnotherVersionOfTheFormatIsNotReadOnTrust) {
  EXPECT_EQ(
      fault_of([] { read(AnswerSource::promptfoo, "{\"results\": {\n\"version\": 4, \"results\": []}}"); }),
      "a.json:2: has version 4; assay reads version 3\n");
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
