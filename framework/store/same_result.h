// SPDX-License-Identifier: Apache-2.0
// Whether two rows hold the same result; outputs that either has forgotten are not compared.
#pragma once

namespace assay {

// Compares the result at place ?1 to ?4 of a run with the row ?5.
inline constexpr const char* kSelectSame =
    "SELECT r.result_json = s.result_json AND (r.outputs_forgotten = 1 OR s.outputs_forgotten = 1 OR "
    "(r.stdout IS NOT DISTINCT FROM s.stdout AND r.stderr IS NOT DISTINCT FROM s.stderr AND "
    "r.stdout_sha256 IS NOT DISTINCT FROM s.stdout_sha256 AND "
    "r.stderr_sha256 IS NOT DISTINCT FROM s.stderr_sha256)) "
    "FROM eval_figures f JOIN eval_rows r ON r.row_id = f.row_id, eval_rows s "
    "WHERE f.run_id = ? AND f.dataset = ? AND f.query_id = ? AND f.attempt = ? AND s.row_id = ?";

}  // namespace assay
