// SPDX-License-Identifier: Apache-2.0
// The meaning of a result for its case under the run's gate, and of all results for the run.
// docs/architecture.md, "Colours".
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "assay/internal/baseline.h"
#include "assay/result.h"
#include "assay/summary.h"

namespace assay {

// The colour of a test; skipped is neither passed nor failed.
enum class Light { green, skipped, red };

// For a case's last attempt. Under Gate::baseline, Result::in_baseline says whether it was expected to pass.
Light light_of(Gate gate, const Result& result);

// Why a case is not green, in one printable line: "got `a`, want `b`: score 0.00 < 0.80 (none): …", prefixed
// with MISS if the gate tolerates the miss, with REGRESSION if the case passed in the baseline; or
// "UNMEASURED not_found: …".
std::string headline(Gate gate, const Result& result);
// The same without the prefix.
std::string headline(const Result& result);

enum class GateOutcome {
  held,
  missed,      // whatever the unmeasured cases would have scored
  unknown,     // depends on the unmeasured cases
  partial,     // cases are missing: the gate is not applied (but a miss under Gate::strict is still `missed`)
  unreadable,  // there is nothing to judge: no case, or unreadable input
};

struct GateResult {
  GateOutcome outcome = GateOutcome::unreadable;
  Light light = Light::red;
  std::string why;  // the first line stands alone; further lines name cases and the next step
};

// The gate and its parameters.
struct GateTerms {
  Gate gate = Gate::strict;
  double min_mean = 0.7;  // for Gate::mean
  // For Gate::baseline; none: each row says whether its baseline expected a pass (Result::in_baseline).
  std::optional<Baseline> baseline;
};

// The terms that the run itself records.
GateTerms terms_of(const RunInfo& info);

// Judges a run whose cases are streamed.
class GateCheck {
 public:
  explicit GateCheck(GateTerms terms);
  // Adds the last attempt of the next case.
  void add(const Result& last);
  // `summary` covers the same cases. Call once.
  GateResult finish(const RunInfo& info, const Summary& summary);

 private:
  // Differences from the passes recorded in the baseline.
  struct Changes {
    std::size_t regressions = 0;
    std::size_t unmeasured = 0;
    std::size_t gained = 0;
    std::size_t gone = 0;
    std::string lines;
    void note(std::size_t& count, const char* word, std::string_view name);
  };
  void compare_with_baseline(const Result& last);
  GateResult nothing_measured(std::string said) const;
  GateResult strict(const RunInfo& info, const Counts& counts) const;
  GateResult mean(const Summary& summary) const;
  GateResult against_baseline(const RunInfo& info, const Counts& counts);

  GateTerms terms_;
  CaseNames unseen_;  // of the baseline's passed cases
  Changes changes_;
  bool expects_passes_ = false;  // a row is of a case that its baseline expected to pass
  std::string first_unasked_;    // the headline of the first case that the tool could not be asked; or empty
};

// For a finished run in memory.
GateResult check_gate(const Run& run, const GateTerms& terms);

}  // namespace assay
