#include "assay/internal/compare_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/internal/text.h"
#include "sample_run.h"

namespace assay {
namespace {

using testing::HasSubstr;
using testing::Not;

MetricComparison hits(int k, double a, double b) {
  MetricComparison metric;
  metric.name = "hit_at_k";
  metric.k = k;
  metric.a = {a, 4};
  metric.b = {b, 4};
  metric.delta = b - a;
  metric.pairs = 4;
  metric.mean_difference = b - a;
  metric.interval = Interval{b - a - 0.25, b - a + 0.25};
  metric.test = PairedTest::mcnemar;
  metric.gained = 1;
  metric.lost = 2;
  metric.p = 0.00001;
  metric.p_holm = 0.5;
  metric.detectable = 0.3;
  return metric;
}

CompareReport of_retrieval() {
  CompareReport report;
  report.a.info.run_id = "a";
  report.b.info.run_id = "b";
  report.a.info.suite = "search";
  report.a.aggregate.emplace();
  report.b.aggregate.emplace();
  report.matched = HitLevel::document;
  report.wins = report.losses = report.regressions = report.missing_in_a = report.unmeasured = 1;
  report.missing_in_b = 2;
  report.not_listed = 7;
  report.metrics = {hits(1, 0.5, 0.25), hits(3, 0.75, 0.75)};
  MetricComparison mrr;
  mrr.name = "mrr";
  mrr.a = {0.6, 4};
  mrr.b = {std::nullopt, 0};
  report.metrics.push_back(mrr);
  report.per_query = {
      {"docs", "q1", Change::regression, 2, std::nullopt, std::nullopt, std::nullopt, "größere Blöcke"},
      {"docs", "q2", Change::win, std::nullopt, 5, std::nullopt, std::nullopt, ""},
      {"docs", "q3", Change::loss, 1, 3, std::nullopt, std::nullopt, ""},
      {"docs", "q4", Change::missing, 1, std::nullopt, std::nullopt, std::nullopt, "only in a"},
  };
  return report;
}

CompareTextOptions gated() {
  return {.gate = GateVerdict{GateVerdict::Outcome::regressed, "1 case regressed"}};
}

TEST(CompareText, ColumnsStandUnderEachOtherWhateverTheLetters) {
  // "–" has three bytes and one column.
  const std::string text = render_report_text(of_retrieval());
  EXPECT_THAT(text, HasSubstr("\n  MRR@10                    0.6000         –         –"));
}

TEST(CompareText, ARankThatIsGoneIsNoHitAndAQueryThatIsGoneIsNothing) {
  const std::string text = render_report_text(of_retrieval());
  EXPECT_THAT(text, HasSubstr("docs.q1: rank 2 -> no hit (größere Blöcke)\n"));
  EXPECT_THAT(text, HasSubstr("docs.q2: no hit -> rank 5\n"));
  EXPECT_THAT(text, HasSubstr("docs.q4: rank 1 -> – (only in a)\n"));
}

TEST(CompareText, ColoursAreForTerminalsAlone) {
  auto options = gated();
  options.colour = Colour::ansi;
  EXPECT_THAT(render_report_text(of_retrieval(), options), HasSubstr("\x1b[31mregressed\x1b[0m"));
  EXPECT_THAT(render_report_text(of_retrieval(), gated()), Not(HasSubstr("\x1b")));
  EXPECT_THAT(render_report_md(of_retrieval(), options), Not(HasSubstr("\x1b")));
}

TEST(CompareText, WhatIsTooMuchIsCounted) {
  auto report = of_retrieval();
  report.per_query.resize(1);
  for (int i = 0; i < 2; ++i) report.per_query.push_back(report.per_query.front());
  EXPECT_THAT(render_report_text(report, {.most_queries = 1}),
              HasSubstr("… and 2 more of kind regression\n"));
  EXPECT_THAT(render_report_text(report, {.most_queries = 3}), Not(HasSubstr("…")));
  EXPECT_THAT(render_report_md(report, {.most_queries = 1}), HasSubstr("… and 2 more.\n"));
  EXPECT_THAT(render_report_md(report, {.most_queries = 3}), Not(HasSubstr("…")));
}

TEST(CompareText, NothingHostileReachesTheReader) {
  assay::Run a = hostile_run(), b = hostile_run();
  b.results[0].grade.status = Status::pass;
  b.info.tool_sha256 = "other";
  for (Result* each : {&a.results[0], &b.results[0]}) each->asked.id = "evil\x1b[2J\n| x | [l](u) \xff";
  const auto report = compare(a, b, {.dataset = CompareOptions::Dataset::may_differ});
  for (const std::string& text : {to_json(report), render_report_text(report), render_report_md(report)}) {
    EXPECT_TRUE(is_utf8(text));
    EXPECT_THAT(text, Not(HasSubstr("\x1b")));
    EXPECT_THAT(text, Not(HasSubstr("\n| x |")));
  }
}

TEST(CompareJson, OnlyWhatWasCountedHasCounts) {
  const std::string json = to_json(of_retrieval());
  EXPECT_THAT(json, HasSubstr("\"test\": \"mcnemar\",\n      \"gained\": 1,\n      \"lost\": 2,"));
  EXPECT_THAT(json, HasSubstr("\"test\": \"sign_flip\",\n      \"gained\": null,\n      \"lost\": null,"));
}

}  // namespace
}  // namespace assay
