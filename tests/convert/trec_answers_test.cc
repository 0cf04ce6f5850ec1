// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "answer_texts.h"

namespace assay::convert {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

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
      read(AnswerSource::trec, "q1 Q0 b 1 0.5 tag\nq1 Q0 a 2 0.75 tag\nq1 Q0 c 3 0.5 tag\n\n");
  EXPECT_THAT(lines_of(answers), ElementsAre(Json{{"id", "q1"},
                                                  {"run", "tag"},
                                                  {"hits",
                                                   {{{"doc_id", "a"}, {"score", 0.75}},
                                                    {{"doc_id", "c"}, {"score", 0.5}},
                                                    {{"doc_id", "b"}, {"score", 0.5}}}}},
                                             Json{{"id", "t0001"}, {"run", "tag"}, {"hits", Json::array()}},
                                             Json{{"id", "t0002"}, {"run", "tag"}, {"hits", Json::array()}}))
      << "equals by document, falling, as trec_eval does";
  EXPECT_THAT(remarks_of(answers), IsEmpty());
  EXPECT_EQ(fault_of([] { read(AnswerSource::trec, "q1 Q0 b 1 0.5 tag\nq1 Q0 b\n"); }),
            "a.json:2: has 3 fields, not 6\n");
  EXPECT_EQ(fault_of([] { read(AnswerSource::trec, "q1 Q0 b 1 high tag\n"); }),
            "a.json:1: \"high\" is not a score\n");
}

// The documents of the first answer, in order.
std::vector<std::string> found(AnswerSource source, const std::string& text) {
  std::vector<std::string> documents;
  const Json first = lines_of(read(source, text)).front();
  for (const Json& hit : first["hits"]) documents.push_back(hit["doc_id"]);
  return documents;
}

TEST(TrecAnswersTest, ScoresTieAsNumbersOf32Bits) {
  for (const std::string text : {"q1 Q0 a 1 .1234567892 t\nq1 Q0 b 2 .1234567891 t\n",
                                 "q1 Q0 a 1 16777217 t\nq1 Q0 b 2 16777216 t\n"}) {
    EXPECT_THAT(found(AnswerSource::trec, text), ElementsAre("b", "a")) << text;
    EXPECT_THAT(
        remarks_of(read(AnswerSource::trec, text)),
        ElementsAre("a.json: 1 query has documents with different scores that are equal in 32 bits, as "
                    "trec_eval reads them: these documents are ordered by name"));
  }
  EXPECT_THAT(found(AnswerSource::trec, "q1 Q0 a 1 .12345679 t\nq1 Q0 b 2 .12345670 t\n"),
              ElementsAre("a", "b"));
  EXPECT_EQ(fault_of([] { read(AnswerSource::trec, "q1 Q0 b 1 1e39 tag\n"); }),
            "a.json:1: \"1e39\" is not a score\n")
      << "infinite in 32 bits";
}

TEST(TrecAnswersTest, AQueryThatIsNotInARunFoundNothing) {
  const std::string text = "q1 Q0 a 1 2 t\nq1 Q0 a 1 2 u\nt0001 Q0 a 1 2 u\n";
  const Answers empty = answers_from(AnswerSource::trec, {"r", text}, {}, kAsked);
  EXPECT_EQ(lines_of(empty).size(), 6u);
  EXPECT_EQ(empty.absent, (std::map<std::string, std::size_t>{{"t", 2}, {"u", 1}}));
  const Answers unmeasured = answers_from(AnswerSource::trec, {"r", text}, {}, kAsked,
                                          {.absent = RankedOptions::Absent::unmeasured});
  EXPECT_EQ(lines_of(unmeasured).size(), 3u);
  EXPECT_EQ(unmeasured.absent, empty.absent);
  EXPECT_EQ(lines_of(read(AnswerSource::jsonl, "{\"id\": \"q1\", \"answer\": \"ls\"}\n")).size(), 1u)
      << "other answers are not rankings";
}

TEST(TrecAnswersTest, ASignAndWordsBehindTheTagAreReadAsTrecEvalDoes) {
  EXPECT_THAT(found(AnswerSource::trec, "q1 Q0 b 1 +5 tag of a run\nq1 Q0 a 2 +6 tag of a run\n"),
              ElementsAre("a", "b"));
}

