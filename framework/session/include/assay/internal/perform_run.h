// SPDX-License-Identifier: Apache-2.0
// One way through a run: plan, claim or resume, ask and grade, keep, conclude. What differs between runs is
// their source: a tool that this process asks alone or as one shard, cases that a server leases to several
// workers, or results that are in the store already.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "assay/error.h"
#include "assay/internal/case_part.h"
#include "assay/internal/conclusion.h"
#include "assay/internal/dealing.h"
#include "assay/internal/plan.h"
#include "assay/internal/stored_run.h"

namespace assay {

// What a user asks for.
struct RunRequest {
  Suite suite;
  std::string name;  // of the run; may be empty
  RunPlace place;    // its suite is the run's
  KeptOutputs keep_outputs = KeptOutputs::all;
  CasePart part;
  int repeat = 1;
  std::string resume;   // a killed run; empty: a new one
  Dealing dealing;      // which part of which run this process asks
  std::string command;  // of a shard: the command line that all shards share
  std::string join;     // a run whose cases a server leases to workers; empty: this process asks them
  double lease = 60;    // seconds
  // How the user continues the run if it is interrupted; shown before "with --resume ID".
  std::string again = "repeat the command line";
};

// Where a run in progress reports to, in the caller's thread.
struct RunSink {
  std::function<void(const std::string& line)> say;   // which part of which run this is
  std::function<void(const std::string& text)> note;  // faults and hints; whole lines
};

struct PerformedRun {
  RunView view;
  std::filesystem::path folder;  // of its reports; empty: none were requested
  std::filesystem::path store;   // the store that holds it
  int status = kPassed;          // the gate's or shard's, raised to kError if the fixture left problems
  std::optional<Problem> fault;  // of a tool that could not be started for any case
  std::string outcome;           // of a shard or a worker, in words; empty: of a whole run
};

// Asks, grades, stores and reports. Finished cases are stored while others are asked, so a killed run can be
// resumed. Ctrl-C shuts the process down in order. A shared run is joined if the store has it, and finished
// cases are not asked again. A shard has no gate and no reports: its status says whether it asked all of its
// cases and could measure any. If the connection to a server that leases cases is lost, the worker's finished
// results are in a file, and the Error says how to get them to the server. Throws Error as plan_run does, or
// if the run cannot be stored or its reports cannot be written. REQUIRES: there is no Interruption.
PerformedRun perform_run(const RunRequest& request, const RunSink& sink);

// The last step of every run in a store, wherever its results came from: conclude(), and the status. If
// `options` says how many cases are expected, they are a selection, which the cases decide. Throws Error like
// conclude().
PerformedRun end_run(Store& store, const std::string& run_id, const Suite& suite = {},
                     const std::filesystem::path& folder = {}, ViewOptions options = {});

}  // namespace assay
