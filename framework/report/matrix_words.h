// SPDX-License-Identifier: Apache-2.0
// Tables and sentences shared by the forms of a matrix.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "assay/internal/matrix.h"
#include "table_text.h"

namespace assay {

// Tools with their figures: accuracy with its interval, counts, score, latency; tokens and cost if any tool
// reports them.
Table figures_table(const Matrix& matrix);
// Accuracy by category and tool. No rows if there is only one category.
Table category_table(const Matrix& matrix);
Table pairs_table(const Matrix& matrix);
// The first `most` cases on which the tools differ, by tool.
Table parting_table(const Matrix& matrix, std::size_t most);

// "alpha passes more than beta: 12 cases to 2, p 0.0130; only alpha: set.a, set.b, …; only beta: set.c", one
// for each pair that differs significantly.
std::vector<std::string> significant_lines(const Matrix& matrix);
// "96 cases: 50 passed by all tools, 10 missed by all, 36 passed by some".
std::string counts_text(const Matrix& matrix);
// Explains the p-values.
std::string test_text(const Matrix& matrix);

}  // namespace assay
