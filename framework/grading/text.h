// SPDX-License-Identifier: Apache-2.0
// Commands compared as texts.
#pragma once

#include <string_view>

namespace assay {

// Without leading and trailing blanks, but with a trailing blank that a backslash makes data, and with all
// that stands behind a here-document.
std::string_view trimmed_command(std::string_view text);

// Both trimmed.
bool same_bytes(std::string_view expected, std::string_view generated);

// Whether unquoted blanks are all that differs: runs of them, and those beside an operator. False also where
// a text is not understood (tokens.h).
bool same_but_blanks(std::string_view expected, std::string_view generated);

}  // namespace assay
