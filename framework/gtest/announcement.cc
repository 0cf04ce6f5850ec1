// SPDX-License-Identifier: Apache-2.0
#include "announcement.h"

#include <iostream>

#include "assay/internal/conclusion.h"
#include "assay/internal/console.h"
#include "assay/internal/text.h"
#include "assay/summary.h"

namespace assay {
namespace {

// A run that later runs cannot be compared with is red, even if its reports are complete.
void announce_store(const BuiltSuite& suite, const Aggregated& done) {
  if (done.store.empty()) return;
  if (done.unstored.empty()) {
    std::cout << "stored: assay compare latest~1 latest --store " << done.store.string() << "\n";
    return;
  }
  print_problems(done.unstored);
  std::cout << "error: RUN " << done.run.info.run_id << " IS NOT IN THE STORE. Its reports are whole, in "
            << done.folder.string() << "\n  next: fix the errors above, then build the target " << suite.name
            << "_aggregate, which stores it\n";
}

}  // namespace

int status_for_ctest(int status) {
  std::cout.flush();
  return std::cout ? status : kUndecided;
}

int skip_for_ctest(const CaseIndex& index) {
  std::cout << index.skip_mark << "\n";
  return status_for_ctest(kSkipStatus);
}

void print_problems(const std::vector<Problem>& problems) {
  for (const auto& problem : problems) std::cout << to_string(problem) << "\n";
}

void print_run(const BuiltSuite& suite, const Run& run, const std::filesystem::path& folder) {
  using Rerun = ConsoleOptions::Rerun;
  constexpr std::size_t kNamed = 8;  // as many as remain readable in a regular expression
  const auto counts = summarise(run).all.counts;
  const auto missed = counts.miss + counts.unmeasured;
  const bool by_name = suite.granularity == Granularity::each_case && missed <= kNamed;
  write_console(std::cout, run,
                {.colour = terminal_colour(),
                 .columns = terminal_columns(),
                 .folder = folder.string(),
                 .rerun = by_name ? Rerun::ctest_by_name : Rerun::none});
  if (missed > 0 && !by_name && run.complete())
    std::cout << "again:   the target " << suite.name << "_misses runs what did not pass\n";
}

ExitStatus announce(const BuiltSuite& suite, const Aggregated& done) {
  if (done.earlier)
    std::cout << "no case was run in this call; run " << done.run.info.run_id << " of "
              << done.run.info.finished_at << " says:\n";
  if (!done.earlier || done.problems.empty()) print_run(suite, done.run, done.folder);
  print_problems(done.problems);
  // The unreadable files are already listed above.
  const auto why = done.problems.empty() ? done.gate.why : std::string(first_line(done.gate.why));
  std::cout << "gate " << to_string(suite.gate) << ": " << why << "\n";
  announce_store(suite, done);
  const auto status = status_of(done.gate);
  return status == kHeld && !done.unstored.empty() ? kUndecided : status;
}

}  // namespace assay
