// SPDX-License-Identifier: Apache-2.0
// The --assay_… arguments of a suite's binary: which cases this process runs, and which others run elsewhere.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "assay/internal/dealing.h"
#include "case_index.h"
#include "suite.h"

namespace assay {

enum class Task {
  run_tests,        // the default: GoogleTest
  emit_ctest,       // --assay_emit_ctest=FILE: write the CTest script and the index
  aggregate,        // --assay_aggregate: merge the run's fragments, write the reports, apply the gate
  check,            // --assay_check: read everything and say what is wrong
  set_up,           // --assay_setup: begin the tool's fixture for a call of ctest
  misses,           // --assay_misses: run the cases that did not pass in the newest complete run
  summary,          // --assay_summary: print the newest complete run
  accept_baseline,  // --assay_accept_baseline: the newest complete run becomes the baseline
};

struct Arguments {
  Task task = Task::run_tests;
  // --assay_suite=FILE; default: the suite.json beside the link that was executed (a suite's test_runner).
  std::filesystem::path suite;
  std::filesystem::path script;  // for emit_ctest
  std::string run_id;  // --assay_run=ID: which run to work on, or the id of a new run that other processes
                       // share; empty: ASSAY_RUN_ID, else this ctest call's run, else the newest
  std::string shard;   // --assay_shard=3/8: parsed by shard_from(); empty: ASSAY_SHARD, else GTEST_ variables
  std::string junit;   // --assay_junit=rich|strict; empty: the suite's setting
  // --assay_ctest[=FILTER]: this process is one of ctest's tests. Its parent process identifies the ctest
  // call, the aggregate writes the reports, and FILTER is a GoogleTest filter.
  bool under_ctest = false;
  std::string filter = "*";
  // --assay_ctest_version=3.25.1: version of the ctest that reads the script; --assay_ctest_stamp=TEXT: its
  // first line.
  std::string ctest_version;
  std::string ctest_stamp;
};

// Usage text of the --assay_… arguments for users.
extern const char* const kArgumentsHelp;

// Removes the --assay_… arguments from argv. Throws Error for an unknown one, and if no suite is found.
Arguments take_arguments(int& argc, char** argv);

// The cases that a process runs: those that GoogleTest's filter selects, through the index if that suffices.
struct Selection {
  std::vector<Case> cases;
  CaseIndex index;
  bool one_case = false;
};

// Maps Bazel's sharding variables to GoogleTest's.
void map_shard_environment();

// Sets GoogleTest's filter, repetition and output, and drops the caller's shard variables: a ctest test runs
// exactly what its script says, and cases left out would look passed. The aggregate writes the reports. Call
// before GoogleTest reads its arguments.
void override_google_test_flags(const BuiltSuite& suite, const Arguments& arguments);

// Returns only one case if the filter is its exact name and the index has it; otherwise every dataset. Under
// ctest a case must be the one that ctest listed: a run that mixes two versions of a dataset would be
// meaningless. Throws Error if ctest listed something else.
Selection select(const BuiltSuite& suite, bool under_ctest);

// A run whose cases are divided between this test_runner process and others: evaluates --assay_shard and
// --assay_run, ASSAY_SHARD and ASSAY_RUN_ID, and, for a run with an id, GoogleTest's own variables, which it
// sets so that GoogleTest divides the cases accordingly. Nothing is shared if neither an id nor a shard was
// given: a process that only GoogleTest's variables make a shard is a separate run. Call before GoogleTest
// reads its arguments. Throws Error if two of them contradict each other.
Dealing take_dealing(const Arguments& arguments);

// The suite as seen by one shard of a run: its reports go to a separate folder, since shards may share a file
// system.
BuiltSuite suite_of_shard(BuiltSuite suite, const Dealing& dealing);

// Gives the run the id shared by its shards, describes how its cases are divided (round-robin, both in
// GoogleTest and in assay) and prints that as the first line of output. Throws Error if that run, or this
// shard of it, was already begun here, or if a filter was given. REQUIRES: the run is shared.
void share_run(RunInfo& info, const BuiltSuite& suite, const std::vector<Case>& cases,
               const Dealing& dealing);

// Call after the tests: if all of the shard's cases were asked, records that in the description. `results`:
// how many were asked.
void note_asked(RunInfo& info, const Dealing& dealing, std::size_t results);

}  // namespace assay
