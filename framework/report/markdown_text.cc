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

// Shown as code. The fence is longer than any run of backquotes in the text; blanks, which are not shown,
// part the two.
std::string code_span(std::string_view line) {
  const bool touches = line.starts_with('`') || line.ends_with('`');
  const bool loses_blanks = line.starts_with(' ') && line.ends_with(' ');
  const std::string_view pad = touches || loses_blanks ? " " : "";
  const std::string fence(longest_run(line, '`') + 1, '`');
  return fence + std::string(pad) + std::string(line) + std::string(pad) + fence;
}

bool opens_code(std::string_view line, std::size_t at) {
  return at == 0 || line[at - 1] == ' ' || line[at - 1] == '(';
}

// The backquote that ends the code after `open`; code may contain backquotes itself.
std::size_t end_of_code(std::string_view line, std::size_t open) {
  for (std::size_t at = line.find('`', open + 1); at != line.npos; at = line.find('`', at + 1)) {
    const bool ends_word =
        at + 1 == line.size() || std::string_view(" ,:;.)").find(line[at + 1]) != line.npos;
    const std::size_t next = line.find('`', at + 1);
    if (at > open + 1 && ends_word && (next == line.npos || opens_code(line, next))) return at;
  }
  return line.npos;
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

std::string markdown_prose(std::string_view bytes) {
  const std::string line = one_line(bytes);
  const std::string_view all = line;
  std::string text;
  std::size_t done = 0;
  for (std::size_t open = line.find('`'); open != line.npos; open = line.find('`', open + 1)) {
    if (!opens_code(line, open)) continue;
    const std::size_t end = end_of_code(line, open);
    if (end == line.npos) break;  // nor does any later backquote open code
    text += markdown_text(all.substr(done, open - done)) + code_span(all.substr(open + 1, end - open - 1));
    done = end + 1;
    open = end;
  }
  return text + markdown_text(all.substr(done));
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
