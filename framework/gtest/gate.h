// Red or not: what a case's result means for its test, and what all results mean for the suite.
#pragma once

#include <string>

#include "assay/internal/baseline.h"
#include "assay/result.h"
#include "suite.h"

namespace assay {

enum class Light { green, skipped, red };

struct CaseLight {
  Light light = Light::red;
  std::string headline;  // one line: "MISS score 0.00 < 0.80 (none): …", "UNMEASURED …"; empty where green
};
CaseLight light_of(const Suite& suite, const Baseline& baseline, const Result& result);

struct GateResult {
  Light light = Light::red;  // skipped: the run is partial, nothing can be said
  std::string why;           // one line or several
};
GateResult gate(const Suite& suite, const Baseline& baseline, const Run& run);

}  // namespace assay
