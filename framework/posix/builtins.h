// SPDX-License-Identifier: Apache-2.0
// Commands of the shell's own, where POSIX's are fewer, or are given less, than bash's.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "call.h"

namespace assay::posix {

// What to write in place of a command that is bash's own alone (local, [[, declare); none: it is not one.
std::optional<std::string_view> instead_of_builtin(std::string_view name);

// What no table of options says: operators of test, signals of trap, what set -o knows …
void judge_builtin(std::span<const ReadWord> words, Findings& findings);

}  // namespace assay::posix
