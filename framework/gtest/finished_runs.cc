// SPDX-License-Identifier: Apache-2.0
#include "finished_runs.h"

#include <fmt/format.h>

#include <iostream>

#include "assay/internal/aggregated_run.h"
#include "assay/internal/console.h"
#include "assay/internal/json.h"
#include "assay/internal/run_folder.h"
#include "assay/internal/text.h"

namespace assay {

namespace fs = std::filesystem;
namespace {

[[noreturn]] void no_run(const BuiltSuite& suite) {
  throw Error({suite.runs().string(), 0}, "suite " + suite.name + " has no run yet",
              "run its cases first: ctest -L '^" + suite.name + "$'");
}

// A run that later runs cannot be compared with is red, even if its reports are complete.
void announce_store(const BuiltSuite& suite, const PerformedRun& run) {
  if (run.store.empty()) return;
  if (run.unstored.empty()) {
    const char* action = run.view.summary.complete ? "assay compare latest~1 latest --store " : "";
    std::cout << "stored: " << action << run.store.string() << "\n";
    return;
  }
  print_problems(run.unstored);
  std::cout << "error: RUN " << run.view.info.run_id << " IS NOT IN THE STORE. Its reports are whole, in "
            << run.folder.string() << "\n  next: fix the errors above, then build the target " << suite.name
            << "_aggregate, which stores it\n";
}

}  // namespace

bool has_session(const BuiltSuite& suite) {
  return !known_session(suite.runs(), parent_process()).id.empty();
}

std::string run_to_aggregate(const BuiltSuite& suite, const std::string& given) {
  if (!given.empty()) {
    const bool is_name = given.front() != '.' && given.find('/') == given.npos;
    if (is_name && fs::exists(suite.runs() / given)) return given;
    throw Error({suite.runs().string(), 0}, "no run " + given, "list the folder for the ids");
  }
  if (const auto session = known_session(suite.runs(), parent_process()); !session.id.empty())
    return session.id;
  const auto id = newest_run(suite.runs());
  if (id.empty()) no_run(suite);
  return id;
}

std::string latest_complete_run(const BuiltSuite& suite) {
  auto id = latest_run(suite.runs());
  if (id.empty()) no_run(suite);
  return id;
}

Run finished_run(const BuiltSuite& suite, const std::string& id) {
  const auto folder = suite.runs() / id;
  const auto file = folder / "run.json";
  auto fragments = read_fragments(folder);
  if (!fragments.problems.empty()) throw Error(fragments.problems);
  Run run{run_info_from_json(read_file(file), {file.string(), 1}), std::move(fragments.results)};
  if (run.complete()) return with_earlier(suite, std::move(run)).run;
  throw Error({(folder / "fragments").string(), 0},
              fmt::format("results of run {}: {} of {} cases are left", id, run.present(), run.info.expected),
              "run the suite again");
}

int status_for_ctest(int status) {
  std::cout.flush();
  return std::cout ? status : kError;
}

int skip_for_ctest(const CaseIndex& index) {
  std::cout << index.skip_mark << "\n";
  return status_for_ctest(kSkipStatus);
}

void print_problems(const std::vector<Problem>& problems) {
  for (const auto& problem : problems) std::cout << to_string(problem) << "\n";
}

void print_run(const BuiltSuite& suite, const RunView& view, const std::filesystem::path& folder) {
  using Rerun = ConsoleOptions::Rerun;
  constexpr std::size_t kNamed = 8;  // as many as remain readable in a regular expression
  const Counts& counts = view.summary.all.counts;
  const auto missed = counts.miss + counts.unmeasured;
  const bool by_name = suite.granularity == Granularity::each_case && missed <= kNamed;
  write_console(std::cout, view,
                {.colour = terminal_colour(),
                 .columns = terminal_columns(),
                 .folder = folder.string(),
                 .rerun = by_name ? Rerun::ctest_by_name : Rerun::none});
  if (missed > 0 && !by_name && view.summary.complete)
    std::cout << "again:   the target " << suite.name << "_misses runs what did not pass\n";
}

void announce(const BuiltSuite& suite, const PerformedRun& run) {
  const GateResult& gate = run.view.gate;
  const std::vector<Problem>& problems = run.problems;
  if (run.has_reports)
    std::cout << "no case was run in this call; run " << run.view.info.run_id << " of "
              << run.view.info.finished_at << " says:\n";
  if (!run.has_reports || problems.empty()) print_run(suite, run.view, run.folder);
  print_problems(problems);
  // The unreadable files are already listed above.
  const auto why = problems.empty() ? gate.why : std::string(first_line(gate.why));
  std::cout << "gate " << to_string(suite.gate) << ": " << why << "\n";
  announce_store(suite, run);
}

}  // namespace assay
