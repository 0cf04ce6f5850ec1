// SPDX-License-Identifier: Apache-2.0
// Datasets of golden queries: how they are read, and the messages for faults.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/dataset.h"
#include "error_of.h"
#include "sample.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::string said_of_golden(std::string_view text) {
  return error_of([&] { parse_dataset(text, "g.json"); });
}

std::string said_of_query(const std::string& members) { return said_of_golden(golden_with(members)); }

TEST(GoldenQuery, HoldsEveryMember) {
  const Case one = parse_dataset(kGoldenSample, "golden.json").dataset.cases[0];
  ASSERT_TRUE(one.retrieval);
  EXPECT_EQ(kind_of(one), DatasetKind::queries);
  EXPECT_EQ(one.id, "limit-1");
  EXPECT_EQ(one.name, "limit_1");
  EXPECT_EQ(one.prompt, "how long may a tool run?");
  EXPECT_EQ(one.expect, Expectation::command);
  EXPECT_EQ(one.category, "limits");
  EXPECT_THAT(one.tags, ElementsAre("time", "basic"));
  EXPECT_THAT(one.own->levels, ElementsAre("contains", "hit@5"));
  EXPECT_EQ(one.own->min_score, 0.9);
  EXPECT_EQ(one.own->timeout, std::chrono::milliseconds(2500));
  EXPECT_EQ(one.own->notes, "café");
  EXPECT_EQ(one.dataset, "golden");
  EXPECT_EQ(one.where, (SourceLine{"golden.json", 10}));
  EXPECT_THAT(one.accepted, IsEmpty());
}

TEST(GoldenQuery, HoldsWhatItExpects) {
  const RetrievalExpectation expected = *parse_dataset(kGoldenSample, "g").dataset.cases[0].retrieval;
  EXPECT_THAT(expected.expected_doc_ids, ElementsAre("limits.md", "tools.md"));
  EXPECT_THAT(expected.expected_chunk_ids, ElementsAre("limits.md#time"));
  EXPECT_THAT(expected.must_contain, ElementsAre("30 s"));
  EXPECT_THAT(expected.forbidden, ElementsAre("forever"));
  EXPECT_THAT(expected.judgements,
              ElementsAre(Judgement{"limits.md", 2}, Judgement{"tools.md", 1}, Judgement{"news.md", 0}));
  EXPECT_EQ(expected.lang, "en");
  EXPECT_EQ(expected.difficulty, "easy");
  EXPECT_EQ(expected.group, "limit");
}

TEST(GoldenQuery, WithoutExpectedDocumentsShouldBeRefused) {
  const Case one = parse_dataset(kGoldenSample, "g").dataset.cases[2];
  EXPECT_EQ(one.expect, Expectation::refusal);
  EXPECT_EQ(one.where.line, 31);
}

TEST(GoldenQuery, IsReadFromItsSpanAlone) {
  const IndexedDataset indexed = parse_dataset(kGoldenSample, "g");
  for (std::size_t i = 0; i < indexed.spans.size(); ++i) {
    const Case& whole = indexed.dataset.cases[i];
    Case alone =
        parse_case(kGoldenSample.substr(indexed.spans[i].offset, indexed.spans[i].length), whole.where);
    alone.dataset = whole.dataset;
    EXPECT_EQ(alone, whole);
  }
}

TEST(GoldenFault, NoneInTheSamples) {
  EXPECT_EQ(said_of_golden(kGoldenSample), "no error");
  EXPECT_EQ(said_of_query(R"("expected_doc_ids": ["a.md"], "group": "same")"), "no error");
}

TEST(GoldenFault, NoNotes) {
  EXPECT_THAT(
      said_of_golden(
          R"({"name": "g", "version": "1", "queries": [{"id": "1", "query": "q", "expected_doc_ids": []}]})"),
      HasSubstr("g.json:1: error: member \"notes\" is missing"));
}

TEST(GoldenFault, NotesThatDoNotStateTheConvention) {
  EXPECT_EQ(
      said_of_golden(replaced(kGoldenSample, "empty expected_doc_ids = the tool should refuse", "mine")),
      "g.json:7: error: does not say what an empty expected_doc_ids means (at /notes)\n"
      "  next: write \"empty expected_doc_ids = the tool should refuse\"");
}

TEST(GoldenFault, NotesBehindTheQueries) {
  EXPECT_EQ(said_of_golden(R"({"name": "g", "version": "1",
"queries": [{"id": "1", "query": "q", "expected_doc_ids": []}],
"notes": "empty expected_doc_ids = refuse"})"),
            "g.json:3: error: stands behind the queries, which it explains (at /notes)\n"
            "  next: move it in front of \"queries\"");
}

TEST(GoldenQuery, WhoseDocumentsNobodyKnowsIsNoRefusal) {
  const auto query = [](const std::string& members) {
    return parse_dataset(golden_with(members), "g.json").dataset.cases.at(1);
  };
  EXPECT_EQ(query(R"("must_contain": ["x"])").expect, Expectation::command);
  EXPECT_THAT(query(R"("must_contain": ["x"])").retrieval->expected_doc_ids, testing::IsEmpty());
  EXPECT_EQ(query(R"("tags": ["x"])").expect, Expectation::command);
  EXPECT_EQ(query(R"("expected_doc_ids": [])").expect, Expectation::refusal);
}

