// SPDX-License-Identifier: Apache-2.0
// The table of metrics, and what is derived from each row.
#include "assay/internal/metric.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

namespace assay {
namespace {

std::vector<const Metric*> all_metrics() {
  std::vector<const Metric*> all;
  for (const auto over : {Metric::Over::commands, Metric::Over::queries})
    for (const Metric& metric : metrics_over(over)) all.push_back(&metric);
  return all;
}

std::string definitions() {
  std::ifstream file(ASSAY_SOURCE_DIR "/docs/metrics.md");
  return (std::ostringstream() << file.rdbuf()).str();
}

// Each metric has a row in a table of docs/metrics.md, whose first cell is its name.
TEST(Metrics, AreDefinedInTheDocuments) {
  const std::string text = definitions();
  for (const Metric* metric : all_metrics())
    EXPECT_THAT(text, testing::HasSubstr("\n| `" + std::string(metric->name) + "` | ")) << metric->name;
}

TEST(Metrics, HaveNamesAndLabelsOfTheirOwn) {
  std::set<std::string_view> names;
  std::set<std::string> labels;
  for (const Metric* metric : all_metrics()) {
    EXPECT_TRUE(names.insert(metric->name).second) << metric->name;
    EXPECT_EQ(metric_named(metric->name), metric);
    for (const int k : cutoffs_of(*metric)) EXPECT_TRUE(labels.insert(label_of(*metric, k)).second);
  }
  EXPECT_EQ(metric_named("no_metric"), nullptr);
}

TEST(Metrics, AreAllInTheAggregatesJsonAndComeBack) {
  AggregateMetrics metrics;
  std::size_t n = 0;
  for (const Metric& metric : metrics_over(Metric::Over::queries))
    for (const int k : cutoffs_of(metric))
      figure_at(metrics, metric, k) = {0.5 / static_cast<double>(++n), n};
  const std::string text = to_json(metrics);
  const auto json = nlohmann::json::parse(text);
  for (const Metric& metric : metrics_over(Metric::Over::queries)) {
    EXPECT_TRUE(json.contains(metric.name)) << metric.name;
    EXPECT_TRUE(json.at("n").contains(metric.name)) << metric.name;
  }
  EXPECT_EQ(aggregate_metrics_from_json(text, {}), metrics);
}

// A new metric needs no change to AggregateMetrics.
TEST(Metrics, WithoutAMemberAreKeptByName) {
  const Metric found{.name = "found_at_k", .label = "found@#", .cutoffs = Metric::Cutoffs::each, .place = {}};
  AggregateMetrics metrics;
  EXPECT_EQ(figure_at(std::as_const(metrics), found, 3), Figure{});
  figure_at(metrics, found, 3) = {0.25, 4};
  EXPECT_EQ(figure_at(std::as_const(metrics), found, 3), (Figure{0.25, 4}));
  EXPECT_EQ(metrics.more.at("found_at_k").at(3), (Figure{0.25, 4}));
}

}  // namespace
}  // namespace assay
