// SPDX-License-Identifier: Apache-2.0
// POSIX regular expressions as GNU reads them, in a canonical spelling.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::equivalence {

enum class RegexDialect { basic, extended, fixed };
enum class LetterCase { counts, folded };

// The alternatives of a pattern (each of its lines has its own), each as an extended expression; their order
// does not matter. None if anything is not certainly understood: back-references, doubled operators, odd
// escapes.
std::optional<std::vector<std::string>> regex_alternatives(std::string_view pattern, RegexDialect dialect,
                                                           LetterCase letters);

}  // namespace assay::equivalence
