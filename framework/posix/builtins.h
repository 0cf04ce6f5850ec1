// SPDX-License-Identifier: Apache-2.0
// Shell builtins: those that POSIX lacks, and arguments that it does not allow.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "call.h"

namespace assay::posix {

// What to write instead of a command that only bash has (local, [[, declare); none if it is not one.
std::optional<std::string_view> instead_of_builtin(std::string_view name);

// Checks what no option table covers: operators of test, signals of trap, names that set -o knows …
void judge_builtin(std::span<const ReadWord> words, Findings& findings);

}  // namespace assay::posix
