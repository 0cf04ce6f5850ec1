// SPDX-License-Identifier: Apache-2.0
// A script as written, apart from blanks and comments.
#pragma once

#include <string_view>
#include <vector>

#include "assay/internal/shell_tree.h"

namespace assay::equivalence {

// The source of every word, in order. Two scripts with equal trees and equal words differ in layout only.
std::vector<std::string_view> written_words(const shell::List& list, std::string_view source);

// Scripts in which a line end is not a semicolon.

// Whether it may matter where the lines of a script end: the shell reads a whole line before it runs any of
// it (alias, shopt, extended globs), and after an expansion or assignment that fails it drops the rest of the
// line. Errs on the side of yes.
bool depends_on_lines(std::string_view script);

// For each command at the top of a script, whether a line begins with it.
std::vector<bool> line_starts(const shell::List& list, std::string_view source);

// Whether two scripts divide their commands into lines alike, or have a single line.
bool has_same_lines(const std::vector<bool>& a, const std::vector<bool>& b);

}  // namespace assay::equivalence
