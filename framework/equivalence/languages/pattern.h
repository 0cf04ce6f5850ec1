// SPDX-License-Identifier: Apache-2.0
// POSIX regular expressions as GNU reads them, in one spelling.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::equivalence {

enum class RegexDialect { basic, extended, fixed };
enum class LetterCase { counts, folded };

// The alternatives of a pattern (each line of it has its own), each as an
// extended expression; in any order they match the same text. None for what is
// not understood for certain: back-references, doubled operators, odd escapes.
std::optional<std::vector<std::string>> regex_alternatives(std::string_view pattern, RegexDialect dialect,
                                                           LetterCase letters);

}  // namespace assay::equivalence
