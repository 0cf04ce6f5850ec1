// SPDX-License-Identifier: Apache-2.0
// Escapes untrusted bytes for Markdown, so that they are only displayed.
#pragma once

#include <string>
#include <string_view>

namespace assay {

// One line of running text or of a table cell.
std::string markdown_text(std::string_view bytes);

// One line of running text in which backquotes set off code: "got `ls`, want `ls -a`". Not for table cells,
// which a `|` in code would end.
std::string markdown_prose(std::string_view bytes);

// A name or a place: as code if it is plain, otherwise as text.
std::string markdown_name(std::string_view bytes);

// A code block; its fence is longer than any run of backquotes in `text`. Ends in a newline.
std::string code_block(std::string_view language, std::string_view text);

// Begins a section that code review pages show folded, with `summary` as its heading.
std::string fold_begin(std::string_view summary);
inline constexpr std::string_view kFoldEnd = "</details>\n\n";

}  // namespace assay