TEST(TrecAnswersTest, AnotherFormatIsRefusedWithWhatItMayBe) {
  const auto fault = [](AnswerSource source, const std::string& text) {
    const auto action = [&] { read(source, text); };
    return fault_of(action) + next_step_of(action);
  };
  EXPECT_EQ(fault(AnswerSource::trec, "q1 0 a 1\n"),
            "a.json:1: has 4 fields, not 6\na line with four fields is a judgement: name the run");
  EXPECT_EQ(
      fault(AnswerSource::trec, "q1\ta\t1\n"),
      "a.json:1: has 3 fields, not 6\na run with three fields is one of MS MARCO or BEIR: --from msmarco, "
      "--from beir");
  for (const int fields : {1, 2, 5}) {
    std::string line = "q1";
    for (int i = 1; i < fields; ++i) line += " 1";
    EXPECT_EQ(fault(AnswerSource::trec, line + "\n"),
              "a.json:1: has " + std::to_string(fields) + (fields == 1 ? " field" : " fields") +
                  ", not 6\na line is: query Q0 document rank score tag");
  }
  for (const auto source : {AnswerSource::beir, AnswerSource::msmarco})
    EXPECT_EQ(fault(source, "q1 Q0 a 1 2 t\n").substr(0, 11), "a.json:1: h");
}

TEST(TrecAnswersTest, ANumberMayBeWrittenDifferently) {
  const std::vector<KnownCase> asked = {{"051", "x"}, {"q2", "y"}};
  EXPECT_EQ(lines_of(answers_from(AnswerSource::trec, {"r", "51 Q0 a 1 2 t\n"}, {}, asked))[0]["id"], "051");
  const std::vector<KnownCase> both = {{"051", "x"}, {"51", "y"}};
  EXPECT_EQ(lines_of(answers_from(AnswerSource::trec, {"r", "51 Q0 a 1 2 t\n"}, {}, both))[0]["id"], "51");
}

TEST(BeirAnswersTest, ATableOrAnObject) {
  EXPECT_THAT(
      found(AnswerSource::beir, "query-id\tcorpus-id\tscore\n\"q1\"\t\"b \"\"x\"\t0.25\nq1\ta\t0.5\n"),
      ElementsAre("a", "b \"x"));
  EXPECT_THAT(found(AnswerSource::beir, R"({"q1": {"b": 0.25, "a": 0.5}})"), ElementsAre("a", "b"));
  EXPECT_THAT(found(AnswerSource::beir, R"({"q1": {}})"), IsEmpty());
}

TEST(BeirAnswersTest, PredictionsOfMtebAreBelowTheNamesOfTheirParts) {
  EXPECT_THAT(found(AnswerSource::mteb,
                    R"({"mteb_model_meta": {"a": 1}, "default": {"test": {"q1": {"b": 0.25, "a": 0.5}}}})"),
              ElementsAre("a", "b"));
  EXPECT_EQ(fault_of([] { read(AnswerSource::mteb, R"({"en": {"q1": {"a": 1}}, "de": {"q1": {"a": 1}}})"); }),
            "a.json:1: has the results of another part, \"de\"\n");
  EXPECT_EQ(fault_of([] { read(AnswerSource::mteb, R"({"q1": {"a": "high"}})"); }),
            "a.json:1: holds no rankings\n");
}

TEST(BeirAnswersTest, ADocumentWithTheIdOfItsQueryMayBeIgnored) {
  const std::string text = R"({"q1": {"q1": 2, "a": 1}})";
  EXPECT_THAT(found(AnswerSource::beir, text), ElementsAre("q1", "a"));
  EXPECT_EQ(lines_of(answers_from(AnswerSource::beir, {"r", text}, {}, kAsked,
                                  {.ignore_identical_ids = true}))[0]["hits"]
                .size(),
            1u);
}

TEST(MsmarcoAnswersTest, DocumentsAreOrderedByTheirRanks) {
  EXPECT_THAT(found(AnswerSource::msmarco, "q1\tb\t10\nq1\ta\t2\n"), ElementsAre("a", "b"));
  EXPECT_EQ(fault_of([] { read(AnswerSource::msmarco, "q1\tb\t0.5\n"); }),
            "a.json:1: \"0.5\" is not a rank\n");
  EXPECT_EQ(fault_of([] { read(AnswerSource::msmarco, "q1\tb\t1\nq1\ta\t1\n"); }),
            "a.json:2: has rank 1 of query q1 again; line 1 has it\n");
}

}  // namespace
}  // namespace assay::convert
