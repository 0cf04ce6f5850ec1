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
  // --assay_suite=FILE; without it, the suite.json beside the link that was executed (a suite's test_runner).
  std::filesystem::path suite;
  std::filesystem::path script;  // of emit_ctest
  std::string
      run_id;  // --assay_run=ID: which run is meant, or which id a run gets that other
               // processes ask a part of; empty: this ctest call's, or the newest, or ASSAY_RUN_ID says
  std::string shard;  // --assay_shard=3/8: as shard_from() reads it; empty: ASSAY_SHARD says, or GoogleTest
  std::string junit;  // --assay_junit=rich|strict; empty: the suite's
  // --assay_ctest[=FILTER]: this is a test of ctest's. Its parent stands for the call, its own report is the
  // aggregate's, and the filter is GoogleTest's.
  bool under_ctest = false;
  std::string filter = "*";
  // --assay_ctest_version=3.25.1: who reads the script; --assay_ctest_stamp=TEXT: its first line.
  std::string ctest_version;
  std::string ctest_stamp;
};

// The --assay_… arguments that people give.
extern const char* const kArgumentsHelp;

// Takes the --assay_… arguments out of argv. Throws Error for an unknown one, and where there is no suite.
Arguments take_arguments(int& argc, char** argv);

}  // namespace assay
