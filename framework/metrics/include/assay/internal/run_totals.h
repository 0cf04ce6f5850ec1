// SPDX-License-Identifier: Apache-2.0
// The figures of a run, from streamed results that are not kept. Whatever shows or stores figures of a run
// takes them from here, so that no two of them count differently.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/figures.h"
#include "assay/internal/run_rows.h"
#include "assay/retrieval.h"
#include "assay/safety.h"
#include "assay/summary.h"

namespace assay {

// The figures of a run that write_metrics() writes.
struct RunFigures {
  Summary summary;
  std::optional<AggregateMetrics> retrieval;    // if it has queries
  std::optional<Safety> safety;                 // refusals and dangerous answers
  std::optional<EvaluationMetrics> evaluation;  // by the run's profile, over the cases' last attempts
};

struct RunSums;

// Uses 8 bytes per case plus memory for the groups.
class RunTotals {
 public:
  explicit RunTotals(RunInfo info);
  ~RunTotals();
  RunTotals(RunTotals&&) noexcept;

  // Adds the next case with all its attempts.
  void add(const CaseRows& rows);
  // The same in steps. REQUIRES: the attempts of a case are added consecutively, in ascending order.
  // Swaps `figures` for used ones, whose memory can be reused.
  void add_attempt(const Result& attempt, Figures& figures);
  void add_attempt(Figures& figures);  // from the figures alone, which name no alarms
  void add_case(const Result& last);   // its evaluation and power

  // Either of these once, at the end.
  RunFigures finish();
  std::unique_ptr<RunSums> take_sums();

 private:
  RunInfo info_;
  std::unique_ptr<RunSums> sums_;
};

// The figures of a part of a run, as exact sums: the sums of all parts, added in any order, yield the figures
// of the whole run to the byte, without any of its rows.
//
// Named cases (the slowest, the flaky, alarms) are kept, up to as many as a whole run names, with their
// places in the run, so that they come out identical too.
class RunAggregate {
 public:
  // Empty.
  RunAggregate();
  // Covers all cases of these rows. Uses 8 bytes per case plus memory for the groups.
  explicit RunAggregate(const RunRows& rows);
  ~RunAggregate();
  RunAggregate(RunAggregate&&) noexcept;
  RunAggregate& operator=(RunAggregate&&) noexcept;

  // Number of cases that have a result.
  std::size_t cases() const;
  // The time of each timed answer, in nanoseconds and ascending order. They are not in the JSON, since there
  // are as many as cases; taking them removes them.
  std::vector<std::int64_t> take_times();

  // Everything but the times, as one JSON object. The inverse throws Error naming `where`.
  std::string to_json() const;
  static RunAggregate from_json(std::string_view text, const SourceLine& where);

  // Adds another part of the same run. Does not take the times of `other`.
  void add(const RunAggregate& other);
  // `latency`: over the times of all parts. Call once, after all parts have been added.
  RunFigures finish(const RunInfo& info, const std::optional<Latency>& latency);

 private:
  std::unique_ptr<RunSums> sums_;
};

// The percentiles in a summary: for Latency's p50, p95, p99 and max.
inline constexpr std::array kLatencyShares = {0.50, 0.95, 0.99, 1.0};

// The rank of a percentile among times in ascending order: the nearest one, from 1. REQUIRES: 0 < share <=
// 1, count > 0.
inline std::size_t nearest_rank(double share, std::size_t count) {
  const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(count)));
  return std::clamp<std::size_t>(rank, 1, count);
}

}  // namespace assay
