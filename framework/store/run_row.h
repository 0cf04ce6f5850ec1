// SPDX-License-Identifier: Apache-2.0
// A run's description as a row of eval_runs.
#pragma once

#include "assay/result.h"
#include "database.h"

namespace assay {

// Behind all runs that are there. Throws SQLite::Exception or postgres::Failure where one has the id already.
void insert_run(Database& database, const RunInfo& info);
// Whether there is a run of that id.
bool update_run(Database& database, const RunInfo& info);

}  // namespace assay
