// SPDX-License-Identifier: Apache-2.0
// What makes a golden query pass, and the reason given if it does not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "answers.h"
#include "assay/grading.h"
#include "named_levels.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// A query and a tool's answer to it: `expecting({"a.md#x"}).found({"b.md#y", "a.md#x"})`.
class Query {
 public:
  enum class Documents { listed, unknown };
  explicit Query(RetrievalExpectation expected, Documents documents = Documents::listed) {
    asked_.id = "q";
    if (expected.expected_doc_ids.empty() && documents == Documents::listed)
      asked_.expect = Expectation::refusal;
    asked_.retrieval = std::move(expected);
    levels({"contains", "hit@10"});
  }
  Query& levels(const std::vector<std::string>& names) {
    levels_ = levels_named(names);
    return *this;
  }
  Query& says(std::string text) {
    answer_.text = std::move(text);
    return *this;
  }
  Query& grounded(bool word) {
    answer_.grounded = word;
    return *this;
  }
  Grade found(const std::vector<std::string>& chunks) {
    for (const auto& id : chunks) answer_.hits.push_back({id, id.substr(0, id.find('#')), std::nullopt});
    Answer answer;
    answer.ending = !answer_.grounded.value_or(true)        ? Ending::refused
                    : answer_.hits.empty() && !answer_.text ? Ending::empty
                                                            : Ending::answered;
    answer.retrieval = answer_;
    return grade(asked_, answer, levels_);
  }
  Grade ended(Ending ending, std::string detail) const {
    return grade(asked_, assay::ended(ending, std::move(detail)), levels_);
  }

 private:
  Case asked_;
  RetrievalAnswer answer_;
  std::vector<Level> levels_;
};

Query expecting(std::vector<std::string> chunks) {
  return Query({.expected_doc_ids = {"a.md"}, .expected_chunk_ids = std::move(chunks)});
}
Query expecting_words(std::vector<std::string> must_contain, std::vector<std::string> forbidden = {}) {
  return Query({.expected_doc_ids = {"a.md"},
                .expected_chunk_ids = {"a.md#x"},
                .must_contain = std::move(must_contain),
                .forbidden = std::move(forbidden)});
}
Query expecting_refusal() { return Query({}); }

// "pass hit@10: a.md#x is at rank 2"
std::string text(const Grade& grade) {
  return std::string(to_string(grade.status)) + " " + grade.method + ": " + grade.why;
}

std::vector<std::string> others(int count) {
  std::vector<std::string> ids;
  for (int i = 0; i < count; ++i) ids.push_back("z.md#" + std::to_string(i));
  return ids;
}

TEST(QueryGrade, AnExpectedChunkAmongTheTop) {
  EXPECT_EQ(text(expecting({"a.md#x"}).found({"b.md#y", "a.md#x"})), "pass hit@10: a.md#x is at rank 2");
  EXPECT_EQ(expecting({"a.md#x"}).found({"a.md#x"}).score, 1.0);
  EXPECT_EQ(text(expecting({"a.md#x", "a.md#y"}).found({"a.md#y"})), "pass hit@10: a.md#y is at rank 1");
}

TEST(QueryGrade, AnExpectedDocumentWhereNoChunkIsNamed) {
  EXPECT_EQ(text(expecting({}).found({"b.md#y", "a.md#z"})), "pass hit@10: a.md is at rank 2");
  EXPECT_EQ(text(expecting({}).found({"b.md#y"})), "miss hit@10: document a.md is not among the 1 hits");
}

TEST(QueryGrade, AMissSaysWhereThingsWere) {
  EXPECT_EQ(text(expecting({"a.md#x"}).found({"b.md#y", "a.md#z"})),
            "miss hit@10: chunk a.md#x is not among the 2 hits; its document comes at rank 2");
  EXPECT_EQ(text(expecting({"a.md#x", "a.md#y"}).found({"b.md#y"})),
            "miss hit@10: one of the chunks a.md#x, a.md#y is not among the 1 hits; nor is its document");
  auto far = others(10);
  far.push_back("a.md#x");
  EXPECT_EQ(text(expecting({"a.md#x"}).found(far)), "miss hit@10: a.md#x is at rank 11, below the top 10");
  EXPECT_EQ(expecting({"a.md#x"}).found(far).score, 0.0);
}

TEST(QueryGrade, TheCutOffIsTheLevels) {
  EXPECT_EQ(text(expecting({"a.md#x"}).levels({"hit@1"}).found({"b.md#y", "a.md#x"})),
            "miss hit@1: a.md#x is at rank 2, below the top 1");
  auto far = others(10);
  far.push_back("a.md#x");
  EXPECT_EQ(expecting({"a.md#x"}).levels({"hit@11"}).found(far).status, Status::pass);
}

TEST(QueryGrade, WordsAreAVeto) {
  EXPECT_EQ(text(expecting_words({"30 s"}).says("after 10 s").found({"a.md#x"})),
            "miss contains: the answer does not say \"30 s\", though a.md#x is at rank 1");
  EXPECT_EQ(
      text(expecting_words({}, {"forever"}).says("it runs forever").found({"b.md#y"})),
      "miss contains: the answer says \"forever\", which is forbidden, and no expected document was found");
  EXPECT_EQ(text(expecting_words({"30 s"}).says("after 30 s").found({"a.md#x"})),
            "pass hit@10: a.md#x is at rank 1");
}

TEST(QueryGrade, RightWordsDoNotMakeUpForAMissedHit) {
  EXPECT_EQ(expecting_words({"30 s"}).says("after 30 s").found({"b.md#y"}).status, Status::miss);
}

