// SPDX-License-Identifier: Apache-2.0
#include "suite_tests.h"

#include <gtest/gtest.h>

#include <iostream>
#include <sstream>

#include "arguments.h"
#include "assay/internal/aggregated_run.h"
#include "assay/internal/fixture.h"
#include "assay/internal/json.h"
#include "assay/internal/junit.h"
#include "assay/internal/plan.h"
#include "assay/internal/run_folder.h"
#include "assay/internal/run_rows.h"
#include "assay/internal/suite.h"
#include "assay/summary.h"
#include "case_test.h"
#include "ctest_fixture.h"
#include "finished_runs.h"
#include "suite_run.h"

namespace assay {
namespace {

// The file of --gtest_output=xml…, which we write instead of GoogleTest: with the true latency, and
// well-formed whatever the tool printed.
std::filesystem::path take_xml_output() {
  const std::string output = testing::GTEST_FLAG(output);
  if (!output.starts_with("xml")) return {};
  auto& listeners = testing::UnitTest::GetInstance()->listeners();
  delete listeners.Release(listeners.default_xml_generator());
  std::filesystem::path file = output.size() > 4 ? output.substr(4) : "test_detail.xml";
  return file.has_filename() ? file : file / "test_detail.xml";
}

// A run that mixes two versions of a dataset or of a tool would be meaningless.
SessionRun run_of_ctests_call(const BuiltSuite& suite, const std::string& subject) {
  auto shared = session_run(suite.runs(), parent_process(), subject);
  if (shared.subject == subject) return shared;
  throw Error({suite.index().string(), 0},
              "a dataset, the tool, a table or an option changed since this call of ctest began",
              "run ctest again; by hand, test_runner takes --gtest_filter without it");
}

RunKind kind_of_run(Called called) {
  switch (called) {
    case Called::by_ctest: return reruns_failed() ? RunKind::rerun : RunKind::own;
    case Called::by_hand: return std::getenv("GTEST_TOTAL_SHARDS") == nullptr ? RunKind::own : RunKind::shard;
    case Called::for_misses: return RunKind::rerun;
  }
  return RunKind::own;
}

// `run_id`: used without ctest.
ProcessPart open_share(const BuiltSuite& suite, Called called, std::string subject,
                       const std::string& run_id) {
  ProcessPart part{.subject = std::move(subject), .is_under_ctest = called == Called::by_ctest};
  const bool under_ctest = called == Called::by_ctest;
  const auto run =
      under_ctest ? run_of_ctests_call(suite, part.subject) : SessionRun{run_id, part.subject, true};
  part.run_id = run.id;
  part.folder = make_run_folder(suite.runs(), part.run_id);
  pin_subject(part.folder, part.subject);
  if (run.is_new) begin_run(suite, run.id, kind_of_run(called));
  return part;
}

int check_selected(const BuiltSuite& suite, const std::vector<Problem>& problems) {
  if (testing::GTEST_FLAG(repeat) == 0) {
    std::cout << "error: --gtest_repeat=0 runs no case\n  next: repeat at least once\n";
    return kUsage;
  }
  if (testing::UnitTest::GetInstance()->test_to_run_count() > 0) return kPassed;
  print_problems(problems);
  std::cout << "error: no case of suite " << suite.name
            << " matches --gtest_filter=" << testing::GTEST_FLAG(filter)
            << "\n  next: --gtest_list_tests shows the names\n";
  return kUsage;
}

void write_xml(const std::filesystem::path& file, const BuiltSuite& suite, const PerformedRun& run) {
  if (file.empty()) return;
  if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path());
  std::ostringstream text;
  write_junit(text, run.view, run.rows,
              {.dialect = suite.junit, .root = suite.project, .attachments = attachments_in(run.folder)});
  write_file_atomically(file, text.str());
}

int list_tests(const BuiltSuite& suite) {
  auto selection = select(suite, false);
  SuiteRun run(suite, {}, std::move(selection.cases), read_suite_tool(suite), {});
  register_cases(run);
  register_problems(suite, selection.index.problems);
  return RUN_ALL_TESTS() != 0 || !selection.index.problems.empty() ? kFailed : kPassed;
}

}  // namespace

int set_up(const BuiltSuite& suite, const Extensions& extensions) {
  const auto index = read_index(suite.index());
  const Tool tool = read_suite_tool(suite);
  const auto options = evaluate_options(suite, index.kind, extensions.levels);
  const auto part = open_share(suite, Called::by_ctest, subject_digest(suite, tool, options, index), "");
  const auto obstacle = hold_fixture(tool, part.folder, parent_process());
  if (obstacle.empty()) return status_for_ctest(kPassed);
  print_problems({{.where = {tool.description.string(), 0},
                   .what = obstacle,
                   .next = "fix setup or server in the tool's description; what the server printed is in " +
                           (fixture_folder(part.folder) / "server.log").string()}});
  return status_for_ctest(kFailed);
}

