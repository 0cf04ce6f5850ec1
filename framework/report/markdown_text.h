// SPDX-License-Identifier: Apache-2.0
// Bytes from outside as Markdown that shows them and does nothing else.
#pragma once

#include <string>
#include <string_view>

namespace assay {

// One line of running text or of a table cell.
std::string markdown_text(std::string_view bytes);

// A name or a place: as code where it is plain, otherwise as text.
std::string markdown_name(std::string_view bytes);

// A code block; its fence is longer than any run of backquotes in `text`. Ends in a newline.
std::string code_block(std::string_view language, std::string_view text);

// What pages of code review show folded, behind a line that opens it.
std::string fold_begin(std::string_view summary);
inline constexpr std::string_view kFoldEnd = "</details>\n\n";

}  // namespace assay
