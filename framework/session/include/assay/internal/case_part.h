// SPDX-License-Identifier: Apache-2.0
// A part of a run's cases, and the order in which they are asked.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "assay/internal/case_store.h"
#include "assay/internal/stored_run.h"

namespace assay {

// The indices of `durations`, longest first, so that no long case starts when the others have ended. Untimed
// cases may take any time and come first; equal ones keep their order.
std::vector<std::size_t> longest_first(std::span<const std::optional<std::chrono::nanoseconds>> durations);

// Which cases of a run's datasets are asked; by default all.
struct CasePart {
  std::string filter;  // a glob of dataset.case
  std::string tag;
  std::string category;
  std::string failed;  // a run in which they did not pass
  std::optional<std::size_t> limit;
  std::optional<std::uint64_t> shuffle;  // seed
  // "dataset" or "": in the order of the datasets. "random:7": shuffled with that seed. "longest": in
  // descending order of duration in the newest complete run of the suite in the store, after the cases that
  // run did not time, which may take arbitrarily long; without such a run, in the order of the datasets, with
  // a note. "longest:RUN": by that run (find_run() lists the names).
  std::string order;
};

// The error in the words of --order; empty: none.
std::string order_fault(const std::string& words);

// Whether longer cases come before shorter ones.
bool is_longest_first(const std::string& words);

// Keeps the selected cases of a run of `suite`, in the order in which they are asked; `note` gets whole lines
// about an order that cannot be had. Throws Error if none is selected, or if a run that the part names is not
// found.
void select_part(CaseStore& cases, const CasePart& part, const RunPlace& place, const std::string& suite,
                 const std::function<void(const std::string& text)>& note);

}  // namespace assay
