// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "answer_texts.h"

namespace assay::convert {
namespace {

using testing::ElementsAre;

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
  EXPECT_THAT(answer_part_names(), ElementsAre("id", "prompt", "answer", "run", "attempt", "latency_ms",
                                               "tokens", "cost", "refused", "label"));
}

TEST(AnswerRowsTest, AMappedMemberThatNoRowHasIsRefused) {
  const std::string rows =
      "\n{\"id\": \"t0001\", \"answer\": \"ls\", \"by\": {\"who\": null}, \"model\": null}\n";
  const auto reading = [&](const std::string& map) {
    return [&rows, map] { read(AnswerSource::jsonl, rows, "a.jsonl", map); };
  };
  EXPECT_EQ(fault_of(reading("run=modle")), "a.jsonl:2: there is no member \"modle\"\n")
      << "its answers would be taken for those of one run";
  EXPECT_EQ(next_step_of(reading("run=modle")), "did you mean \"model\"?");
  EXPECT_EQ(fault_of(reading("run=/by/name")), "a.jsonl:2: there is no member \"/by/name\"\n");
  EXPECT_EQ(fault_of(reading("run=model")), "") << "it is there, as nothing";
}

TEST(AnswerRowsTest, ARowIsAnObject) {
  EXPECT_THAT(remarks_of(read(AnswerSource::jsonl, "{\"id\": \"t0001\", \"answer\": \"ls\"}\n[1]\n")),
              ElementsAre("a.json:2: is a list, not an object"));
}

TEST(AnswerRowsTest, AnAnswerToAPromptThatSeveralCasesAskIsOfNone) {
  const std::vector<KnownCase> asked = {{"linux", "list"}, {"dos", "list\n"}, {"where", "where"}};
  const std::string rows =
      "{\"prompt\": \"list\", \"answer\": \"ls\"}\n{\"prompt\": \"list\", \"answer\": \"dir\"}\n"
      "{\"prompt\": \"list\", \"id\": \"dos\", \"answer\": \"dir\"}\n";
  const Answers answers = answers_from(AnswerSource::jsonl, {"a.jsonl", rows}, {}, asked);
  EXPECT_THAT(lines_of(answers), ElementsAre(Json{{"id", "dos"}, {"answer", "dir"}}));
  EXPECT_THAT(remarks_of(answers),
              ElementsAre("a.jsonl:1: several cases ask \"list\"", "a.jsonl:2: several cases ask \"list\""));
  EXPECT_EQ(answers.remarks.at(0).next,
            "say in each answer which case it answers: member \"id\", or --map id=MEMBER");
}

TEST(AnswerRowsTest, RowsMayBeAnArray) {
  const auto answers =
      read(AnswerSource::jsonl, "\n[{\"id\": \"t0001\", \"said\": \"ls\"}, {\"id\": \"t0002\"},\n 7]",
           "a.json", "answer=said");
  EXPECT_THAT(lines_of(answers), ElementsAre(Json{{"id", "t0001"}, {"answer", "ls"}}));
  EXPECT_THAT(remarks_of(answers),
              ElementsAre("a.json:2: row 2: has no answer", "a.json:3: row 3: is a number, not an object"));
}

TEST(AnswerRowsTest, AnIdWhoseDigitsAreLostIsRefused) {
  EXPECT_EQ(
      fault_of([] { read(AnswerSource::jsonl, "{\"id\": 12345678901234567890, \"answer\": \"ls\"}\n"); }),
      "a.json:1: the id is a number too large to keep its digits: 1.2345678901234567e+19\n");
}

TEST(AnswerRowsTest, OneOddTokenDoesNotRefuseAFile) {
  const std::string deep = std::string(300, '[') + std::string(300, ']');
  const auto answers = read(
      AnswerSource::jsonl,
      "{\"id\": \"t0001\", \"answer\": \"ls\", \"score\": NaN, \"x\": [-Infinity, 1e999, \"NaN \\\" NaN\"]}\n"
      "{\"id\": \"t0002\", \"answer\": \"a \\ud83d b \\ud83d\\ude00\", \"latency_ms\": NaN}\n"
      "{\"id\": \"t0002\", \"answer\": \"pwd\n"
      "{\"id\": \"t0002\", \"answer\": NaN}\n"
      "{\"id\": \"q1\", \"answer\": \"long\", \"trace\": " +
          deep + "}\n");
  EXPECT_THAT(lines_of(answers),
              ElementsAre(Json{{"id", "t0001"}, {"answer", "ls"}},
                          Json{{"id", "t0002"}, {"answer", "a \xEF\xBF\xBD b \xF0\x9F\x98\x80"}},
                          Json{{"id", "q1"}, {"answer", "long"}}));
  EXPECT_THAT(
      remarks_of(answers),
      ElementsAre("a.json:2: half of a surrogate pair (\\ud800 to \\udfff) is read as U+FFFD",
                  testing::StartsWith("a.json:3: not valid JSON at column"), "a.json:4: has no answer"));
  EXPECT_EQ(answers.left_out, 2u) << "a note leaves nothing out";
}

TEST(AnswerRowsTest, RowsMayBeAListInOneDocument) {
  const std::string text = R"({"testRunData": {
"testCases": [{"name": "t0001", "actualOutput": "ls"}, {"name": "t0002", "actualOutput": "pwd"}],
"empty": [], "metricsScores": [{"metric": "Exact Match"}], "count": 2}})";
  const std::string map = "id=name,answer=actualOutput";
  const auto taken = [&](const std::string& rows) {
    Mapping mapping = answer_mapping_from(map);
    mapping.rows = rows;
    return answers_from(AnswerSource::jsonl, {"a.json", text}, mapping, kAsked);
  };
  EXPECT_THAT(lines_of(taken("/testRunData/testCases")),
              ElementsAre(Json{{"id", "t0001"}, {"answer", "ls"}}, Json{{"id", "t0002"}, {"answer", "pwd"}}));
  const auto next_step = [&](const std::string& rows, const std::string& what) -> std::string {
    try {
      taken(rows);
    } catch (const Error& error) {
      EXPECT_EQ(error.problems().at(0).what, what);
      return error.problems().at(0).next;
    }
    return "";
  };
  const std::string next =
      "name the list of its rows: --rows /testRunData/testCases, or --rows /testRunData/metricsScores";
  EXPECT_EQ(next_step("", "holds one object, which is no row"), next);
  EXPECT_EQ(next_step("/testCases", "has nothing at /testCases"), next);
  EXPECT_EQ(next_step("/testRunData/count", "is a number at /testRunData/count, not a list"), next);
}

}  // namespace
}  // namespace assay::convert
