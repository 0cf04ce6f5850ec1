// SPDX-License-Identifier: Apache-2.0
// One way through a run: plan, claim or resume, ask and grade, keep, conclude. What differs between runs is
// their source: a tool that this process asks alone or as one shard, cases that a server leases to several
// workers, answers that are there already, or rows that others have stored. aggregated_run.h has the source
// of a call of ctest.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "assay/error.h"
#include "assay/internal/case_part.h"
#include "assay/internal/conclusion.h"
#include "assay/internal/dealing.h"
#include "assay/internal/plan.h"
#include "assay/internal/run_rows.h"
#include "assay/internal/run_view.h"
#include "assay/internal/stored_run.h"
#include "assay/internal/suite.h"
#include "assay/store.h"

namespace assay {

// Where a run in progress reports to, in the caller's thread; by default nowhere.
struct RunSink {
  using Take = std::function<void(const std::string&)>;
  Take say = [](const std::string&) {};   // a line: which part of which run this is
  Take note = [](const std::string&) {};  // faults and hints; whole lines
};

// What a source knows of the end of its run.
struct RunEnd {
  RunRows rows;  // all results; the source must outlive them
  // What view_of() says of the rows, if the source counted them on their way; not looked at if reports are
  // written, which read the rows.
  std::optional<RunView> counted;
  Suite suite;
  std::filesystem::path folder;  // of the reports; empty: none
  std::filesystem::path store;   // the store that holds the run; empty: none
  // With `expected`, the cases are a selection, which they decide themselves.
  ViewOptions options;
  bool may_be_latest = true;           // if it has all cases and its reports are written
  std::filesystem::path description;   // of the tool; empty: it has none
  std::vector<Problem> left;           // by the tool's fixture
  std::optional<ExitStatus> of_shard;  // the status of one that asked a part; empty: the gate's
  std::string part_text;               // what a shard or a worker did; empty: of a whole run
  std::string ask_again;               // the command for cases that were not measured; empty: not said
  // Of a suite's tests:
  bool has_reports = false;         // of an earlier call, which are left as they are
  bool has_suite_report = false;    // suite_report() tells of this run
  std::vector<Reporter> reporters;  // of the suite itself
  std::vector<Problem> problems;    // files that could not be read; the gate says so, too
};

// Where the results of a run come from. begin, collect and keep are called once, in this
// order; unstored afterwards, also if one of them threw, and perhaps twice. Each throws Error.
class RunSource {
 public:
  virtual ~RunSource() = default;
  // Selects the cases, claims the run, and begins, joins or resumes it in the store.
  virtual void begin(const RunSink& sink) = 0;
  // Asks and grades, or reads. If the user interrupts, the process ends here.
  virtual RunEnd collect(const RunSink& sink) = 0;
  // Completes the run in its store, and gives the end its rows. An optional store may still be at work then.
  virtual void keep(RunEnd& end) = 0;
  // Waits for an optional store; returns why it does not hold the run.
  virtual std::vector<Problem> unstored() { return {}; }
};

// For sources: gives the end of a run in a store its rows and, for reports, the trend of its suite. Refreshes
// the aggregate that the store keeps of it, from what was counted if it was, unless shards are missing: the
// last one to finish sees all results.
void take_rows(Store& store, const std::string& run_id, RunEnd& end);

struct PerformedRun : RunEnd {
  RunView view;
  // The gate's or the shard's, but kError if the fixture left problems, or if the gate held and the run is
  // not stored.
  int status = kPassed;
  std::optional<Problem> fault;   // of a tool that could not be started for any case
  std::vector<Problem> unstored;  // why an optional store does not hold the run
};

// Performs the steps of the source, writes reports, applies the gate, and makes a complete run in a folder
// the latest one. If reports cannot be written, an optional store takes the run all the same. Throws Error as
// the source does, or if the reports cannot be written.
PerformedRun perform_run(RunSource& source, const RunSink& sink = {});

// What a user asks a tool.
struct RunRequest {
  Suite suite;
  std::string name;  // of the run; may be empty
  RunPlace place;    // its suite is the run's
  KeptOutputs keep_outputs = KeptOutputs::all;
  CasePart part;
  std::string resume;   // a killed run; empty: a new one
  Dealing dealing;      // which part of which run this process asks
  std::string command;  // of a shard: the command line that all shards share
  std::string join;     // a run whose cases a server leases to workers; empty: this process asks them
  double lease = 60;    // seconds
  // How the user continues the run if it is interrupted; shown before "with --resume ID".
  std::string again = "repeat the command line";
};

// Asks, grades and stores. Finished cases are stored while others are asked, so a killed run can be resumed.
// Ctrl-C shuts the process down in order. A shared run is joined if the store has it, and finished cases are
// not asked again. A shard has no gate and no reports: its status says whether it asked all of its cases and
// could measure any. If the connection to a server that leases cases is lost, the worker's finished results
// are in a file, and the Error says how to get them to the server. Throws Error as plan_run does, if the run
// cannot be stored, and for reports or an order that a shard cannot have. REQUIRES: there is no Interruption.
std::unique_ptr<RunSource> asked_run(RunRequest request);

// A run that has its answers already: `grade` makes it, and it is added to the store.
std::unique_ptr<RunSource> graded_run(std::function<Run()> grade, RunPlace place);

// The recordings of one run, by attempt.
using RecordedAttempts = std::map<int, Recording>;
// Throws Error if an answer is for a case that the plan does not have.
void expect_answers_fit(const Plan& plan, const std::string& name, const RecordedAttempts& attempts);
// A run of them, graded. A case without any answer gets a first attempt, since a missing answer is a result.
// `reader`: the tool as whose output they were read; `file`: where they are from.
Run graded_recordings(const Plan& plan, const std::string& name, const RecordedAttempts& attempts,
                      const std::optional<Tool>& reader, const std::filesystem::path& file);

// The answers of the old run called `name`, graded by the settings that are given and otherwise by its own,
// as a new run. `place`: where find_rows() looks for it. No tool is asked. The cases that the old run asked
// decide the status, as they did there; of a run that has not ended, the gate is an error. Rows are read,
// graded and stored a few at a time; if that fails, the new run is removed again.
std::unique_ptr<RunSource> regraded_run(const std::string& name, const SuiteSettings& settings,
                                        const RunPlace& place);

// The results that shards or workers have stored. If `info` lacks shards or has not ended, its gate is an
// error. Reports go to `output`; empty: none.
std::unique_ptr<RunSource> merged_run(Store store, const RunInfo& info, const std::filesystem::path& output);

struct MergedStores {
  Store store;
  std::map<std::string, std::filesystem::path> runs;  // with the first source that has each
  // Sources without tables, as of a shard that was killed at once, were left out: the gate names that shard.
  bool lacks_source = false;
};

enum class MergedFor {
  keeping,
  judging,  // the sources must have only one run: the gate of another run would say nothing about this one
};

// Merges the sources, in order, into the store of the place. `taken` is called after each; notes go to the
// sink. Throws Error, and takes nothing, if a source is that store or no store, or if none has a table.
// Throws Error like Store::merge for one source after the others.
MergedStores merge_stores(
    std::span<const std::filesystem::path> sources, const RunPlace& place, MergedFor purpose,
    const RunSink& sink,
    const std::function<void(const std::filesystem::path& source, const MergeCounts&)>& taken);

}  // namespace assay
