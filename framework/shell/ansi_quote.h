// SPDX-License-Identifier: Apache-2.0
// The escapes of $'…'.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay::shell {

// The bytes that the text between the quotes stands for: \u and \U as UTF-8; as in bash, a NUL escape drops
// the rest. None for an escape whose meaning is doubtful: \x{…}, \c\, an invalid code point.
std::optional<std::string> decode_ansi(std::string_view text);

// The inverse: the text to put between the quotes.
std::string encode_ansi(std::string_view bytes);

}  // namespace assay::shell
