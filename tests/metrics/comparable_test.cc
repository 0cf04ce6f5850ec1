// SPDX-License-Identifier: Apache-2.0
// Which runs can be compared, and by what their hits are matched.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/compare.h"
#include "command_run.h"
#include "compared.h"
#include "retrieval_script.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Chunker, ByChunkWhereTheVersionIsTheSame) {
  auto a = ranks({1});
  assay::Run run = a.run();
  run.info.parts["chunker"] = "v1";
  const auto report = compare(run, run);
  EXPECT_EQ(chunker_version_match(report.matched), "exact");
}

TEST(Chunker, FallsBackToDocumentsWhereItDiffers) {
  RetrievalScript renamed;
  renamed.query("q1").expects({"c#1"}, {"c"}).finds({"x#1", "c#77"}).passes();
  assay::Run a = ranks({3}).run();
  assay::Run b = renamed.run();
  a.info.parts["chunker"] = "v1";
  b.info.parts["chunker"] = "v2";
  const auto report = compare(a, b);
  EXPECT_EQ(chunker_version_match(report.matched), "fallback_doc");
  EXPECT_THAT(kinds(report), ElementsAre("q1 win"));
  EXPECT_EQ(report.per_query[0].b_hit_rank, 2);
  EXPECT_THAT(report.causes.front(), HasSubstr("chunker version differs (v1 -> v2)"));
  EXPECT_DOUBLE_EQ(*metric(report, "mrr").b.value, 0.5);
}

TEST(Chunker, StrictRefuses) {
  assay::Run a = ranks({1}).run();
  assay::Run b = a;
  b.info.parts["chunker"] = "v2";
  EXPECT_THROW(compare(a, b, {.chunker = CompareOptions::Chunker::must_match}), NotComparable);
}

TEST(Obstacles, AnotherSuiteOnTheSameDatasetIsNone) {
  const assay::Run a = commands({"a+"});
  assay::Run b = a;
  b.info.suite = "other";
  EXPECT_NO_THROW(compare(a, b));
}

TEST(Obstacles, AnotherWorldOfTheCasesRefuses) {
  assay::Run a = commands({"a+"});
  a.info.worlds = {{"set: shop.json", "1"}, {"set: of a", "1"}};
  assay::Run b = a;
  b.info.worlds = {{"set: shop.json", "2"}, {"set: of b", "2"}};
  try {
    compare(a, b);
    FAIL() << "was compared";
  } catch (const NotComparable& error) {
    ASSERT_EQ(error.problems().size(), 1u) << "a world that only one of them has is no world that changed";
    EXPECT_EQ(error.problems().front().what, "world set: shop.json differs");
    EXPECT_THAT(error.problems().front().next, HasSubstr("--any-dataset"));
  }
  EXPECT_NO_THROW(compare(a, b, {.dataset = CompareOptions::Dataset::may_differ}));
}

TEST(Obstacles, AnotherDatasetRefuses) {
  const assay::Run a = commands({"a+"});
  assay::Run b = a;
  b.info.datasets[0].sha256 = "bbbb";
  try {
    compare(a, b);
    FAIL() << "was compared";
  } catch (const NotComparable& error) {
    EXPECT_THAT(error.what(), HasSubstr("dataset files differs"));
  }
}

TEST(Obstacles, AnotherDatasetIsAllowedWhereAsked) {
  const assay::Run a = commands({"a-"});
  assay::Run b = commands({"a+"});
  b.info.datasets[0].sha256 = "bbbb";
  const auto report = compare(a, b, {.dataset = CompareOptions::Dataset::may_differ});
  EXPECT_THAT(report.causes.front(), HasSubstr("dataset files differs"));
}

TEST(Obstacles, ACommandIsNoQuery) {
  RetrievalScript queries;
  queries.query("a").expects({"c"}, {"c"});
  assay::Run a = commands({"a+"});
  assay::Run b = queries.run();
  a.results[0].asked.dataset = "docs";
  b.info = a.info;
  EXPECT_THROW(compare(a, b), NotComparable);
}

}  // namespace
}  // namespace assay
