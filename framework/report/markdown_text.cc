#include "markdown_text.h"

#include <algorithm>

#include "assay/text.h"

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
  constexpr std::string_view kMarkup = "\\`*_{}[]<>()#+!|~&$@:";
  std::string text;
  for (const char c : one_line(bytes)) {
    if (kMarkup.find(c) != std::string_view::npos) text += '\\';
    text += c;
  }
  return text;
}

std::string code_block(std::string_view language, std::string_view text) {
  const std::string fence(std::max<std::size_t>(3, longest_run(text, '`') + 1), '`');
  std::string block = fence + std::string(language) + "\n" + printable(text);
  if (!block.ends_with('\n')) block += '\n';
  return block + fence + "\n";
}

}  // namespace assay
