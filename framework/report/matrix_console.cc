// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "assay/internal/matrix_text.h"
#include "assay/internal/text.h"
#include "columns.h"
#include "matrix_words.h"
#include "table_text.h"

namespace assay {
namespace {

using Out = std::back_insert_iterator<std::string>;

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
  put_table(out, figures_table(matrix), options.colour, options.columns);
  put_table(out, category_table(matrix), options.colour, options.columns);
  put_table(out, pairs_table(matrix), options.colour, options.columns);
  if (!matrix.pairs.empty()) fmt::format_to(out, "  {}\n\n", test_text(matrix));
  if (!matrix.pairs.empty()) put_significant(out, matrix);
  put_table(out, parting_table(matrix, options.most_cases), options.colour, options.columns);
  if (const auto all = matrix.parting.size() + matrix.not_listed; all > options.most_cases)
    fmt::format_to(out, "  … and {} more\n", all - options.most_cases);
  return text;
}

}  // namespace assay
