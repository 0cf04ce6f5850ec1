// SPDX-License-Identifier: Apache-2.0
// Lines of a text, and words of a line.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

namespace assay::convert {

// Calls take(line, number) for each line, without its line feed and counted from 1. A text that ends with a
// line feed has no line after it.
template <typename Take>
void each_line(std::string_view text, Take take) {
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    take(text.substr(0, end), number);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

// What stands between ASCII blanks.
std::vector<std::string_view> words_of_line(std::string_view line);

}  // namespace assay::convert
