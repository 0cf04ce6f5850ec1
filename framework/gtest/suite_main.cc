#include <gtest/gtest.h>
#include <malloc.h>
#include <signal.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string_view>

#include "aggregate.h"
#include "announcement.h"
#include "arguments.h"
#include "assay/internal/baseline.h"
#include "assay/internal/json.h"
#include "assay/internal/run_folder.h"
#include "assay/internal/text.h"
#include "assay/run_reports.h"
#include "assay/summary.h"
#include "case_test.h"
#include "discovery.h"
#include "provenance.h"
#include "selection.h"
#include "subject.h"

namespace assay {
namespace {

enum class Skips { no, yes };

// What ctest is told: a skip has an exit status of its own, and only a process that ended well may skip.
int status_for_ctest(int status, Skips skips) {
  std::cout.flush();
  if (!std::cout) return kBroken;
  return status == kHeld && skips == Skips::yes ? kSkipStatus : status;
}

// The file of --gtest_output=xml…, which we write in GoogleTest's place: with true latency, and well-formed
// whatever the tool printed.
std::filesystem::path take_xml_output() {
  const std::string output = testing::GTEST_FLAG(output);
  if (!output.starts_with("xml")) return {};
  auto& listeners = testing::UnitTest::GetInstance()->listeners();
  delete listeners.Release(listeners.default_xml_generator());
  std::filesystem::path file = output.size() > 4 ? output.substr(4) : "test_detail.xml";
  return file.has_filename() ? file : file / "test_detail.xml";
}

// ctest starts a process a case: each line that says nothing new, and memory for threads that never wait for
// each other, is paid for thousands of times.
void be_short() {
  testing::GTEST_FLAG(brief) = true;  // --gtest_brief=0 still undoes it
  ::mallopt(M_ARENA_MAX, 1);
}

// A run half of one dataset, or of one tool, and half of another would say nothing about either.
std::string run_of_ctests_call(const Suite& suite, const std::string& subject) {
  auto shared = session_run(suite.runs(), parent_process(), subject);
  if (shared.subject == subject) return std::move(shared.id);
  throw Error(
      Problem{.where = {suite.index().string(), 0},
              .what = "a dataset, the tool, a table or an option changed since this call of ctest began",
              .next = "run ctest again; by hand, test_runner takes --gtest_filter without it"});
}

Session open_session(const Suite& suite, bool under_ctest, const Selection& selection, const Tool& tool) {
  Session session{.subject = subject_of(suite, tool, selection.index),
                  .under_ctest = under_ctest,
                  .stops_at_failure = testing::GTEST_FLAG(fail_fast)};
  session.run_id = under_ctest ? run_of_ctests_call(suite, session.subject) : new_run_id();
  session.folder = make_run_folder(suite.runs(), session.run_id);
  pin_subject(session.folder, session.subject);
  if (selection.one_case) session.fragments = Session::Fragments::shared;
  return session;
}

int check_selected(const Suite& suite, const std::vector<Problem>& problems) {
  if (testing::GTEST_FLAG(repeat) == 0) {
    std::cout << "error: --gtest_repeat=0 runs no case\n  next: repeat at least once\n";
    return kNothingSelected;
  }
  if (testing::UnitTest::GetInstance()->test_to_run_count() > 0) return kHeld;
  print_problems(problems);
  std::cout << "error: no case of suite " << suite.name
            << " matches --gtest_filter=" << testing::GTEST_FLAG(filter)
            << "\n  next: --gtest_list_tests shows the names\n";
  return kNothingSelected;
}

void write_xml(const std::filesystem::path& file, const Suite& suite, const Run& run) {
  if (file.empty()) return;
  if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path());
  std::ostringstream text;
  write_junit(text, run,
              {.dialect = suite.strict_junit ? JUnitDialect::strict : JUnitDialect::rich,
               .root = suite.project,
               .attachments = attachments_in(suite.runs() / run.info.run_id)});
  write_file_atomically(file, text.str());
}

int list_tests(const Suite& suite) {
  auto selection = select(suite, false);
  Session nowhere;
  SuiteRun run(suite, {}, std::move(nowhere), std::move(selection.cases), read_suite_tool(suite));
  register_cases(run);
  register_problems(suite, selection.index.problems);
  return RUN_ALL_TESTS() != 0 || !selection.index.problems.empty() ? kRed : kHeld;
}

int run_tests(const Suite& suite, const Extensions& extensions, bool under_ctest) {
  if (testing::GTEST_FLAG(list_tests)) return list_tests(suite);
  const auto xml = under_ctest ? std::filesystem::path() : take_xml_output();
  auto selection = select(suite, under_ctest);
  const bool known_tool = selection.one_case && stamp_of(suite.tool) == selection.index.tool;
  Tool tool = read_suite_tool(suite, known_tool ? Trust::checked_before : Trust::check);
  auto session = open_session(suite, under_ctest, selection, tool);
  // One case by its name is what an editor runs at a click: nobody compares with that, and it has to be
  // quick.
  RunKeeper keeper(selection.one_case ? std::filesystem::path() : suite.store);
  RunInfo info;
  if (!under_ctest) info = describe_run(suite, extensions, tool, selection.index, session.run_id);
  if (!under_ctest && !selection.one_case) keeper.begin(info);
  SuiteRun run(suite, extensions, session, std::move(selection.cases), std::move(tool), &keeper);
  register_cases(run);
  if (!selection.one_case) register_problems(suite, selection.index.problems);
  listen(run);
  const bool sharded = std::getenv("GTEST_TOTAL_SHARDS") != nullptr;
  const int status = RUN_ALL_TESTS() == 0 ? kHeld : kRed;
  auto written = run.take_written();
  if (!sharded || testing::GTEST_FLAG(repeat) == 0)
    if (const int nothing = check_selected(suite, selection.index.problems)) return nothing;
  if (under_ctest) {
    const bool skipped = selection.one_case && testing::UnitTest::GetInstance()->skipped_test_count() > 0;
    return status_for_ctest(status, skipped ? Skips::yes : Skips::no);
  }

  // One case alone is in the file that processes of one case share.
  auto fragments = selection.one_case ? read_fragments(session.folder) : Fragments{std::move(written), {}};
  if (subject_of(suite, run.tool(), selection.index) != session.subject)
    fragments.problems.push_back({.where = {suite.file.string(), 0},
                                  .pointer = "",
                                  .what = "the tool, a table or an option changed while the cases ran",
                                  .next = "run them again"});
  const auto done = aggregate(suite, extensions, selection.index, info, keeper, std::move(fragments));
  write_xml(xml, suite, done.run);
  const int gate = announce(suite, done);
  return status != kHeld ? status : gate;
}

int run_aggregate(const Suite& suite, const Extensions& extensions, const Arguments& arguments) {
  const auto index = read_index(suite.index());
  if (!index.problems.empty() && arguments.run_id.empty() && !has_session(suite)) {
    print_problems(index.problems);
    std::cout << "gate " << to_string(suite.gate) << ": nothing was run: what stands above cannot be read\n";
    return kRed;
  }
  check_current(suite, index);
  const Tool tool = read_suite_tool(suite);
  const auto now = describe_run(suite, extensions, tool, index, run_to_aggregate(suite, arguments.run_id));
  const auto folder = make_run_folder(suite.runs(), now.run_id);
  check_subject(folder, subject_of(suite, tool, index));
  RunKeeper keeper(suite.store);
  const auto done = aggregate(suite, extensions, index, now, keeper, read_fragments(folder));
  // What this process of ctest runs from now on is a run of its own.
  if (!done.earlier) forget_session(suite.runs(), parent_process());
  const int status = announce(suite, done);
  return status_for_ctest(
      status, arguments.under_ctest && done.gate.light == Light::skipped ? Skips::yes : Skips::no);
}

int check(const Suite& suite, const Extensions& extensions) {
  const auto found = discover(suite);
  print_problems(found.index.problems);
  const auto options = evaluate_options(suite, extensions);
  for (const auto& set : found.datasets)
    for (const auto& asked : set.dataset.cases) levels_of(asked, options);
  read_suite_tool(suite);
  if (suite.tables) suite.tables->get();
  std::cout << found.index.cases << " cases in " << found.datasets.size() << " of " << suite.datasets.size()
            << " datasets can be read\n";
  return found.index.problems.empty() ? kHeld : kRed;
}

int print_summary(const Suite& suite) {
  const Run run = latest_complete_run(suite);
  print_run(suite, run, suite.runs() / run.info.run_id);
  return kHeld;
}

int accept_baseline(const Suite& suite) {
  if (suite.baseline.empty())
    throw Error(Problem{.where = {suite.file.string(), 0},
                        .what = "suite " + suite.name + " names no BASELINE file",
                        .next = "give assay_add_suite a BASELINE"});
  const Run run = latest_complete_run(suite);
  if (const auto unmeasured = summarise(run).all.counts.unmeasured; unmeasured > 0)
    throw Error(Problem{.where = {(suite.runs() / run.info.run_id).string(), 0},
                        .what = std::to_string(unmeasured) + " cases of run " + run.info.run_id +
                                " were not measured: a baseline of it would expect nothing of them",
                        .next = "mend what kept them from being measured, and run the suite again"});
  write_baseline(suite.baseline, run);
  std::cout << suite.baseline.string() << " now holds what passed in run " << run.info.run_id << "\n";
  return kHeld;
}

int dispatch(int argc, char** argv, const Extensions& extensions) {
  const Arguments arguments = take_arguments(argc, argv);
  Suite suite = read_suite(arguments.suite);
  if (!arguments.junit.empty()) suite.strict_junit = arguments.junit == "strict";
  switch (arguments.task) {
    case Task::emit_ctest:
      emit_ctest(suite, std::filesystem::canonical("/proc/self/exe"), arguments.script,
                 {.ctest_version = arguments.ctest_version, .stamp = arguments.ctest_stamp});
      return kHeld;
    case Task::aggregate:
      return run_aggregate(suite, extensions, arguments);
    case Task::check:
      return check(suite, extensions);
    case Task::summary:
      return print_summary(suite);
    case Task::accept_baseline:
      return accept_baseline(suite);
    case Task::run_tests:
      break;
  }
  if (arguments.under_ctest) {
    take_selection(suite, arguments);
    be_short();
  } else {
    map_shard_environment();
  }
  const bool asks_for_help = std::any_of(argv + 1, argv + argc, [](std::string_view argument) {
    return argument == "--help" || argument == "-h";
  });
  testing::InitGoogleTest(&argc, argv);
  if (asks_for_help) {
    std::cout << kArgumentsHelp << ", and:\n\n";
    return RUN_ALL_TESTS();
  }
  return run_tests(suite, extensions, arguments.under_ctest);
}

}  // namespace

int suite_main(int argc, char** argv, const Extensions& extensions) try {
  ::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error with words, as a full disk is
  return dispatch(argc, argv, extensions);
} catch (const Error& error) {
  std::cerr << error.what() << "\n";
  return kBroken;
} catch (const std::exception& error) {
  std::cerr << "error: " << one_line(error.what()) << "\n";
  return kBroken;
}

}  // namespace assay
