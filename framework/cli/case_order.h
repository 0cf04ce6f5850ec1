// SPDX-License-Identifier: Apache-2.0
// In which order the cases of a run are asked.
#pragma once

#include <string>
#include <vector>

#include "assay/internal/case_shelf.h"
#include "command_line.h"

namespace assay::cli {

// What is wrong with the words of --order; empty: nothing.
std::string order_fault(const std::string& words);

// Whether longer cases come before shorter ones.
bool is_longest_first(const std::string& words);

// "dataset": as the datasets have them, "" too. "random:7": as that seed decides. "longest": those that took
// longest in the newest complete run of `suite` in the store first, and before them those that it did not
// time, which may take any time; without such a run as the datasets have them, which is said on standard
// error. "longest:RUN": by that run (find_run() says which names there are). Throws Error where that is not
// found.
void put_in_order(std::vector<std::size_t>& indices, const CaseShelf& cases, const std::string& words,
                  const RunPlace& place, const std::string& suite);

}  // namespace assay::cli
