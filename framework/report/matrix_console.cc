// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "assay/internal/matrix_text.h"
#include "assay/internal/text.h"
#include "columns.h"
#include "matrix_words.h"
#include "numbers.h"

namespace assay {
namespace {

using Out = std::back_insert_iterator<std::string>;

// So that a table of a few tools fits a terminal; the figures below give names in full.
constexpr std::size_t kWidest = 24;

std::string shortened(const std::string& text) {
  std::string line = one_line(text);
  if (columns_of(line) <= kWidest) return line;
  std::size_t end = 0;
  for (std::size_t columns = 0; columns < kWidest; ++end)
    columns += (static_cast<unsigned char>(line[end]) & 0xc0) != 0x80;
  return line.substr(0, end - 1) + "…";
}

std::string_view word_code(std::string_view word) {
  return word == "pass" ? "32" : word == "miss" ? "31" : "0";
}

std::size_t width_of(const Table& table, std::size_t column) {
  std::size_t width = columns_of(column == 0 ? one_line(table.head[0]) : shortened(table.head[column]));
  for (const auto& row : table.rows) width = std::max(width, columns_of(one_line(row[column])));
  return width;
}

void print_matrix_table(Out out, const Table& table, Colour colour) {
  if (table.rows.empty()) return;
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < table.head.size(); ++i) widths.push_back(width_of(table, i));
  fmt::format_to(out, "\n  {}", left_cell(one_line(table.head[0]), widths[0]));
  for (std::size_t i = 1; i < widths.size(); ++i)
    fmt::format_to(out, "  {}", cell(shortened(table.head[i]), widths[i]));
  fmt::format_to(out, "\n");
  for (const auto& row : table.rows) {
    fmt::format_to(out, "  {}", left_cell(one_line(row[0]), widths[0]));
    for (std::size_t i = 1; i < widths.size(); ++i)
      fmt::format_to(out, "  {}",
                     painted(word_code(row[i]), cell(one_line(row[i]), widths[i]),
                             word_code(row[i]) == "0" ? Colour::none : colour));
    fmt::format_to(out, "\n");
  }
}

void put_significant(Out out, const Matrix& matrix) {
  const auto lines = significant_lines(matrix);
  for (const std::string& line : lines) fmt::format_to(out, "  {}\n", one_line(line));
  if (lines.empty()) fmt::format_to(out, "  no two tools differ by more than chance explains\n");
}

}  // namespace

std::string render_matrix_text(const Matrix& matrix, const MatrixTextOptions& options) {
  std::string text;
  const Out out(text);
  const std::string suite = matrix.runs.empty() ? "" : one_line(matrix.runs.front().info.suite);
  fmt::format_to(out, "{}: {}\n", painted("1", "assay matrix " + suite, options.colour), counts_text(matrix));
  print_matrix_table(out, figures_table(matrix), options.colour);
  print_matrix_table(out, category_table(matrix), options.colour);
  print_matrix_table(out, pairs_table(matrix), options.colour);
  if (!matrix.pairs.empty()) fmt::format_to(out, "  {}\n\n", test_text(matrix));
  if (!matrix.pairs.empty()) put_significant(out, matrix);
  print_matrix_table(out, parting_table(matrix, options.most_cases), options.colour);
  if (const auto all = matrix.parting.size() + matrix.not_listed; all > options.most_cases)
    fmt::format_to(out, "  … and {} more\n", all - options.most_cases);
  return text;
}

}  // namespace assay