TEST(QueryGrade, ASearchAloneIsNotAskedForWords) {
  EXPECT_EQ(expecting_words({"30 s"}).found({"a.md#x"}).status, Status::pass);
}

TEST(QueryGrade, NothingFound) {
  EXPECT_EQ(text(expecting({"a.md#x"}).found({})), "miss empty: found nothing; expected chunk a.md#x");
}

TEST(QueryGrade, ARefusalWhereAnAnswerWasExpected) {
  EXPECT_EQ(text(expecting({"a.md#x"}).grounded(false).found({"b.md#y", "a.md#x"})),
            "miss refused: refused, but expected chunk a.md#x, though it found a.md#x at rank 2");
}

TEST(QueryGrade, AnExpectedRefusal) {
  EXPECT_EQ(text(expecting_refusal().grounded(false).says("I do not know").found({"a.md#x"})),
            "pass refusal: refused, as expected");
  EXPECT_EQ(text(expecting_refusal().grounded(true).says("42").found({"a.md#x"})),
            "miss none: expected a refusal, got an answer in words");
  EXPECT_EQ(text(expecting_refusal().found({})), "pass empty: found nothing, as expected");
  EXPECT_EQ(text(expecting_refusal().says("").found({"a.md#x"})),
            "miss none: expected a refusal, got hits without a word about them")
      << "a tool that answers in words";
}

TEST(QueryGrade, WordsAloneAreAnAnswerToo) {
  EXPECT_EQ(text(expecting_refusal().ended(Ending::answered, "")),
            "miss none: expected a refusal, got an answer in words");
  EXPECT_EQ(text(Query({.forbidden = {"flour"}}, Query::Documents::unknown).ended(Ending::answered, "")),
            "miss none: answered in words alone where hits were expected");
}

TEST(QueryGrade, ARefusalMustNotSayWhatIsForbidden) {
  EXPECT_EQ(text(Query({.forbidden = {"flour"}}).grounded(false).says("no, but take flour").found({})),
            "miss contains: expected a refusal, and none that says \"flour\"");
}

TEST(QueryGrade, ASearchAloneRefusesNothing) {
  const Grade grade = expecting_refusal().found({"a.md#x"});
  EXPECT_EQ(grade.status, Status::unmeasured);
  EXPECT_THAT(grade.why, HasSubstr("a search alone (1 hits) does not say"));
}

TEST(QueryGrade, OtherEndingsAreThoseOfCommands) {
  EXPECT_EQ(text(expecting({"a.md#x"}).ended(Ending::timed_out, "stopped after 30.0 s")),
            "miss timed_out: stopped after 30.0 s");
  EXPECT_EQ(expecting_refusal().ended(Ending::failed, "exit status 3").status, Status::miss);
  EXPECT_EQ(expecting({"a.md#x"}).ended(Ending::not_found, "no such program").status, Status::unmeasured);
  EXPECT_EQ(expecting_refusal().ended(Ending::not_recorded, "no line").status, Status::unmeasured);
}

TEST(QueryLevel, Names) {
  EXPECT_THAT(default_levels(DatasetKind::queries), ElementsAre("contains", "hit@10"));
  for (const char* name : {"contains", "hit@1", "hit@1000"}) EXPECT_TRUE(built_in_level(name)) << name;
  for (const char* name :
       {"hit", "hit@", "hit@0", "hit@01", "hit@1001", "hit@-1", "hit@1x", "hit@99999999999"})
    EXPECT_FALSE(built_in_level(name)) << name;
}

TEST(QueryLevel, KnowsItsKind) {
  EXPECT_EQ(built_in_level("hit@10")->kind, DatasetKind::queries);
  EXPECT_EQ(built_in_level("exact")->kind, DatasetKind::commands);
}

// A query for which the documents with the answer are unknown.
Query without_documents(std::vector<std::string> must_contain, std::vector<std::string> forbidden = {}) {
  return Query({.must_contain = std::move(must_contain), .forbidden = std::move(forbidden)},
               Query::Documents::unknown);
}

TEST(QueryWithoutDocuments, IsJudgedByItsWordsAlone) {
  const Grade right = without_documents({"30 s"}).says("after 30 s").found({"x.md#y"});
  EXPECT_EQ(right.status, Status::pass);
  EXPECT_EQ(right.method, "contains");
  EXPECT_EQ(without_documents({"30 s"}).says("never").found({}).status, Status::miss);
  EXPECT_EQ(without_documents({}, {"never"}).says("never").found({}).status, Status::miss);
  EXPECT_EQ(without_documents({}, {"never"}).says("after 30 s").found({}).status, Status::pass);
}

TEST(QueryWithoutDocuments, WithoutWordsToLookForIsUnmeasured) {
  EXPECT_EQ(without_documents({}).says("after 30 s").found({"x.md#y"}).status, Status::unmeasured);
}

TEST(QueryWithoutDocuments, ASearchAloneIsUnmeasured) {
  EXPECT_EQ(without_documents({"30 s"}).found({"x.md#y"}).status, Status::unmeasured);
  EXPECT_EQ(without_documents({"30 s"}).found({}).status, Status::unmeasured);
}

TEST(QueryWithoutDocuments, ARefusalIsAMiss) {
  EXPECT_EQ(without_documents({"30 s"}).grounded(false).found({}).status, Status::miss);
  EXPECT_EQ(without_documents({}, {"never"}).grounded(false).found({}).status, Status::miss)
      << "no answer takes itself out of the measurement by being one";
}

}  // namespace
}  // namespace assay
