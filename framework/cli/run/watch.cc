// SPDX-License-Identifier: Apache-2.0
// `assay watch`: asks and grades cases again whenever one of their inputs changes.
#include "assay/internal/watch.h"

#include <fmt/format.h>

#include <iostream>

#include "assay/internal/interruption.h"
#include "assay/internal/subject.h"
#include "assay/internal/text.h"
#include "run/run.h"

namespace assay::cli {
namespace {

// The differences, such as "dataset set, tool".
std::string changes_between(const RunInfo& before, const RunInfo& now) {
  std::string text;
  for (const auto& difference : differences(before, now))
    text += (text.empty() ? "" : ", ") + one_line(description_of(difference));
  return text.empty() ? "times or rights of files" : text;
}

void print(const WatchedRound& round) {
  if (round.before)
    std::cout << fmt::format("\nchanged: {}; {} asked again, {} graded again\n",
                             changes_between(*round.before, round.now), round.asked, round.graded);
  else
    std::cout << fmt::format("assay watch {}: tool {}, {}\n", one_line(round.now.suite),
                             one_line(round.now.tool), counted(round.asked, "case"));
  for (const WatchedChange& change : round.changes)
    if (round.before || change.now->grade.status != Status::pass)
      std::cout << "  " << to_string(change) << "\n";
  if (round.changes.empty()) std::cout << "  all came out as before\n";
  std::cout << fmt::format("  {} pass, {} miss, {} unmeasured\n", round.counts.pass, round.counts.miss,
                           round.counts.unmeasured)
            << std::flush;
}

}  // namespace

int perform(const WatchDatasets& options) {
  check_servers(options.run);
  const Interruption interruption("\n");
  watch_suite([&] { return suite_of(options.run); }, options.run.part, options.run.place, print,
              terminal_sink(false), interruption.token());
  interruption.end_if_stopped();
  return kPassed;
}

}  // namespace assay::cli
