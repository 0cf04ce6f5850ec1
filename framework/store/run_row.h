// SPDX-License-Identifier: Apache-2.0
// A run's description as a row of eval_runs.
#pragma once

#include "assay/result.h"
#include "database.h"

namespace assay {

// Adds the run after all existing ones. Throws SQLite::Exception or postgres::Failure if the id is taken.
void insert_run(Database& database, const RunInfo& info);
// Returns whether a run with that id exists.
bool update_run(Database& database, const RunInfo& info);

}  // namespace assay
