// SPDX-License-Identifier: Apache-2.0
// The figures of a part of a run, as exact sums: the sums of all parts, added in any order, yield the figures
// of the whole run to the byte, without any of its rows.
//
// Named cases (the slowest, the flaky, alarms) are kept, up to as many as a whole run names, with their
// places in the run, so that they come out identical too.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/run_totals.h"

namespace assay {

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

}  // namespace assay
