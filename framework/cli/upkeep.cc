// SPDX-License-Identifier: Apache-2.0
// `assay gc`: deletes old runs from a store.
#include <fmt/format.h>

#include <iostream>
#include <map>
#include <nlohmann/json.hpp>

#include "finding_words.h"
#include "store_commands.h"
#include "stored_run.h"
#include "terminal.h"

namespace assay::cli {
namespace {

// Uses the clock of the machine that ran it. A run without a start time has no age.
bool began_before(const StoredRun& run, const std::string& limit) {
  return !run.created_at.empty() && run.created_at < limit;
}

// If both rules are given, the runs that match both: all but the newest of each suite, and the old ones.
std::vector<StoredRun> runs_to_forget(const Store& store, const CollectGarbage& asked) {
  std::map<std::string, std::size_t> newer;
  std::vector<StoredRun> found;
  if (!asked.keep && !asked.older_than) return found;
  const auto limit =
      timestamp(std::chrono::system_clock::now() - asked.older_than.value_or(std::chrono::hours(0)));
  for (auto& run : store.list_runs(asked.place.suite)) {
    const bool is_spare = newer[run.suite]++ >= asked.keep.value_or(0);
    if (is_spare && (!asked.older_than || began_before(run, limit))) found.push_back(std::move(run));
  }
  return found;
}

}  // namespace

int perform(const CollectGarbage& asked) {
  Store store = open_existing_store(asked.place);
  const auto runs = runs_to_forget(store, asked);
  for (const auto& run : runs) store.delete_run(run.run_id);
  const std::size_t stripped = store.forget_outputs(asked.keep_outputs, asked.place.suite);
  const auto counts = store.collect_garbage();
  if (asked.json) {
    print_json({{"runs", runs.size()},
                {"results_without_outputs", stripped},
                {"outputs", counts.outputs},
                {"bytes", counts.bytes}});
    return kHeld;
  }
  if (asked.keep_outputs != KeptOutputs::all)
    std::cout << fmt::format("deleted the outputs of {}\n", counted(stripped, "result"));
  std::cout << fmt::format("{} runs and {} outputs forgotten, {} bytes freed\n", runs.size(), counts.outputs,
                           counts.bytes);
  return kHeld;
}

}  // namespace assay::cli
