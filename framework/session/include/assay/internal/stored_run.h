// SPDX-License-Identifier: Apache-2.0
// Finds runs by name, in a store or in a folder of reports, and the trend that a run continues.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "assay/compare.h"
#include "assay/internal/compare_input.h"
#include "assay/internal/interchange.h"
#include "assay/internal/run_rows.h"
#include "assay/internal/run_view.h"
#include "assay/store.h"

namespace assay {

// Finished, complete runs of the suite, ending with this one, at most fifty; later ones are left out. Empty
// if the store does not have this run. Counts results but does not read them.
std::vector<TrendPoint> trend_of(const Store& store, const RunInfo& info);

// Like the above, for a run that is not, or only partly, in the store's file yet. Empty if the file cannot be
// read: storing the run reports that.
std::vector<TrendPoint> trend_of(const std::filesystem::path& store, const Run& run);

// Where to look for runs.
struct RunPlace {
  std::filesystem::path store;  // empty: the default one
  std::string suite;            // empty: any
};

// The store of a run with this place.
std::filesystem::path store_of(const RunPlace& place);

// The store that `place` means. Throws Error if it must exist and does not.
Store open_store(const RunPlace& place, StoreOptions::Access access,
                 KeptOutputs kept_outputs = KeptOutputs::all);
// Opens the store for writing if it exists; one of an older assay is upgraded. Throws Error otherwise.
Store open_existing_store(const RunPlace& place);

// Reads a finished run from its folder of reports, or from the results.jsonl in it. Throws Error naming what
// is missing.
Run read_run(const std::filesystem::path& folder_or_file);

// `name`: a run id or a prefix of it, latest, latest~N; a store, meaning its latest run, or store:name
// (url#name on a server); a run's folder or its results.jsonl.
Run find_run(const std::string& name, const RunPlace& place);
// The same, with its rows read one by one from where they are stored.
RunRows find_rows(const std::string& name, const RunPlace& place);
// The place of the run called `name`: its store, or `place` unchanged if `name` is a folder. Throws Error as
// open_store does.
RunPlace place_of(const std::string& name, const RunPlace& place);
// Like find_run, but without the rows: yields one result's figures after the other.
CompareInput find_figures(const std::string& name, const RunPlace& place);
// The run among the runs of its suite; empty if it is in a folder.
std::vector<TrendPoint> find_trend(const std::string& name, const RunPlace& place, const RunInfo& info);

// Compares the runs of these names; an existing .json file is a baseline. Throws Error like find_figures()
// and compare().
CompareReport compare_named(const std::string& a, const std::string& b, const RunPlace& place,
                            const CompareOptions& options);
// The regressions of such a comparison at the lines of their cases; a baseline has no lines, so they are at
// its file.
std::vector<CodeFinding> regressions_named(const CompareReport& report, const std::string& b,
                                           const RunPlace& place);
// The newest run of the store, with its number of results, if "latest" skips it because it lacks cases: it
// may be a killed run that was meant to be the latest.
std::optional<StoredRun> skipped_by_latest(const RunPlace& place);

}  // namespace assay
