// SPDX-License-Identifier: Apache-2.0
// `assay gc`: deletes old runs from a store.
#include <fmt/format.h>

#include <iostream>
#include <map>
#include <nlohmann/json.hpp>

#include "assay/internal/dealing.h"
#include "assay/internal/kept_effects.h"
#include "assay/internal/stored_run.h"
#include "assay/internal/text.h"
#include "store/commands.h"
#include "terminal.h"

namespace assay::cli {
namespace {

// Uses the clock of the machine that ran it. A run without a start time has no age.
bool began_before(const StoredRun& run, const std::string& limit) {
  return !run.created_at.empty() && run.created_at < limit;
}

std::string time_before_now(std::chrono::seconds age) {
  return timestamp(std::chrono::system_clock::now() - age);
}

// Another process, perhaps on another machine, may be asking its cases; after a week it was rather killed.
bool may_be_going_on(const Store& store, const StoredRun& run) {
  constexpr std::chrono::hours kWeek{7 * 24};
  if (began_before(run, time_before_now(kWeek))) return false;
  return run.finished_at.empty() || !missing_shards(store.load_info(run.run_id).shards).empty();
}

struct Spare {
  std::vector<StoredRun> ended;
  std::vector<StoredRun> going_on;
};

// If both rules are given, the runs that match both: all but the newest of each suite, and the old ones.
Spare spare_runs(const Store& store, const CollectGarbage& options) {
  std::map<std::string, std::size_t> newer;
  Spare found;
  if (!options.keep && !options.older_than) return found;
  const auto limit = time_before_now(options.older_than.value_or(std::chrono::hours(0)));
  for (auto& run : store.list_runs(options.place.suite)) {
    const bool is_spare = newer[run.suite]++ >= options.keep.value_or(0);
    if (!is_spare || (options.older_than && !began_before(run, limit))) continue;
    auto& runs = may_be_going_on(store, run) ? found.going_on : found.ended;
    runs.push_back(std::move(run));
  }
  return found;
}

}  // namespace

int perform(const CollectGarbage& options) {
  if (options.effects) {
    const auto file = kept_effects_file();
    const auto bytes = file.empty() ? 0 : remove_kept_effects(file);
    if (options.json)
      print_json({{"bytes", bytes}});
    else
      std::cout << fmt::format("deleted the kept effects, freed {}\n", counted(bytes, "byte"));
    return kPassed;
  }
  Store store = open_existing_store(options.place);
  const auto [runs, going_on] = spare_runs(store, options);
  for (const auto& run : runs) store.delete_run(run.run_id);
  const std::size_t stripped = store.forget_outputs(options.keep_outputs, options.place.suite);
  const auto counts = store.collect_garbage();
  if (options.json) {
    print_json({{"runs", runs.size()},
                {"runs_going_on", going_on.size()},
                {"results_without_outputs", stripped},
                {"outputs", counts.outputs},
                {"bytes", counts.bytes}});
    return kPassed;
  }
  if (options.keep_outputs != KeptOutputs::all)
    std::cout << fmt::format("deleted the outputs of {}\n", counted(stripped, "result"));
  for (const auto& run : going_on)
    std::cout << fmt::format("run {} is kept: it has not ended, and began less than a week ago\n",
                             one_line(run.run_id));
  std::cout << fmt::format("deleted {} and {}, freed {}\n", counted(runs.size(), "run"),
                           counted(counts.outputs, "output"), counted(counts.bytes, "byte"));
  return kPassed;
}

}  // namespace assay::cli
