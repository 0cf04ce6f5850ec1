// SPDX-License-Identifier: Apache-2.0
// Figures as columns of eval_figures, and back. A row's column names, binding and reading all follow one list
// (assay/internal/figure_columns.h).
#pragma once

#include <cstdint>
#include <string>

#include "assay/internal/figures.h"
#include "query.h"

namespace assay {

// Columns of commands; retrieval queries have more, which are null for commands.
enum class Columns { command, retrieval };

// "dataset, query_id, …", in the order of binding and reading.
const std::string& column_names(Columns columns);
int column_count(Columns columns);

// Binds from parameter `first` on; the retrieval columns only if there are any. The figures must live until
// the query has run.
void bind_figures(Query& query, int first, const Figures& figures);

// The kind of a row, also if it was read with Columns::command: the retrieval figures are then left empty.
enum class RowKind { command, retrieval };
// Reads columns from 0 on.
RowKind read_figures(const Query& query, Columns columns, Figures& figures);

// Over all figures except the name, which is not stored. Detects accidental changes; it does not protect
// against deliberate ones.
//
// Rows of schema 6 got their partial credit by a migration and keep their old checksum.
enum class Credit { counted, left_out };
std::int64_t checksum_of(const Figures& figures, Credit credit = Credit::counted);

}  // namespace assay
