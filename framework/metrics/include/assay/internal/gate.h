// SPDX-License-Identifier: Apache-2.0
// The meaning of a result for its case under the run's gate, and of all results for the run.
// docs/architecture.md, "Colours".
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/baseline.h"
#include "assay/internal/exact_sum.h"
#include "assay/result.h"
#include "assay/summary.h"

namespace assay {

// The colour of a test; skipped is neither passed nor failed.
enum class Light { green, skipped, red };

// For a case's last attempt. Under Gate::baseline, Result::in_baseline says whether it was expected to pass.
Light light_of(Gate gate, const Result& result, UnmeasuredCases unmeasured = UnmeasuredCases::skip);

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
  partial,     // cases are missing, and no case that was asked missed: the gate is not applied
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
  UnmeasuredCases unmeasured = UnmeasuredCases::skip;
  int repeat = 0;  // RunInfo::repeat
};

// The terms that the run itself records.
GateTerms terms_of(const RunInfo& info);

// What a case counts as under a gate. `repeat`: as in RunInfo.
struct CaseVerdict {
  Status status = Status::unmeasured;
  double score = 0.0;
  bool is_asked_again = false;
};
CaseVerdict verdict_of(std::span<const Result> earlier, const Result& last, int repeat);

// Judges a run whose cases are streamed. A case that was asked again counts with all its attempts: one asking
// that missed is a miss under the gates `strict` and `baseline`, and the gate `mean` takes the mean of all
// askings. Askings that measured nothing do not count beside others.
class GateCheck {
 public:
  explicit GateCheck(GateTerms terms);
  // Adds the next case: its last attempt and those before it, in order.
  void add(std::span<const Result> earlier, const Result& last);
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
  void compare_with_baseline(const Result& last, Status status);
  Summary counted(const Summary& summary) const;
  GateResult part(const RunInfo& info, const Summary& summary) const;
  GateResult whole(const RunInfo& info, const Summary& summary);
  GateResult nothing_measured(std::string said) const;
  GateResult strict(const RunInfo& info, const Counts& counts) const;
  GateResult mean(const Summary& summary) const;
  GateResult against_baseline(const RunInfo& info, const Counts& counts);

  GateTerms terms_;
  CaseNames unseen_;  // of the baseline's passed cases
  Changes changes_;
  Counts counts_;
  Moments scores_;
  bool is_any_asked_again_ = false;
  std::vector<std::string> outdone_;  // the first cases that passed in the end and had missed before
  bool expects_passes_ = false;       // a row is of a case that its baseline expected to pass
  std::string first_unmeasured_;      // the headline of the first unmeasured case that is red; or empty
};

// For a finished run in memory.
GateResult check_gate(const Run& run, const GateTerms& terms);

}  // namespace assay
