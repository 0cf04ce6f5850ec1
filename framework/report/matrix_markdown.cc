// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <iterator>

#include "assay/internal/matrix_text.h"
#include "markdown_text.h"
#include "matrix_words.h"
#include "numbers.h"

namespace assay {
namespace {

using Out = std::back_insert_iterator<std::string>;

void put_pipe_table(Out out, const Table& table) {
  for (const std::string& name : table.head) fmt::format_to(out, "| {} ", markdown_text(name));
  fmt::format_to(out, "|\n|---|");
  for (std::size_t i = 1; i < table.head.size(); ++i) fmt::format_to(out, "--:|");
  fmt::format_to(out, "\n");
  for (const auto& row : table.rows) {
    for (const std::string& text : row) fmt::format_to(out, "| {} ", markdown_text(text));
    fmt::format_to(out, "|\n");
  }
  fmt::format_to(out, "\n");
}

void put_folded(Out out, std::string_view title, const Table& table) {
  if (table.rows.empty()) return;
  fmt::format_to(out, "{}", fold_begin(title));
  put_pipe_table(out, table);
  fmt::format_to(out, "{}", kFoldEnd);
}

void put_pairs(Out out, const Matrix& matrix) {
  if (matrix.pairs.empty()) return;
  const auto lines = significant_lines(matrix);
  fmt::format_to(out, "## Pairs\n\n");
  for (const std::string& line : lines) fmt::format_to(out, "- {}\n", markdown_text(line));
  if (lines.empty()) fmt::format_to(out, "No two tools differ by more than chance explains.\n");
  fmt::format_to(out, "\n{}.\n\n", test_text(matrix));
  put_folded(out, "All pairs", pairs_table(matrix));
}

}  // namespace

std::string render_matrix_md(const Matrix& matrix, const MatrixTextOptions& options) {
  std::string text;
  const Out out(text);
  const std::string suite = matrix.runs.empty() ? "" : markdown_text(matrix.runs.front().info.suite);
  fmt::format_to(out, "# assay matrix: {}\n\n**{}**\n\n", suite, counts_text(matrix));
  put_pipe_table(out, figures_table(matrix));
  if (const Table categories = category_table(matrix); !categories.rows.empty()) {
    fmt::format_to(out, "## Accuracy by category\n\n");
    put_pipe_table(out, categories);
  }
  put_pairs(out, matrix);
  const auto all = matrix.parting.size() + matrix.not_listed;
  put_folded(out, fmt::format("Cases on which the tools differ: {}", all),
             parting_table(matrix, options.most_cases));
  if (all > options.most_cases) fmt::format_to(out, "… and {} more.\n", all - options.most_cases);
  return text;
}

}  // namespace assay
