// SPDX-License-Identifier: Apache-2.0
// Figures as columns of eval_figures, and back. A row's column names, binding and reading all follow one list
// (kColumns of assay/internal/figures.h).
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

// Whether two rows hold the same result: that at place ?1 to ?4 of a run, and the row ?5. Outputs that
// either has forgotten are not compared.
inline constexpr const char* kSelectSame =
    "SELECT r.result_json = s.result_json AND (r.outputs_forgotten = 1 OR s.outputs_forgotten = 1 OR "
    "(r.stdout IS NOT DISTINCT FROM s.stdout AND r.stderr IS NOT DISTINCT FROM s.stderr AND "
    "r.stdout_sha256 IS NOT DISTINCT FROM s.stdout_sha256 AND "
    "r.stderr_sha256 IS NOT DISTINCT FROM s.stderr_sha256)) "
    "FROM eval_figures f JOIN eval_rows r ON r.row_id = f.row_id, eval_rows s "
    "WHERE f.run_id = ? AND f.dataset = ? AND f.query_id = ? AND f.attempt = ? AND s.row_id = ?";

}  // namespace assay
