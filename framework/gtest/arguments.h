// SPDX-License-Identifier: Apache-2.0
// The --assay_… arguments of a suite's binary.
#pragma once

#include <filesystem>
#include <string>

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

}  // namespace assay
