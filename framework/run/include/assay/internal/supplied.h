// SPDX-License-Identifier: Apache-2.0
// Cases that are asked as somebody hands them out, rather than one after the other.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <stop_token>
#include <vector>

#include "assay/internal/case_source.h"

namespace assay {

struct Supplied {
  std::vector<std::size_t> cases;      // indices; each at most once in an evaluation
  bool is_over = false;                // there will be no more
  std::chrono::milliseconds again{0};  // when to look again, where these are fewer than were wanted
};

// At most as many as may begin now. Called from the thread that evaluates, never while the sink runs.
using Supply = std::function<Supplied(std::size_t most)>;

// As evaluate() (case_source.h) for the cases that `supply` hands out: returns when it is over and they have
// all been handed to the sink. Nothing more is asked for where `stop` was requested. What `supply` throws
// ends it as what the sink throws does.
void evaluate_supplied(const CaseSource& cases, const Tool& tool, const EvaluateOptions& options,
                       const Supply& supply, const Sink& sink, std::stop_token stop = {});

}  // namespace assay
