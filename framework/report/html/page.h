// SPDX-License-Identifier: Apache-2.0
// The frame of every page: a head whose content security policy forbids loading anything and executing
// anything but assay's own script, and that script.
#pragma once

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

}  // namespace assay
