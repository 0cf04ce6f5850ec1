// SPDX-License-Identifier: Apache-2.0
// Several runs side by side as text: JSON for programs, Markdown for reviews, a page for browsers, tables for
// terminals.
//
// Pure functions of the matrix. Text from datasets and tools can neither break a table nor control a
// terminal. The JSON form is described in docs/compare-format.md, "Several tools".
#pragma once

#include <cstddef>
#include <string>

#include "assay/internal/difference.h"
#include "assay/internal/matrix.h"

namespace assay {

struct MatrixTextOptions {
  Colour colour = Colour::none;  // for the terminal form
  std::size_t columns = 0;       // of the terminal; 0: unlimited
  std::size_t most_cases =
      100;  // cases on which tools differ, in Markdown and on the terminal; the rest are counted
};

// One object, indented by two spaces, with a final newline.
std::string to_json(const Matrix& matrix);
std::string render_matrix_md(const Matrix& matrix, const MatrixTextOptions& options = {});
// A self-contained page for browsers without a script: tables, and a map of cases by tools.
std::string render_matrix_html(const Matrix& matrix);
std::string render_matrix_text(const Matrix& matrix, const MatrixTextOptions& options = {});

}  // namespace assay
