// SPDX-License-Identifier: Apache-2.0
// Commands compared as text.
#pragma once

#include <string_view>

namespace assay {

// Without leading and trailing blanks, but keeping a trailing blank that a backslash makes data, and
// everything after a here-document.
std::string_view trimmed_command(std::string_view text);

// Both trimmed.
bool same_bytes(std::string_view expected, std::string_view generated);

// Whether only unquoted blanks differ: the length of runs, and blanks beside an operator. Also false if a
// text is not understood (tokens.h).
bool same_but_blanks(std::string_view expected, std::string_view generated);

}  // namespace assay