bool select_misses(const BuiltSuite& suite) {
  const Run run = finished_run(suite, latest_complete_run(suite));
  std::string filter;
  for (CaseRows cases(rows_of(run).open()); cases.next();)
    if (verdict_of(cases.earlier(), cases.last(), run.info.repeat).status != Status::pass)
      filter += (filter.empty() ? "" : ":") + full_name_of(cases.last().asked);
  if (filter.empty()) std::cout << "every case of run " << run.info.run_id << " passed\n";
  testing::GTEST_FLAG(filter) = filter;
  return !filter.empty();
}

int run_tests(const BuiltSuite& suite, const Extensions& extensions, Called called, const Dealing& dealing) {
  const bool under_ctest = called == Called::by_ctest;
  if (testing::GTEST_FLAG(list_tests)) return list_tests(suite);
  const auto xml = under_ctest ? std::filesystem::path() : take_xml_output();
  auto selection = select(suite, under_ctest);
  const Tool tool = read_suite_tool(suite);
  auto options = evaluate_options(suite, selection.index.kind, extensions.levels);
  set_client(options, suite, tool);
  const auto subject = [&] { return subject_digest(suite, tool, options, selection.index); };
  RunInfo info;
  if (!under_ctest) info = describe_run(suite, tool, options, selection.index, new_run_id());
  if (dealing.is_shared()) share_run(info, suite, selection.cases, dealing);
  auto part = open_share(suite, called, subject(), info.run_id);
  if (selection.one_case) part.fragments = ProcessPart::Fragments::shared;
  // A single case selected by name is what an editor runs on a click: it is not stored, since nobody compares
  // such runs and it must be quick.
  BestEffortStore keeper(selection.one_case ? std::filesystem::path() : suite.store);
  // Misses are stored at the end, with the earlier attempts at them.
  if (called == Called::by_hand && !selection.one_case) keeper.begin(info);
  std::optional<RunningFixture> fixture;
  if (under_ctest)
    join_fixture(suite, tool, part.folder, options);
  else
    fixture.emplace(tool, fixture_folder(part.folder)).take_part(options);
  SuiteRun run(suite, part, std::move(selection.cases), tool, options, &keeper);
  register_cases(run);
  if (!selection.one_case) register_problems(suite, selection.index.problems);
  listen(run);
  const bool sharded = std::getenv("GTEST_TOTAL_SHARDS") != nullptr;
  const int status = RUN_ALL_TESTS() == 0 ? kPassed : kFailed;
  auto written = run.take_written();
  const auto left = fixture ? fixture->end() : std::vector<Problem>();
  print_problems(left);
  std::cout << effects_line();
  if (!sharded || testing::GTEST_FLAG(repeat) == 0)
    if (const int nothing = check_selected(suite, selection.index.problems)) return nothing;
  if (under_ctest) {
    const bool skipped = selection.one_case && testing::UnitTest::GetInstance()->skipped_test_count() > 0;
    return skipped && status == kPassed ? skip_for_ctest(selection.index) : status_for_ctest(status);
  }

  // A single case is in the file that one-case processes part.
  auto fragments = selection.one_case ? read_fragments(part.folder) : Fragments{std::move(written), {}};
  if (subject() != part.subject)
    fragments.problems.push_back({.where = {suite.file.string(), 0},
                                  .pointer = "",
                                  .what = "the tool, a table or an option changed while the cases ran",
                                  .next = "run them again"});
  if (fragments.problems.empty()) note_asked(info, dealing, Run{{}, fragments.results}.present());
  const auto source = aggregated_run({.suite = suite,
                                      .reporters = extensions.reporters,
                                      .now = info,
                                      .store = keeper,
                                      .fragments = std::move(fragments),
                                      .problems = selection.index.problems,
                                      .left = left});
  const PerformedRun done = perform_run(*source);
  write_xml(xml, suite, done);
  announce(suite, done);
  // The gate applies to the whole suite; of a selection without a miss, the cases decide.
  const bool is_part = done.view.gate.outcome == GateOutcome::partial && done.unstored.empty();
  return std::max<int>(status != kPassed || is_part ? status : done.status, left.empty() ? kPassed : kError);
}

}  // namespace assay
