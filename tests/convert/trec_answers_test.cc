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
