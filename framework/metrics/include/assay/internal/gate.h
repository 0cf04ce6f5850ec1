// Red or not: what a result means for its case under the run's gate, and what all results mean for the run.
// docs/architecture.md, "Colours".
#pragma once

#include <string>

#include "assay/internal/baseline.h"
#include "assay/result.h"

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
  Baseline baseline;      // of Gate::baseline
};

// What a run says itself; its rows name the cases that its baseline expected to pass, as far as they are
// there.
GateTerms terms_of(const Run& run);

// Of a finished run.
GateResult judge_run(const Run& run, const GateTerms& terms);

}  // namespace assay
