// SPDX-License-Identifier: Apache-2.0
// The tables of leases; only a server's database has them.
#pragma once

#include <string>

#include "database.h"

namespace assay {

// Creates them if they are missing: not every store on a server uses leases.
void make_work_tables(Database& database);
bool has_work_tables(Database& database);
// Marks items as done if their result arrived another way, for example by a merge.
void reconcile_work(Database& database, const std::string& run_id);

}  // namespace assay
