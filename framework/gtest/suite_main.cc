// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <iostream>
#include <string_view>
#include <utility>

#include "assay/gtest.h"
#include "assay/internal/exit_status.h"
#include "assay/internal/text.h"
#include "discovery.h"
#include "selection.h"
#include "shared_run.h"
#include "suite_tasks.h"
#include "suite_tests.h"

namespace assay {
namespace {

int dispatch(int argc, char** argv, const Extensions& extensions) {
  const Arguments arguments = take_arguments(argc, argv);
  BuiltSuite suite = read_suite(arguments.suite);
  if (!arguments.junit.empty())
    suite.junit = arguments.junit == "strict" ? JUnitDialect::strict : JUnitDialect::rich;
  switch (arguments.task) {
    case Task::emit_ctest:
      emit_ctest(suite, std::filesystem::canonical("/proc/self/exe"), arguments.script,
                 {.ctest_version = arguments.ctest_version, .stamp = arguments.ctest_stamp});
      return kHeld;
    case Task::aggregate:
      return run_aggregate(suite, extensions, arguments);
    case Task::set_up:
      return set_up(suite, extensions);
    case Task::check:
      return check(suite, extensions);
    case Task::summary:
      return print_summary(suite);
    case Task::accept_baseline:
      return accept_baseline(suite, extensions, arguments.run_id);
    case Task::run_tests:
    case Task::misses:
      break;
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
  if (arguments.task == Task::misses && !select_misses(suite)) return kHeld;
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
  return kUndecided;
} catch (const std::exception& error) {
  std::cerr << "error: " << one_line(error.what()) << "\n";
  return kUndecided;
}

}  // namespace assay
