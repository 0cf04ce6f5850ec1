// SPDX-License-Identifier: Apache-2.0
// What other awks make of a pair: for people, never for the verdict.
#pragma once

#include <string>

#include "assay/grading.h"
#include "assay/internal/behaviour.h"

namespace assay {

// A line for each other awk that is installed: "with gawk: differs: stdout: …". Empty if neither command
// calls awk, or if the case, its world or the suite names a userland.
std::string awk_notes(const Pair& pair, behaviour::Lab& lab, const behaviour::Terms& terms);

}  // namespace assay
