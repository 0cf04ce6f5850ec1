// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/metrics_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "assay/internal/json.h"
#include "assay/internal/run_view.h"
#include "golden.h"
#include "sample_run.h"

namespace assay {
namespace {

std::string metrics(const Run& run) {
  std::ostringstream out;
  const RunView view = view_of(rows_of(run));
  write_metrics(out, run.info, view.summary, view.retrieval, view.safety);
  return out.str();
}

TEST(MetricsJson, OfARun) { EXPECT_TRUE(is_golden(metrics(sample_run()), "metrics.json")); }

TEST(MetricsJson, TheSameRunGivesTheSameBytes) { EXPECT_EQ(metrics(sample_run()), metrics(sample_run())); }

TEST(MetricsJson, WhatHasNoValueIsNull) {
  const JsonValue json = parse_json(metrics(assay::Run{}), "metrics.json");
  for (const char* name : {"accuracy", "accuracy_interval", "accuracy_bounds", "mean_score",
                           "mean_score_error", "mean_score_bounds", "posix_share", "latency_ms"}) {
    ASSERT_NE(json.find(name), nullptr) << name;
    EXPECT_TRUE(json.find(name)->is_null()) << name;
  }
}

TEST(MetricsJson, HostileNamesAreJson) {
  EXPECT_NO_THROW(parse_json(metrics(hostile_run()), "metrics.json"));
}

}  // namespace
}  // namespace assay
