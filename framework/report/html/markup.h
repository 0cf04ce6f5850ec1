// SPDX-License-Identifier: Apache-2.0
// Text as HTML and SVG that shows it and does nothing else.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace assay {

// Of one line, between tags or in an attribute in double quotes. What has no glyph stands as an escape.
std::string html_text(std::string_view bytes);

// The same of at most so many characters, with "…" for the rest.
std::string html_label(std::string_view bytes, std::size_t most);

// At most so many bytes of a text that is longer, both of its ends and between them how much is left out; no
// character is cut in two.
std::string both_ends(std::string_view bytes, std::size_t most);

// The beginning of a text, at most so many bytes, with "…" where it goes on.
std::string beginning_of(std::string_view bytes, std::size_t most);

}  // namespace assay
