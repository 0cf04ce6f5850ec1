// SPDX-License-Identifier: Apache-2.0
// Two commands on the ladder, without a dataset or a tool.
#pragma once

#include <string_view>

#include "assay/equivalence.h"
#include "assay/grading.h"

namespace assay {

// The built-in levels of commands with `expected` as the one accepted command; any match is a pass.
Grade grade_commands(std::string_view expected, std::string_view generated, const Backends& backends = {});

// What the engine says of the two, for `assay explain`. Whether they are the same, by which method and with
// which score is what the ladder says.
Comparison explain_commands(std::string_view expected, std::string_view generated,
                            const Backends& backends = {});

}  // namespace assay
