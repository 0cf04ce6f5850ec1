// SPDX-License-Identifier: Apache-2.0
// What part of a run says, in sums that are exact: those of all parts, added up in any order, give the
// figures of the whole run to the byte, without any of its rows.
//
// Cases that are named (the slowest, the flaky, alarms) are kept as far as a whole run names them, with their
// places in it, so that they come out alike too.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/run_rows.h"
#include "assay/retrieval.h"
#include "assay/safety.h"
#include "assay/summary.h"

namespace assay {

// What write_metrics() writes of a run.
struct RunFigures {
  Summary summary;
  std::optional<AggregateMetrics> retrieval;
  std::optional<Safety> safety;
  std::optional<EvaluationMetrics> evaluation;
};

class RunAggregate {
 public:
  // Of no case.
  RunAggregate();
  // Of all cases of these rows. The memory is 8 bytes a case, and that of the groups.
  explicit RunAggregate(const RunRows& rows);
  ~RunAggregate();
  RunAggregate(RunAggregate&&) noexcept;
  RunAggregate& operator=(RunAggregate&&) noexcept;

  // Cases that have a result.
  std::size_t cases() const;
  // How long each answer took that was timed, in nanoseconds and ascending order. They are in no JSON, since
  // they are as many as the cases; once taken they are gone.
  std::vector<std::int64_t> take_times();

  // All but the times, as one JSON object. The inverse throws Error naming `where`.
  std::string to_json() const;
  static RunAggregate from_json(std::string_view text, const SourceLine& where);

  // Of another part of the same run. What `other` still has of times is not taken.
  void add(const RunAggregate& other);
  // `latency`: over the times of all parts. To be called once, when all parts were added.
  RunFigures finish(const RunInfo& info, const std::optional<Latency>& latency);

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

}  // namespace assay
