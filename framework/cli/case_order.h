// SPDX-License-Identifier: Apache-2.0
// The order in which a run's cases are asked.
#pragma once

#include <string>
#include <vector>

#include "assay/internal/case_shelf.h"
#include "command_line.h"

namespace assay::cli {

// The error in the words of --order; empty: none.
std::string order_fault(const std::string& words);

// Whether longer cases come before shorter ones.
bool is_longest_first(const std::string& words);

// "dataset" or "": in the order of the datasets. "random:7": shuffled with that seed. "longest": in
// descending order of duration in the newest complete run of `suite` in the store, after the cases that run
// did not time, which may take arbitrarily long; without such a run, in the order of the datasets, with a
// note on standard error. "longest:RUN": by that run (find_run() lists the names). Throws Error if that run
// is not found.
void put_in_order(std::vector<std::size_t>& indices, const CaseShelf& cases, const std::string& words,
                  const RunPlace& place, const std::string& suite);

}  // namespace assay::cli
