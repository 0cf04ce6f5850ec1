// SPDX-License-Identifier: Apache-2.0
// Escapes text for HTML and SVG, so that it is only displayed.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace assay {

// Text of one line, between tags or in an attribute in double quotes. Characters without a glyph are shown as
// escapes.
std::string html_text(std::string_view bytes);

// Like html_text(), for at most `most` characters, followed by "…" if the text is cut.
std::string html_label(std::string_view bytes, std::size_t most);

// At most `most` bytes of a longer text: its two ends and, between them, the number of bytes left out; never
// cuts a character in two.
std::string both_ends(std::string_view bytes, std::size_t most);

}  // namespace assay
