// SPDX-License-Identifier: Apache-2.0
// Runs by the names that people give them: in a store, or in a folder of reports.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "assay/compare.h"
#include "assay/internal/baseline.h"
#include "assay/internal/compare_input.h"
#include "assay/internal/run_rows.h"
#include "assay/internal/trend.h"
#include "assay/store.h"
#include "command_line.h"

namespace assay::cli {

// The store that is meant. Throws Error where it must exist and does not.
Store open_store(const RunPlace& place, StoreOptions::Access access,
                 KeptOutputs kept_outputs = KeptOutputs::all);
// For writing, where it is there: one of an older assay is brought up to date. Throws Error otherwise.
Store open_existing_store(const RunPlace& place);

// A finished run from its folder of reports, or from the results.jsonl in it. Throws Error naming what is
// missing.
Run read_run(const std::filesystem::path& folder_or_file);

// `name`: a run id or its beginning, latest, latest~N; a store, meaning its latest run, or store:name (of a
// server url#name); a run's folder or its results.jsonl.
Run find_run(const std::string& name, const RunPlace& place);
// The same, its rows read one by one where they are kept.
RunRows find_rows(const std::string& name, const RunPlace& place);
// Where the run called `name` is: its store, or where `name` is a folder, `place` as it is. Throws Error as
// open_store does.
RunPlace place_of(const std::string& name, const RunPlace& place);
// find_run without the rows: one result's figures after the other.
CompareInput find_figures(const std::string& name, const RunPlace& place);
// The run among those of its suite; nothing where it is in a folder.
std::vector<TrendPoint> find_trend(const std::string& name, const RunPlace& place, const RunInfo& info);
// Where `name` is a baseline file: a .json file that is there.
std::optional<Baseline> find_baseline(const std::string& name);

}  // namespace assay::cli
