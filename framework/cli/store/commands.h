// SPDX-License-Identifier: Apache-2.0
// The subcommands about runs that are stored.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "assay/dataset.h"
#include "assay/internal/stored_run.h"
#include "assay/internal/suite.h"
#include "assay/store.h"
#include "command_line.h"

namespace assay::cli {

struct CompareRuns {
  std::string a;  // find_run() lists the names
  std::string b;
  RunPlace place;
  std::string fail_on;  // as compare_gate_from reads it; empty: no gate
  bool allow_missing = false;
  bool any_dataset = false;
  bool strict_chunker = false;
  std::filesystem::path page;  // compare.html to write; empty: none
  Format format = Format::text;
  std::string findings;  // only the regressions, in a format for write_findings; empty: all, in `format`
};

struct ListRuns {
  RunPlace place;
  bool json = false;
  bool names = false;  // only the names that find_rows() takes
  // A run to export instead of listing: its figures as JSON lines, or the aggregate of its shards.
  std::optional<std::string> exported;
  bool aggregate = false;
  std::filesystem::path output;  // of the export; empty: standard output
};

struct ShowRun {
  std::string run = "latest";
  std::string only;  // a case: dataset/id, dataset.name or just its id; empty: the run as a whole
  RunPlace place;
  bool json = false;
};

struct ReportRun {
  std::string run = "latest";
  RunPlace place;
  std::filesystem::path output;  // a folder for all reports; empty: one on standard output
  std::string format;            // which report; empty: report.md
  bool strict_junit = false;
  bool json = false;
};

struct RegradeRun {
  std::string run;
  RunPlace place;
  SuiteSettings settings;  // those that are not given are the run's; without a profile: by levels
  bool json = false;
};

struct ReviewRun {
  std::string run = "latest";
  RunPlace place;
  std::filesystem::path decisions;  // apply these instead of asking
  std::filesystem::path labels;     // empty: beside each dataset
  Places tables;
};

struct OpenRun {
  std::string run = "latest";
  RunPlace place;
};

struct MergeStores {
  std::vector<std::filesystem::path> sources;
  bool aggregates = false;        // the sources are aggregates of shards; no store is touched
  std::filesystem::path metrics;  // for aggregates: metrics.json to write; empty: standard output
  RunPlace place;
  bool gate = false;             // apply the gate to the merged run
  std::string run;               // the run to judge; empty: the only one in the sources
  std::filesystem::path output;  // for its reports; empty: none
  bool json = false;
};

struct CollectGarbage {
  std::optional<std::size_t> keep;  // of each suite; none: all runs
  std::optional<std::chrono::hours> older_than;
  KeptOutputs keep_outputs = KeptOutputs::all;
  RunPlace place;
  bool effects = false;  // instead: what commands did in worlds
  bool json = false;
};

int perform(const CompareRuns& options);
int perform(const ListRuns& options);
int perform(const ShowRun& options);
int perform(const ReportRun& options);
int perform(const RegradeRun& options);
int perform(const ReviewRun& options);
int perform(const OpenRun& options);
int perform(const MergeStores& options);
int perform(const CollectGarbage& options);
void add_compare(CLI::App& app, CompareRuns& options);
void add_runs(CLI::App& app, ListRuns& options);
void add_show(CLI::App& app, ShowRun& options);
void add_report(CLI::App& app, ReportRun& options);
void add_regrade(CLI::App& app, RegradeRun& options);
void add_review(CLI::App& app, ReviewRun& options);
void add_open(CLI::App& app, OpenRun& options);
void add_merge(CLI::App& app, MergeStores& options);
void add_gc(CLI::App& app, CollectGarbage& options);

}  // namespace assay::cli
