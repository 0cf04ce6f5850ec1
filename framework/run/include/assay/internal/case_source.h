// SPDX-License-Identifier: Apache-2.0
// Cases that are had one by one, when they are asked: of a long run they need not be in memory.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <stop_token>

#include "assay/evaluate.h"

namespace assay {

struct CaseSource {
  std::size_t count = 0;
  // From several threads at once. What it throws ends the evaluation, as what the sink throws does.
  std::function<Case(std::size_t index)> at;
};

inline CaseSource source_of(std::span<const Case> cases) {
  return {cases.size(), [cases](std::size_t index) { return cases[index]; }};
}

// As evaluate() (evaluate.h). REQUIRES: levels_of() knows the levels of all cases.
void evaluate(const CaseSource& cases, const Tool& tool, const EvaluateOptions& options, const Sink& sink,
              std::stop_token stop = {});

}  // namespace assay
