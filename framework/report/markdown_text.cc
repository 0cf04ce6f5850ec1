// SPDX-License-Identifier: Apache-2.0
#include "markdown_text.h"

#include <algorithm>

#include "assay/internal/text.h"

namespace assay {
namespace {

std::size_t longest_run(std::string_view text, char c) {
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char each : text) {
    run = each == c ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

}  // namespace

std::string markdown_text(std::string_view bytes) {
  constexpr std::string_view kMarkup = "\\`*_[]<>#|~&$@";
  const std::string line = one_line(bytes);
  std::string text;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const bool is_address = line.compare(at, 3, "://") == 0 || (line[at] == '.' && text.ends_with("www"));
    if (is_address || kMarkup.find(line[at]) != std::string_view::npos) text += '\\';
    text += line[at];
  }
  return text;
}

std::string markdown_name(std::string_view bytes) {
  constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+./:";
  const bool is_plain = !bytes.empty() && bytes.find_first_not_of(kPlain) == std::string_view::npos;
  return is_plain ? "`" + std::string(bytes) + "`" : markdown_text(bytes);
}

std::string code_block(std::string_view language, std::string_view text) {
  const std::string fence(std::max<std::size_t>(3, longest_run(text, '`') + 1), '`');
  std::string block = fence + std::string(language) + "\n" + printable(text);
  if (!block.ends_with('\n')) block += '\n';
  return block + fence + "\n";
}

std::string fold_begin(std::string_view summary) {
  return "<details>\n<summary>" + markdown_text(summary) + "</summary>\n\n";
}

}  // namespace assay