TEST(GoldenFault, OneGroupWithARefusalAndAnUnknown) {
  const std::string text = replaced(golden_with(R"("group": "same")"), R"("expected_doc_ids": ["a.md"])",
                                    R"("expected_doc_ids": [])");
  EXPECT_THAT(said_of_golden(text),
              HasSubstr("group \"same\" has other expected_doc_ids than in query \"1\""));
}

TEST(GoldenFault, DuplicateIdsNameBothLines) {
  EXPECT_EQ(said_of_golden(
                replaced(golden_with(R"("expected_doc_ids": ["b.md"])"), "\"id\": \"2\"", "\"id\": \"1\"")),
            "g.json:5: error: id \"1\" is that of the case in line 3 too (at /queries/1/id)\n"
            "  next: give one of the two another id");
}

TEST(GoldenFault, AGroupWhoseAnswersDiffer) {
  EXPECT_THAT(
      said_of_query(R"("expected_doc_ids": ["b.md"], "group": "same")"),
      HasSubstr("g.json:5: error: group \"same\" has other expected_doc_ids than in query \"1\" in line 3 "
                "(at /queries/1/group)"));
  EXPECT_THAT(
      said_of_query(R"("expected_doc_ids": ["a.md"], "expected_chunk_ids": ["a.md#x"], "group": "same")"),
      HasSubstr("has other expected_chunk_ids"));
  EXPECT_THAT(said_of_query(R"("expected_doc_ids": ["a.md"], "judgements": {"a.md": 2}, "group": "same")"),
              HasSubstr("has other judgements"));
}

TEST(GoldenFault, ARefusalThatExpectsSomething) {
  EXPECT_THAT(
      said_of_query(R"("expected_doc_ids": [], "expected_chunk_ids": ["a.md#x"])"),
      HasSubstr("expects something of a query that should be refused: its expected_doc_ids is empty (at "
                "/queries/1/expected_chunk_ids)"));
  EXPECT_THAT(said_of_query(R"("expected_doc_ids": [], "must_contain": ["x"])"), HasSubstr("/must_contain"));
}

TEST(GoldenFault, BlankOrRepeatedEntries) {
  EXPECT_THAT(said_of_query(R"("expected_doc_ids": ["a.md", "a.md"])"),
              HasSubstr("\"a.md\" is listed twice here (at /queries/1/expected_doc_ids/1)"));
  EXPECT_THAT(said_of_query(R"("expected_doc_ids": ["a.md"], "must_contain": [" "])"),
              HasSubstr("is blank (at /queries/1/must_contain/0)"));
  EXPECT_THAT(said_of_query(R"("expected_doc_ids": [""])"), HasSubstr("must not be empty"));
}

TEST(GoldenFault, ForbiddenAndAskedForAtOnce) {
  EXPECT_THAT(said_of_query(R"("expected_doc_ids": ["a.md"], "must_contain": ["30 s"], "forbidden": ["30"])"),
              HasSubstr("forbids \"30\", which must_contain asks for (at /queries/1/forbidden/0)"));
}

TEST(GoldenFault, Judgements) {
  EXPECT_THAT(said_of_query(R"("expected_doc_ids": ["a.md"], "judgements": {"a.md": 0})"),
              HasSubstr("judges \"a.md\" not relevant, but it is expected"));
  EXPECT_THAT(said_of_query(R"("expected_doc_ids": ["a.md"], "judgements": {"a.md": -1})"),
              HasSubstr("g.json:5: error:"));
  EXPECT_THAT(said_of_query(R"("expected_doc_ids": ["a.md"], "judgements": {"a.md": 1.5})"),
              HasSubstr("expected an integer"));
}

TEST(GoldenFault, UnknownMembersNameTheNearest) {
  EXPECT_THAT(said_of_query(R"("expected_docs_ids": ["a.md"], "expected_doc_ids": ["a.md"])"),
              HasSubstr("did you mean \"expected_doc_ids\"?"));
}

TEST(GoldenFault, CommandsAndQueriesInOneFile) {
  EXPECT_THAT(said_of_golden(replaced(kGoldenSample, "\"queries\"", "\"test_cases\": [], \"queries\"")),
              HasSubstr("unknown member \"queries\""));
}

TEST(GoldenFault, AllAtOnce) {
  const std::string said = said_of_query(R"("expected_doc_ids": "a.md", "querry": 1)");
  EXPECT_THAT(said, HasSubstr("expected an array, not the string"));
  EXPECT_THAT(said, HasSubstr("unknown member \"querry\""));
  EXPECT_THAT(said, Not(HasSubstr("internal")));
}

TEST(GoldenFault, TheCountIsChecked) {
  EXPECT_THAT(said_of_golden(replaced(kGoldenSample, "\"total_cases\": 3", "\"total_cases\": 4")),
              HasSubstr("says 4 cases, but there are 3 (at /metadata/total_cases)"));
}

}  // namespace
}  // namespace assay
