// SPDX-License-Identifier: Apache-2.0
#include "script_forms.h"

#include <algorithm>

#include "assay/internal/commands_run.h"
#include "assay/internal/linear_regex.h"
#include "assay/internal/text.h"

namespace assay {
namespace {

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

std::string typed_word(const std::string& word) {
  static const Regex key(
      "(C-|M-|S-|\\^)+.|(KP)?Enter|Escape|Tab|BTab|BSpace|Up|Down|Left|Right|Home|End|DC|IC");
  if (word == "Space") return " ";
  if (key.matches(word)) return "\n";
  std::string text = word;
  for (const std::string_view enter : {"^M", "^J", "\\r", "\\n", "\\015", "\\012", "\r"})
    replace_all(text, enter, "\n");
  return text;
}

// The rest of a line after so many words.
std::string_view after_words(std::string_view line, int words) {
  constexpr std::string_view kBlanks = " \t";
  for (; words > 0 && line.find_first_not_of(kBlanks) != line.npos; --words) {
    line.remove_prefix(line.find_first_not_of(kBlanks));
    line.remove_prefix(std::min(line.find_first_of(kBlanks), line.size()));
  }
  return words > 0 ? std::string_view() : line;
}

}  // namespace

std::string typed_text(std::span<const std::string> words) {
  std::string text;
  for (const std::string& each : words) text += typed_word(each);
  return text;
}

std::string scheduled_commands(std::string_view table) {
  static const Regex other("\\s*(#|[A-Za-z_]\\w*\\s*=).*"), nickname("\\s*@.*");
  std::string commands;
  while (!table.empty()) {
    const std::string_view line = first_line(table);
    table.remove_prefix(std::min(line.size() + 1, table.size()));
    if (other.matches(line)) continue;  // a comment or a setting
    commands.append(after_words(line, nickname.matches(line) ? 1 : 5)).append("\n");
  }
  return commands;
}

}  // namespace assay
