// SPDX-License-Identifier: Apache-2.0
#include "markdown_text.h"

#include <algorithm>

#include "assay/internal/text.h"

namespace assay {
namespace {

bool opens_code(std::string_view line, std::size_t at) {
  return at == 0 || line[at - 1] == ' ' || line[at - 1] == '(';
}

// Of the first run of as many backquotes from there on.
std::size_t find_run(std::string_view line, std::size_t size, std::size_t from) {
  for (std::size_t at = from; (at = line.find('`', at)) != line.npos;) {
    const std::size_t end = std::min(line.find_first_not_of('`', at), line.size());
    if (end - at == size) return at;
    at = end;
  }
  return line.npos;
}

// Whether words go on behind the code, which they do not behind a backquote of another meaning.
bool ends_code(std::string_view line, std::size_t end) {
  return end == line.size() || std::string_view(" ,:;.)").find(line[end]) != line.npos;
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
  std::size_t done = 0, size = 0;
  for (std::size_t open = 0; (open = line.find('`', open)) != line.npos; open += size) {
    size = std::min(line.find_first_not_of('`', open), line.size()) - open;
    const std::size_t end = find_run(all, size, open + size);
    if (!opens_code(line, open) || end == line.npos || !ends_code(line, end + size)) continue;
    text += markdown_text(all.substr(done, open - done));
    text +=
        size == 1 ? code_span(all.substr(open + 1, end - open - 1)) : line.substr(open, end + size - open);
    done = open = end + size;
    size = 0;
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
