// SPDX-License-Identifier: Apache-2.0
// Cases fetched one by one when they are asked, so that a long run need not hold them in memory.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

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

// Like evaluate() of all cases at once. REQUIRES: levels_of() knows the levels of all cases.
void evaluate(const CaseSource& cases, const Tool& tool, const EvaluateOptions& options, const Sink& sink,
              std::stop_token stop = {});

// Cases that are asked as they are supplied, instead of one after the other.
struct Supplied {
  std::vector<std::size_t> cases;      // indices; each at most once per evaluation
  bool is_over = false;                // no more will follow
  std::chrono::milliseconds again{0};  // when to ask again, if fewer were supplied than requested
};

// Returns at most `most` cases, which may begin now. Called in the evaluating thread, never while the sink
// runs.
using Supply = std::function<Supplied(std::size_t most)>;

// Like evaluate() above, for the cases from `supply`: returns when it is over and all cases have
// been handed to the sink. Requests no more after a stop. An exception from `supply` ends the evaluation like
// one from the sink.
void evaluate_supplied(const CaseSource& cases, const Tool& tool, const EvaluateOptions& options,
                       const Supply& supply, const Sink& sink, std::stop_token stop = {});

}  // namespace assay
