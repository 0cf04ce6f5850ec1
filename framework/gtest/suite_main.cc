// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <iostream>
#include <string_view>
#include <utility>

#include "arguments.h"
#include "assay/extensions.h"
#include "assay/gtest.h"
#include "assay/internal/aggregated_run.h"
#include "assay/internal/plan.h"
#include "assay/internal/run_folder.h"
#include "assay/internal/subject.h"
#include "assay/internal/text.h"
#include "assay/internal/utilities.h"
#include "assay/summary.h"
#include "ctest_fixture.h"
#include "discovery.h"
#include "finished_runs.h"
#include "suite.h"
#include "suite_run.h"
#include "suite_tests.h"

namespace assay {
namespace {

// An editor that runs tests one by one, each with its own ctest call, would fill the store with runs that
// nobody compares.
bool is_one_of_many(const Fragments& fragments, const CaseIndex& index) {
  return index.cases > 1 && Run{{}, fragments.results}.present() == 1;
}

int aggregated(const BuiltSuite& suite, const Extensions& extensions, const Arguments& arguments) {
  const auto index = read_index(suite.index());
  if (!index.problems.empty() && arguments.run_id.empty() && !has_session(suite)) {
    write_broken(suite, index.problems);
    print_problems(index.problems);
    std::cout << "gate " << to_string(suite.gate) << ": nothing was run: the files above cannot be read\n";
    return kFailed;
  }
  check_current(suite, index);
  const Tool tool = read_suite_tool(suite);
  const auto options = evaluate_options(suite, index.kind, extensions.levels);
  const auto now = describe_run(suite, tool, options, index, run_to_aggregate(suite, arguments.run_id));
  const auto folder = make_run_folder(suite.runs(), now.run_id);
  check_subject(folder, subject_digest(suite, tool, options, index));
  const auto fixture = release_fixture(tool, folder);
  auto fragments = read_fragments(folder);
  fragments.problems.insert(fragments.problems.end(), fixture.obstacle.begin(), fixture.obstacle.end());
  BestEffortStore store(is_one_of_many(fragments, index) ? std::filesystem::path() : suite.store);
  const auto source = aggregated_run({.suite = suite,
                                      .reporters = extensions.reporters,
                                      .now = now,
                                      .store = store,
                                      .fragments = std::move(fragments),
                                      .problems = index.problems,
                                      .left = fixture.teardown});
  const PerformedRun run = perform_run(*source);
  // Later tests of the same ctest process form another run.
  if (!run.has_reports) forget_session(suite.runs(), parent_process());
  announce(suite, run);
  print_problems(run.left);
  // A user who aggregates by hand learns that the gate did not hold; ctest, which may have been asked for
  // only one case, gets a skip.
  const bool skipped = arguments.under_ctest && run.view.gate.light == Light::skipped &&
                       run.unstored.empty() && run.left.empty();
  return skipped ? skip_for_ctest(index) : status_for_ctest(run.status);
}

int run_aggregate(const BuiltSuite& suite, const Extensions& extensions, const Arguments& arguments) try {
  return aggregated(suite, extensions, arguments);
} catch (const Error& error) {
  write_broken(suite, error.problems());
  throw;
}

// Reads everything without asking the tool.
int check(const BuiltSuite& suite, const Extensions& extensions) {
  const auto found = discover(suite);
  print_problems(found.index.problems);
  const auto options = evaluate_options(suite, found.index.kind, extensions.levels);
  for (const auto& set : found.datasets)
    for (const auto& asked : set.dataset.cases) levels_of(asked, options);
  read_suite_tool(suite);
  if (suite.backends.tables) suite.backends.tables->get();
  std::cout << found.index.cases << " cases in " << found.datasets.size() << " of " << suite.datasets.size()
            << " datasets can be read\n";
  return found.index.problems.empty() ? kPassed : kFailed;
}

int print_summary(const BuiltSuite& suite) {
  const Run run = finished_run(suite, latest_complete_run(suite));
  print_run(suite, view_of(rows_of(run)), suite.runs() / run.info.run_id);
  return kPassed;
}

// A baseline from an older run, or from another subject, would hold expectations that are out of date.
void expect_current(const BuiltSuite& suite, const Extensions& extensions, const Run& run) {
  const auto index = read_index(suite.index());
  check_current(suite, index);
  const auto options = evaluate_options(suite, index.kind, extensions.levels);
  const auto now = describe_run(suite, read_suite_tool(suite), options, index, run.info.run_id);
  const auto changes = differences(run.info, now);
  if (changes.empty()) return;
  throw Error({(suite.runs() / run.info.run_id).string(), 0},
              "run " + run.info.run_id + " is of another " + description_of(changes.front()),
              "run the suite again");
}

void expect_newest(const BuiltSuite& suite, const std::string& run_id) {
  const auto newest = newest_run(suite.runs());
  if (newest.empty() || newest == run_id) return;
  throw Error({(suite.runs() / newest).string(), 0},
              "the newest run has not all cases; the newest that has, " + run_id + ", is older",
              "run the whole suite, or name the older run: test_runner --assay_accept_baseline --assay_run=" +
                  run_id);
}

// Makes the passes of the run `run_id` (empty: the newest complete run) the baseline. Throws Error if the run
// lacks cases or its subject differs from the suite's current one.
int accept_baseline(const BuiltSuite& suite, const Extensions& extensions, const std::string& run_id) {
  if (suite.baseline.empty())
    throw Error({suite.file.string(), 0}, "suite " + suite.name + " names no BASELINE file",
                "give assay_add_suite a BASELINE");
  const auto id = run_id.empty() ? latest_complete_run(suite) : run_to_aggregate(suite, run_id);
  if (run_id.empty()) expect_newest(suite, id);
  const Run run = finished_run(suite, id);
  expect_current(suite, extensions, run);
  if (const auto unmeasured = summarise(run).all.counts.unmeasured; unmeasured > 0)
    throw Error({(suite.runs() / id).string(), 0},
                std::to_string(unmeasured) + " cases of run " + id +
                    " were not measured: a baseline of it would expect nothing of them",
                "fix the reason, and run the suite again");
  write_baseline(suite.baseline, run);
  std::cout << suite.baseline.string() << " now has the passes of run " << id << "\n";
  return kPassed;
}

int dispatch(int argc, char** argv, const Extensions& extensions) {
  const Arguments arguments = take_arguments(argc, argv);
  BuiltSuite suite = read_suite(arguments.suite);
  if (!arguments.junit.empty())
    suite.junit = arguments.junit == "strict" ? JUnitDialect::strict : JUnitDialect::rich;
  switch (arguments.task) {
    case Task::emit_ctest:
      emit_ctest(suite, std::filesystem::canonical("/proc/self/exe"), arguments.script,
                 {.ctest_version = arguments.ctest_version, .stamp = arguments.ctest_stamp});
      return kPassed;
    case Task::aggregate: return run_aggregate(suite, extensions, arguments);
    case Task::set_up: return set_up(suite, extensions);
    case Task::check: return check(suite, extensions);
    case Task::summary: return print_summary(suite);
    case Task::accept_baseline: return accept_baseline(suite, extensions, arguments.run_id);
    case Task::run_tests:
    case Task::misses: break;
  }
  Dealing dealing;
  if (arguments.under_ctest) {
    override_google_test_flags(suite, arguments);
  } else {
    map_shard_environment();
    dealing = take_dealing(arguments);
  }
  const bool asks_for_help = std::any_of(argv + 1, argv + argc, [](std::string_view argument) {
    return argument == "--help" || argument == "-h";
  });
  testing::InitGoogleTest(&argc, argv);
  if (asks_for_help) {
    std::cout << kArgumentsHelp << ", and:\n\n";
    return RUN_ALL_TESTS();
  }
  if (arguments.task == Task::misses && !select_misses(suite)) return kPassed;
  const Called called = arguments.under_ctest            ? Called::by_ctest
                        : arguments.task == Task::misses ? Called::for_misses
                                                         : Called::by_hand;
  return run_tests(suite_of_shard(std::move(suite), dealing), extensions, called, dealing);
}

}  // namespace

int suite_main(int argc, char** argv, const Extensions& extensions) try {
  ::signal(SIGXFSZ, SIG_IGN);  // exceeding the file size limit is then reported as an error, like a full disk
  return dispatch(argc, argv, extensions);
} catch (const Error& error) {
  std::cerr << error.what() << "\n";
  return kError;
} catch (const std::exception& error) {
  std::cerr << "error: " << one_line(error.what()) << "\n";
  return kError;
}

}  // namespace assay
