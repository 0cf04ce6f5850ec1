// SPDX-License-Identifier: Apache-2.0
#include "lines.h"

#include <charconv>
#include <cmath>

namespace assay::convert {

std::vector<std::string_view> words_of_line(std::string_view line) {
  constexpr std::string_view kBlanks = " \t\v\f\r";
  std::vector<std::string_view> words;
  for (std::size_t at = 0; (at = line.find_first_not_of(kBlanks, at)) != line.npos;) {
    const std::size_t end = std::min(line.find_first_of(kBlanks, at), line.size());
    words.push_back(line.substr(at, end - at));
    at = end;
  }
  return words;
}

std::optional<double> finite_number(std::string_view text) {
  double value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_number =
      read.ec == std::errc() && read.ptr == text.data() + text.size() && std::isfinite(value);
  return is_number ? std::optional(value) : std::nullopt;
}

}  // namespace assay::convert
