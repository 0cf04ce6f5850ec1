// SPDX-License-Identifier: Apache-2.0
// A run's description as a row of eval_runs, and whether two descriptions with one run id describe the same
// run: its shards, or the run before and after it was killed.
#pragma once

#include <filesystem>
#include <string>

#include "assay/result.h"
#include "database.h"

namespace assay {

// Adds the run after all existing ones. Throws SQLite::Exception or postgres::Failure if the id is taken.
void insert_run(Database& database, const RunInfo& info);
// Returns whether a run with that id exists.
bool update_run(Database& database, const RunInfo& info);

// The first difference between two descriptions with one run id, to follow "another …"; empty if they
// describe the same run.
std::string difference_between(const RunInfo& a, const RunInfo& b);
// Throws Error if they do not: another suite, tool or dataset, other levels, or another dealing of cases to
// shards.
void expect_same_run(const std::filesystem::path& file, const RunInfo& stored, const RunInfo& other);

// Joins the descriptions of two parts of one run. The order and the number of joins do not matter. Takes
// the earliest start, the latest end, all hosts and shards; of values that do not affect results (paths,
// commits) the bytewise first; of gates the strictest. REQUIRES: both are of one run (expect_same_run).
RunInfo joined(RunInfo a, const RunInfo& b);

}  // namespace assay
