// SPDX-License-Identifier: Apache-2.0
// Figures of what a retrieval tool says, rather than of what it finds: citations, required words, refusals.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/internal/metric.h"
#include "assay/retrieval.h"
#include "retrieval_figures.h"
#include "retrieval_script.h"

namespace assay {
namespace {

TEST(Citations, OfGroundedAnswersAllMustExist) {
  RetrievalScript script;
  script.query("right").expects({}, {"a"}).says("yes").cites({{"a", "", true}});
  script.query("broken").expects({}, {"a"}).says("yes").cites({{"a", "", true}, {"gone", "", false}});
  script.query("refusal").expects({}, {"a"}).says("no", false).cites({{"a", "", true}});
  EXPECT_EQ(metrics_of(script).citation_coverage, figure(0.5, 2));
}

TEST(Citations, NoCitationDoesNotPass) {
  RetrievalScript script;
  script.query("q").expects({}, {"a"}).says("yes");
  EXPECT_EQ(metrics_of(script).citation_coverage, figure(0.0, 1));
}

TEST(Citations, WhereTheCorpusIsNotKnownAnIdSuffices) {
  RetrievalScript script;
  script.query("named").expects({}, {"a"}).says("yes").cites({{"a", "", std::nullopt}});
  script.query("blank").expects({}, {"a"}).says("yes").cites({{"", "", std::nullopt}});
  EXPECT_EQ(metrics_of(script).citation_coverage, figure(0.5, 2));
}

TEST(Groundedness, NeedsAllThatMustBeThereAndNothingForbidden) {
  RetrievalScript script;
  script.query("right").expects({}, {"a"}).must_contain({"tar", "-x"}).forbids({"rm"}).says("tar -x");
  script.query("lacks one").expects({}, {"a"}).must_contain({"tar", "-x"}).says("tar -c");
  script.query("forbidden").expects({}, {"a"}).forbids({"rm"}).says("rm -r");
  EXPECT_EQ(metrics_of(script).groundedness, figure(0.3333, 3));
}

TEST(Groundedness, SkipsQueriesWithoutExpectationsErrorsSearchesAndRefusals) {
  RetrievalScript script;
  script.query("nothing expected").expects({}, {"a"}).says("tar");
  script.query("failed").expects({}, {"a"}).must_contain({"tar"}).says("tar").ends(Ending::failed);
  script.query("search only").expects({}, {"a"}).must_contain({"tar"}).finds({"a"});
  script.query("should refuse").expects({}, {}).must_contain({"tar"}).says("tar");
  EXPECT_EQ(metrics_of(script).groundedness, kNone);
}

TEST(Groundedness, AsKebabCountsItTakesRefusalsIn) {
  RetrievalScript script;
  script.query("right").expects({}, {"a"}).must_contain({"tar"}).says("tar");
  script.query("lacks it").expects({}, {"a"}).must_contain({"tar"}).says("zip");
  script.query("refuses").expects({}, {}).forbids({"rm"}).says("I do not know", false);
  script.query("tells all the same").expects({}, {}).forbids({"rm"}).says("rm -r");
  script.query("failed").expects({}, {"a"}).must_contain({"tar"}).says("tar").ends(Ending::failed);
  const auto metrics = metrics_of(script);
  EXPECT_EQ(metrics.groundedness, figure(0.5, 2));
  EXPECT_EQ(figure_at(metrics, *metric_named("groundedness_kebab"), 0), figure(0.5, 4));
  script.query("refuses again").expects({}, {}).forbids({"rm"}).says("no", false);
  EXPECT_EQ(metrics_of(script).groundedness, figure(0.5, 2));
  EXPECT_EQ(figure_at(metrics_of(script), *metric_named("groundedness_kebab"), 0), figure(0.6, 5));
}

TEST(Refusals, AreRightWhereNothingIsExpected) {
  RetrievalScript script;
  script.query("refused").expects({}, {}).says("I do not know", false);
  script.query("invented").expects({}, {}).says("tar", true);
  script.query("not a refusal query").expects({}, {"a"}).says("no", false);
  EXPECT_EQ(metrics_of(script).refusal_correctness, figure(0.5, 2));
}

TEST(Refusals, AreAllRight) {
  RetrievalScript script;
  script.query("a").expects({}, {}).says("no", false);
  script.query("b").expects({}, {}).ends(Ending::refused);
  EXPECT_EQ(metrics_of(script).refusal_correctness, figure(1.0, 2));
}

TEST(Refusals, OfASearchAloneThereAreNone) {
  RetrievalScript script;
  script.query("q").expects({}, {}).finds({"a"});
  EXPECT_EQ(metrics_of(script).refusal_correctness, kNone);
}

}  // namespace
}  // namespace assay
