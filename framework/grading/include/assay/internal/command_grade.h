// SPDX-License-Identifier: Apache-2.0
// Grades two commands on the ladder, without a dataset or a tool.
#pragma once

#include <string_view>

#include "assay/equivalence.h"
#include "assay/grading.h"

namespace assay {

// Uses the default levels for commands, with `expected` as the only accepted command; any match is a pass.
Grade grade_commands(std::string_view expected, std::string_view generated, const Backends& backends = {});

// The engine's comparison of the two, for `assay explain`. The ladder decides whether they are equivalent, by
// which method and with which score.
Comparison explain_commands(std::string_view expected, std::string_view generated,
                            const Backends& backends = {});

}  // namespace assay
