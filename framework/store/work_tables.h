// SPDX-License-Identifier: Apache-2.0
// The tables of leases; only a server's database has them.
#pragma once

#include <string>

#include "database.h"

namespace assay {

// Counts a result of run ?1, in JSON ?2, that came after the first one of its case. However often it comes,
// it counts once. Affects no row if the run has no leases.
inline constexpr const char* kCountDuplicate =
    "INSERT INTO work_duplicates(run_id, result_sha256) "
    "SELECT run_id, sha256(convert_to(?2, 'UTF8')) FROM work_queues WHERE run_id = ?1 "
    "ON CONFLICT (run_id, result_sha256) DO UPDATE SET result_sha256 = EXCLUDED.result_sha256";

// Creates them if they are missing: not every store on a server uses leases.
void make_work_tables(Database& database);
bool has_work_tables(Database& database);
// Marks items as done if their result arrived another way, for example by a merge.
void reconcile_work(Database& database, const std::string& run_id);

}  // namespace assay
