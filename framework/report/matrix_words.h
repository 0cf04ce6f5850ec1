// SPDX-License-Identifier: Apache-2.0
// The tables and sentences that the forms of a matrix share.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "assay/internal/matrix.h"
#include "table_text.h"

namespace assay {

// Tools by their figures: accuracy with its interval, counts, score, latency; tokens and cost where any tool
// says them.
Table figures_table(const Matrix& matrix);
// Accuracy, of categories by tools. No rows where there is one category.
Table category_table(const Matrix& matrix);
Table pairs_table(const Matrix& matrix);
// Cases that part the tools, by tools; the first `most`.
Table parting_table(const Matrix& matrix, std::size_t most);

// "alpha passes more than beta: 12 cases to 2, p 0.0130; only alpha: set.a, set.b, …; only beta: set.c", one
// for each pair that differs significantly.
std::vector<std::string> significant_lines(const Matrix& matrix);
// "96 cases: 50 passed by all tools, 10 missed by all, 36 part them".
std::string counts_text(const Matrix& matrix);
// What the p-values are.
std::string test_text(const Matrix& matrix);

}  // namespace assay
