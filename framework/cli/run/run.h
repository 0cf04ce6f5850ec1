// SPDX-License-Identifier: Apache-2.0
// The subcommands that ask tools, and the run that a command line describes.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "assay/internal/case_part.h"
#include "assay/internal/perform_run.h"
#include "assay/internal/plan.h"
#include "assay/internal/run_view.h"
#include "assay/internal/stored_run.h"
#include "assay/internal/suite.h"
#include "assay/store.h"
#include "command_line.h"

namespace assay::cli {

// Its suite and dealing follow from the members here.
struct RunDatasets : RunRequest {
  std::vector<std::filesystem::path> datasets;
  std::string tool;                // a description, the name of a known tool, a program, or a command line
  std::filesystem::path recorded;  // instead of a tool
  SuiteSettings settings;          // with --min-mean, the gate is the mean score
  std::filesystem::path output;    // for reports; empty: none
  std::string shard;               // "3/8", "auto", "auto/8", "none"; empty: $ASSAY_SHARD
  std::string run_id;              // empty: $ASSAY_RUN_ID
  bool json = false;
};

// Several tools, one run each.
struct RunMatrix {
  RunDatasets each;  // its tool is replaced by each of these
  std::vector<std::string> tools;
  std::vector<std::filesystem::path> recorded;
  Format format = Format::text;
};

// Datasets that are run again whenever one of their inputs changes.
struct WatchDatasets {
  RunDatasets run;  // what to ask and how to grade; nothing is stored
};

// A first suite for a tool.
struct StartSuite {
  std::filesystem::path folder = ".";
  std::string tool;  // as in RunDatasets, or a program
  RunPlace place;    // of its first run; the suite has the tool's name
  bool json = false;
};

int perform(const RunDatasets& options);
int perform(const RunMatrix& options);
int perform(const WatchDatasets& options);
int perform(const StartSuite& options);

void add_run(CLI::App& app, RunDatasets& options);
void add_matrix(CLI::App& app, RunMatrix& options);
void add_watch(CLI::App& app, WatchDatasets& options);
void add_init(CLI::App& app, StartSuite& options);

// The suite that a command line describes. Throws Error if the tool is invalid.
Suite suite_of(const RunDatasets& options);
// As assay::check_servers(), for the one tool.
void check_servers(const RunDatasets& options);

// Messages on the terminal. The first line of output, which part of which run this is, goes to standard error
// with JSON.
RunSink terminal_sink(bool json);

// perform_run() for the options, with its messages on the terminal.
PerformedRun run_of(RunDatasets options);

void print_run(const PerformedRun& run, bool json);

// Prints the summary of one run on standard output: text, or metrics.json (docs/run-format.md) with the
// metrics of retrieval queries as its member "retrieval" and the people's labels of the answers as "labels".
void print_run(const RunView& view, bool json, const std::filesystem::path& folder = {});

}  // namespace assay::cli
