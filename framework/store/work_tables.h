// SPDX-License-Identifier: Apache-2.0
// The tables of leases, which a server's database alone has.
#pragma once

#include <string>

#include "database.h"

namespace assay {

// Made where they are missing: not every store on a server is one for leases.
void make_work_tables(Database& database);
bool has_work_tables(Database& database);
// Items whose result came by another way, as by a merge, are done.
void reconcile_work(Database& database, const std::string& run_id);

}  // namespace assay
