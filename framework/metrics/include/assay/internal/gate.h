// SPDX-License-Identifier: Apache-2.0
// Red or not: what a result means for its case under the run's gate, and what all results mean for the run.
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

// Of a test: skipped is neither passed nor failed.
enum class Light { green, skipped, red };

// Of a case's last attempt. Under Gate::baseline, Result::in_baseline says what was expected.
Light light_of(Gate gate, const Result& result);

// Why a case is not green, in one printable line: "score 0.00 < 0.80 (none): …", with MISS before it where
// the gate tolerates the miss, REGRESSION where the baseline has the case as passed; "UNMEASURED not_found:
// …".
std::string headline(Gate gate, const Result& result);
// The same without the mark.
std::string headline(const Result& result);

enum class GateOutcome {
  held,
  missed,      // whatever the cases that were not measured would have said
  unknown,     // what was not measured decides
  partial,     // cases are missing: the gate is not applied (a miss under Gate::strict is `missed` all the
               // same)
  unreadable,  // there is nothing to hold a run to: no case, or what was read is broken
};

struct GateResult {
  GateOutcome outcome = GateOutcome::unreadable;
  Light light = Light::red;
  std::string why;  // its first line stands for itself; more lines name cases and the next step
};

// What a run is held to.
struct GateTerms {
  Gate gate = Gate::strict;
  double min_mean = 0.7;  // of Gate::mean
  // Of Gate::baseline; none: rows say which cases their baseline expected to pass (Result::in_baseline).
  std::optional<Baseline> baseline;
};

// What a run says itself.
GateTerms terms_of(const RunInfo& info);

// Judges a run whose cases come one by one.
class GateJudge {
 public:
  explicit GateJudge(GateTerms terms);
  // The last attempt of the next case.
  void add(const Result& last);
  // `summary` is of the same cases. To be called once.
  GateResult finish(const RunInfo& info, const Summary& summary);

 private:
  // How the run stands to what its baseline has as passed.
  struct Changes {
    std::size_t regressions = 0;
    std::size_t unmeasured = 0;
    std::size_t gained = 0;
    std::size_t gone = 0;
    std::string lines;
    void note(std::size_t& count, const char* word, std::string_view name);
  };
  void compare_with_baseline(const Result& last);
  GateResult strict(const RunInfo& info, const Counts& counts) const;
  GateResult mean(const Summary& summary) const;
  GateResult against_baseline(const RunInfo& info, const Counts& counts);

  GateTerms terms_;
  CaseNames unseen_;  // of the baseline
  Changes changes_;
  bool unasked_ = false;  // a case that the tool could not be asked
};

// Of a finished run in memory.
GateResult judge_run(const Run& run, const GateTerms& terms);

}  // namespace assay
