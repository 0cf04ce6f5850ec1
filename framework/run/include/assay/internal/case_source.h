// SPDX-License-Identifier: Apache-2.0
// Cases fetched one by one when they are asked, so that a long run need not hold them in memory.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <stop_token>

#include "assay/evaluate.h"

namespace assay {

struct CaseSource {
  std::size_t count = 0;
  // Must be thread-safe. An exception ends the evaluation, as one from the sink does.
  std::function<Case(std::size_t index)> at;
};

inline CaseSource source_of(std::span<const Case> cases) {
  return {cases.size(), [cases](std::size_t index) { return cases[index]; }};
}

// Like evaluate() in evaluate.h. REQUIRES: levels_of() knows the levels of all cases.
void evaluate(const CaseSource& cases, const Tool& tool, const EvaluateOptions& options, const Sink& sink,
              std::stop_token stop = {});

}  // namespace assay
