// SPDX-License-Identifier: Apache-2.0
// Makes foreign bytes safe to show: UTF-8 checks and escapes for terminals, XML and one-line messages.
#pragma once

#include <string>
#include <string_view>

namespace assay {

// RFC 3629: no overlong forms, no surrogates, nothing past U+10FFFF. NUL is valid UTF-8.
bool is_utf8(std::string_view bytes);

// `bytes` with every maximal ill-formed subsequence replaced by U+FFFD.
std::string to_utf8(std::string_view bytes);

// Valid UTF-8 in which control characters (C0 except newline and tab, DEL, C1), bidirectional overrides,
// zero-width characters and the last two code points of each plane appear as \xNN or \u{NNNN}: safe to print
// on a terminal, cannot start an escape sequence or an element that ctest interprets. `one_line` also escapes
// newline and tab (as \n and \t).
std::string printable(std::string_view bytes);
std::string one_line(std::string_view bytes);

// Text for XML 1.0 character data or an attribute in double quotes: ill-formed UTF-8 and characters that
// XML 1.0 forbids are replaced by U+FFFD; & < > " are escaped; in attributes newline and tab become character
// references.
std::string xml_text(std::string_view bytes);
std::string xml_attribute(std::string_view bytes);

// `text` without leading and trailing ASCII blanks (space, \t \n \v \f \r).
std::string_view trimmed(std::string_view text);

}  // namespace assay
