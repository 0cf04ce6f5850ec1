// SPDX-License-Identifier: Apache-2.0
// Commands that may read the exit status of the one before, or that tell how a script is written.
#pragma once

#include <span>
#include <string_view>

#include "assay/internal/shell_tree.h"
#include "context.h"

namespace assay::equivalence {

// Whether the builtin or function may read the exit status of the last command: exit without a number, eval,
// a function or program that is not known. `words` begin with its name.
bool reads_last_status(std::string_view name, std::span<const shell::Word> words, bool is_known);

// Whether it may change how words or commands are read, so that not even quotes and braces can be compared:
// alias, set -k, trap … ERR.
bool rereads_words(std::string_view name, std::span<const shell::Word> words);

// Whether it shows which programs ran before, of which the shell remembers the place: type ls.
bool shows_remembered(const shell::Command& command);

}  // namespace assay::equivalence
