// SPDX-License-Identifier: Apache-2.0
#include "table_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "assay/internal/text.h"

namespace assay {
namespace {

std::string blanks(std::string_view text, std::size_t width) {
  const std::size_t columns = columns_of(text);
  return std::string(columns < width ? width - columns : 0, ' ');
}

using Out = std::back_insert_iterator<std::string>;

constexpr std::size_t kWidestHead = 24;  // for a column of figures; other tables give names in full
constexpr std::size_t kLeastFirst = 8;   // width of the first column, however narrow the terminal is
constexpr std::size_t kGap = 2;

std::string_view code_of(std::string_view word) {
  return word == "pass" ? "32" : word == "miss" ? "31" : "0";
}

std::size_t width_of(const Table& table, std::size_t column) {
  std::size_t width =
      columns_of(column == 0 ? one_line(table.head[0]) : fitted(table.head[column], kWidestHead));
  for (const auto& row : table.rows) width = std::max(width, columns_of(one_line(row[column])));
  return width;
}

// The columns of figures that one table shows.
struct Part {
  std::size_t begin = 1;
  std::size_t end = 1;
};

void put_part(Out out, const Table& table, std::span<const std::size_t> widths, Part part, Colour colour) {
  fmt::format_to(out, "\n  {}", left_cell(fitted(table.head[0], widths[0]), widths[0]));
  for (std::size_t i = part.begin; i < part.end; ++i)
    fmt::format_to(out, "  {}", cell(fitted(table.head[i], kWidestHead), widths[i]));
  fmt::format_to(out, "\n");
  for (const auto& row : table.rows) {
    fmt::format_to(out, "  {}", left_cell(fitted(row[0], widths[0]), widths[0]));
    for (std::size_t i = part.begin; i < part.end; ++i)
      fmt::format_to(out, "  {}",
                     painted(code_of(row[i]), cell(one_line(row[i]), widths[i]),
                             code_of(row[i]) == "0" ? Colour::none : colour));
    fmt::format_to(out, "\n");
  }
}

}  // namespace

std::string painted(std::string_view code, const std::string& text, Colour colour) {
  return colour == Colour::none ? text : fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

std::size_t columns_of(std::string_view text) {
  return text.size() - static_cast<std::size_t>(std::ranges::count_if(text, continues_character));
}

std::string cell(std::string_view text, std::size_t width) { return blanks(text, width).append(text); }

std::string left_cell(std::string_view text, std::size_t width) {
  return std::string(text) + blanks(text, width);
}

std::string fitted(std::string_view text, std::size_t columns) {
  std::string line = one_line(text);
  if (columns_of(line) <= columns) return line;
  std::size_t end = 0;
  for (std::size_t seen = 0; seen < columns; ++end) seen += continues_character(line[end]) ? 0 : 1;
  return line.substr(0, end - 1) + "…";
}

void put_table(Out out, const Table& table, Colour colour, std::size_t columns) {
  if (table.rows.empty()) return;
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < table.head.size(); ++i) widths.push_back(width_of(table, i));
  if (columns > 0) {
    const std::size_t widest = *std::max_element(widths.begin() + 1, widths.end()) + 2 * kGap;
    const std::size_t room = columns > widest ? columns - widest : 0;
    widths[0] = std::min(widths[0], std::max(room, kLeastFirst));
  }
  for (Part part; part.begin < widths.size(); part.begin = part.end) {
    std::size_t used = kGap + widths[0];
    for (part.end = part.begin; part.end < widths.size(); ++part.end) {
      used += kGap + widths[part.end];
      if (columns > 0 && used > columns && part.end > part.begin) break;
    }
    put_part(out, table, widths, part, colour);
  }
}

}  // namespace assay
