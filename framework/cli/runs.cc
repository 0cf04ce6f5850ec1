// `assay runs`: what a store holds, newest first.
#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "assay/internal/text.h"
#include "stored_run.h"
#include "terminal.h"

namespace assay::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string_view state_of(const StoredRun& run) {
  if (run.finished_at.empty()) return "unfinished";
  return run.is_complete() ? "finished" : "partial";
}

void print_all_json(const std::vector<StoredRun>& runs) {
  Json json = Json::array();
  for (const auto& run : runs)
    json.push_back({{"run_id", run.run_id},
                    {"parent_run_id", run.parent_run_id},
                    {"suite", run.suite},
                    {"tool", run.tool},
                    {"commit", run.commit},
                    {"created_at", run.created_at},
                    {"finished_at", run.finished_at},
                    {"expected", run.expected},
                    {"results", run.results},
                    {"cases", run.cases}});
  print_json(json, JsonLayout::indented);
}

}  // namespace

int perform(const ListRuns& asked) {
  const Store store = open_store(asked.place, StoreOptions::Access::read);
  const auto runs = store.list_runs(asked.place.suite);
  if (asked.json) {
    print_all_json(runs);
    return kHeld;
  }
  for (const auto& run : runs)
    std::cout << fmt::format("{}  {:.19}  {:>6} results of {:>6} cases  {:<10}  {}  {}\n",
                             one_line(run.run_id), one_line(run.created_at), run.results, run.expected,
                             state_of(run), one_line(run.suite), one_line(run.tool));
  if (runs.empty()) std::cout << "no runs\n";
  std::cout << "store " << one_line(store.file().string()) << "\n";
  return kHeld;
}

}  // namespace assay::cli
