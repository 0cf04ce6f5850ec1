// SPDX-License-Identifier: Apache-2.0
// The expression of find.
#pragma once

#include <span>
#include <vector>

#include "call.h"

namespace assay::posix {

// Checks words[begin, …). Returns the commands that the expression runs.
std::vector<Inner> judge_expression(const Utility& utility, std::span<const ReadWord> words,
                                    std::size_t begin, Findings& findings);

}  // namespace assay::posix
