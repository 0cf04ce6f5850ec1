// SPDX-License-Identifier: Apache-2.0
// The frame of every page: a head whose content security policy forbids loading anything and executing
// anything but assay's own script, and that script. Text in it is escaped, so that it is only displayed.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <string_view>

namespace assay {

enum class Page { run, comparison, matrix };  // a matrix has no script

// Writes up to <body>. `title` is any text.
void begin_page(std::ostream& out, Page page, const std::string& title);
// Writes the script, if there is one, and the end.
void end_page(std::ostream& out, Page page);

// Data for the script, which finds it by its id; no browser executes it.
std::string data_element(std::string_view id, std::string_view text);
// A string in such data; invalid UTF-8 is replaced.
std::string json_text(std::string_view bytes);

// Text of one line, between tags or in an attribute in double quotes. Characters without a glyph are shown as
// escapes.
std::string html_text(std::string_view bytes);

// Like html_text(), for at most `most` characters, followed by "…" if the text is cut.
std::string html_label(std::string_view bytes, std::size_t most);

// At most `most` bytes of a longer text: its two ends and, between them, the number of bytes left out; never
// cuts a character in two.
std::string both_ends(std::string_view bytes, std::size_t most);

}  // namespace assay
