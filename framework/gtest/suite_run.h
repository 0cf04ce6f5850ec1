// SPDX-License-Identifier: Apache-2.0
// One process's part in a suite's run: a pool asks the cases that GoogleTest selected, while the test bodies
// wait for their results.
//
// Threads: call everything from GoogleTest's thread; the evaluation's thread only writes fragments.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "assay/evaluate.h"
#include "assay/internal/baseline.h"
#include "assay/internal/best_effort_store.h"
#include "assay/internal/progress.h"
#include "assay/internal/run_folder.h"
#include "case_index.h"
#include "suite.h"

namespace assay {

// The subject of a run is the files that must stay the same from its first case to its reports, or its
// figures would mix different states.

// A one-word digest, the same for all processes of one runner: of the run's subject (subject_of()) by the
// sizes and times of files, and of suite.json with all its options.
std::string subject_digest(const BuiltSuite& suite, const Tool& tool, const EvaluateOptions& options,
                           const CaseIndex& index);

// Describes the run `run_id` over the cases of `index`.
RunInfo describe_run(const BuiltSuite& suite, const Tool& tool, const EvaluateOptions& options,
                     const CaseIndex& index, const std::string& run_id);

// Throws Error if the suite's datasets have changed since the index was written.
void check_current(const BuiltSuite& suite, const CaseIndex& index);

// Where one process writes its results.
struct ProcessPart {
  std::string run_id;
  std::filesystem::path folder;
  std::string subject;  // its digest: subject_digest()
  enum class Fragments { shared, log } fragments = Fragments::log;
  bool is_under_ctest = false;
};

class SuiteRun {
 public:
  // `keeper`, if given, gets every result in addition to the fragments.
  SuiteRun(const BuiltSuite& suite, ProcessPart part, std::vector<Case> cases, Tool tool,
           EvaluateOptions options, BestEffortStore* keeper = nullptr);

  const BuiltSuite& suite() const { return suite_; }
  bool is_under_ctest() const { return part_.is_under_ctest; }
  const Baseline& baseline() const { return baseline_; }
  const std::vector<Case>& cases() const { return cases_; }
  const Tool& tool() const { return tool_; }

  // Starts the named cases, in this order; ignores names that are not cases. Called at each iteration.
  void start(const std::vector<std::string>& full_names);
  // Blocks; meanwhile shows a progress line on a terminal.
  const Result& wait(std::size_t case_index);
  void cancel();
  void finish();  // ends an iteration
  // The results written to this process's log, in case order; none if they went to the shared file. Throws
  // Error if the log no longer holds them: reported results must be readable later.
  std::vector<Result> take_written();

 private:
  void write(std::size_t index, Result result);
  const Result& wait_for_one(std::size_t index);
  int attempt_of(std::size_t index) const;

  BuiltSuite suite_;
  EvaluateOptions options_;  // of the current iteration
  ProcessPart part_;
  std::vector<Case> cases_;
  Tool tool_;
  Baseline baseline_;
  std::optional<FragmentLog> log_;
  BestEffortStore* keeper_ = nullptr;
  std::vector<Result> written_;
  int iterations_ = 0;
  std::size_t cases_started_ = 0;               // in this iteration; each of them Suite::repeat times
  std::map<std::size_t, std::size_t> started_;  // case index → index in the evaluation
  std::unique_ptr<Progress> progress_;
  std::unique_ptr<Evaluation> evaluation_;
};

}  // namespace assay
