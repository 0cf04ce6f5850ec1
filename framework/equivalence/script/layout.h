// SPDX-License-Identifier: Apache-2.0
// A script as written, apart from blanks and comments.
#pragma once

#include <string_view>
#include <vector>

#include "assay/internal/shell_tree.h"

namespace assay::equivalence {

// The source of every word, in order. Two scripts with equal trees and equal words differ in layout only.
std::vector<std::string_view> written_words(const shell::List& list, std::string_view source);

}  // namespace assay::equivalence
