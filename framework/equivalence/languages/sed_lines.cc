// SPDX-License-Identifier: Apache-2.0
// Scripts of sed that print the first or the last lines.
#include <charconv>

#include "languages/number.h"
#include "languages/sed_script.h"

namespace assay::equivalence {
namespace {

std::optional<long> line_of(std::string_view text) {
  if (!is_digits(text) || text.size() > 9 || text[0] == '0') return std::nullopt;
  long line = 0;
  std::from_chars(text.data(), text.data() + text.size(), line);
  return line;
}

bool skip(std::string_view& text, std::string_view start, std::string_view end) {
  if (!text.starts_with(start) || !text.ends_with(end) || text.size() <= start.size() + end.size())
    return false;
  text.remove_prefix(start.size());
  text.remove_suffix(end.size());
  return true;
}

}  // namespace

std::optional<FirstLines> first_lines(std::string_view script, Printing printing) {
  std::string_view rest = script;
  if (printing == Printing::asked) {
    if (script == "$p") return FirstLines{"tail", "1"};
    if (skip(rest, "1,", "p") && line_of(rest)) return FirstLines{"head", std::string(rest)};
    if (script == "1p") return FirstLines{"head", "1"};
    rest = script;
    if (skip(rest, "", ",$p") && line_of(rest)) return FirstLines{"tail", "+" + std::string(rest)};
    return std::nullopt;
  }
  if (script == "$!d") return FirstLines{"tail", "1"};
  if (script == "$d") return FirstLines{"head", "-1"};
  if (script == "1d") return FirstLines{"tail", "+2"};
  if (skip(rest, "", "q") && line_of(rest)) return FirstLines{"head", std::string(rest)};
  rest = script;
  if (skip(rest, "", ",$d") && line_of(rest) && *line_of(rest) > 1)
    return FirstLines{"head", std::to_string(*line_of(rest) - 1)};
  rest = script;
  if (skip(rest, "1,", "d") && line_of(rest))
    return FirstLines{"tail", "+" + std::to_string(*line_of(rest) + 1)};
  return std::nullopt;
}

}  // namespace assay::equivalence
