// SPDX-License-Identifier: Apache-2.0
// The words of a command after brace expansion.
#pragma once

#include <span>
#include <vector>

#include "assay/internal/shell_tree.h"

namespace assay::equivalence {

// As for a command's arguments: e{val,} is eval. Returns `words`, or if there are any braces the content of
// `written`, which the result then refers to.
std::span<const shell::Word> expanded_words(const std::vector<shell::Word>& words,
                                            std::vector<shell::Word>& written);

}  // namespace assay::equivalence
