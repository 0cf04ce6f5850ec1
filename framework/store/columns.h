// SPDX-License-Identifier: Apache-2.0
// Figures as columns of eval_figures, and back. Names, binding, reading and the checksum of a row follow one
// list (columns.cc).
#pragma once

#include <cstdint>
#include <string>

#include "assay/internal/figures.h"
#include "query.h"

namespace assay {

// Of commands; those of retrieval queries have more, which are null for commands.
enum class Columns { command, retrieval };

// "dataset, query_id, …", in the order of binding and reading.
const std::string& column_names(Columns columns);
int column_count(Columns columns);

// Binds from parameter `first` on, the columns of retrieval only where there are some; the figures must live
// until the query ran.
void bind_figures(Query& query, int first, const Figures& figures);

// What a row read with fewer columns than it has turned out to be: it has no retrieval figures then.
enum class RowKind { command, retrieval };
// Reads columns from 0 on.
RowKind read_figures(const Query& query, Columns columns, Figures& figures);

// Of all figures but the name, which no column holds: it notices a change, and proves nothing against
// somebody who means it.
//
// Rows of schema 6 got their partial credit when they were brought up to date, and keep the checksum that
// they had.
enum class Credit { counted, left_out };
std::int64_t checksum_of(const Figures& figures, Credit credit = Credit::counted);

}  // namespace assay
