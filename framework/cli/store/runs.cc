// SPDX-License-Identifier: Apache-2.0
// `assay runs`: lists the runs of a store, newest first.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>

#include "assay/internal/file.h"
#include "assay/internal/shard_aggregate.h"
#include "assay/internal/statistics.h"
#include "assay/internal/store_metrics.h"
#include "assay/internal/stored_run.h"
#include "assay/internal/text.h"
#include "store/commands.h"
#include "terminal.h"

namespace assay::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string_view state_of(const StoredRun& run) {
  if (run.finished_at.empty()) return "unfinished";
  return run.is_complete() ? "finished" : "partial";
}

std::string pass_rate_text(const StoredRun& run) {
  return run.pass_rate() ? fmt::format("{:.1f} %", *run.pass_rate() * 100) : "–";
}

void print_all_json(const std::vector<StoredRun>& runs) {
  Json json = Json::array();
  for (const auto& run : runs)
    json.push_back({{"run_id", run.run_id},
                    {"name", run.name.empty() ? Json() : Json(run.name)},
                    {"parent_run_id", run.parent_run_id},
                    {"suite", run.suite},
                    {"tool", run.tool},
                    {"commit", run.commit},
                    {"created_at", run.created_at},
                    {"finished_at", run.finished_at},
                    {"expected", run.expected},
                    {"results", run.results},
                    {"cases", run.cases},
                    {"passed", run.passed},
                    {"measured", run.measured},
                    {"pass_rate", run.pass_rate() ? Json(rounded(*run.pass_rate())) : Json()}});
  print_json(json, JsonLayout::indented);
}

int export_run(const Store& store, const ListRuns& options) {
  const auto write = [&](const std::string& run, std::ostream& out) {
    options.aggregate ? write_aggregate(store, run, out) : export_figures(store, run, out);
  };
  // A shard is not a complete run.
  const auto run = store.resolve(*options.exported, options.place.suite,
                                 options.aggregate ? Latest::any : Latest::complete);
  if (options.output.empty()) {
    write(run, std::cout);
    return kPassed;
  }
  AtomicFile file(options.output);
  write(run, file.out());
  file.commit();
  return kPassed;
}

// For shells, which complete them: results are not counted.
int print_names(const Store& store, const std::string& suite) {
  constexpr std::size_t kMost = 100;
  auto ids = store.run_ids(suite);
  ids.resize(std::min(ids.size(), kMost));
  std::set<std::string> names;
  for (const auto& id : ids)
    if (const std::string name = store.load_info(id).name; !name.empty()) names.insert(one_line(name));
  if (!ids.empty()) std::cout << "latest\n";
  for (const auto& name : names) std::cout << name << "\n";
  for (const auto& id : ids) std::cout << one_line(id) << "\n";
  return kPassed;
}

}  // namespace

int perform(const ListRuns& options) {
  const Store store = open_store(options.place, StoreOptions::Access::read);
  if (options.exported) return export_run(store, options);
  if (options.names) return print_names(store, options.place.suite);
  const auto runs = store.list_runs(options.place.suite);
  if (options.json) {
    print_all_json(runs);
    return kPassed;
  }
  for (const auto& run : runs)
    std::cout << fmt::format("{}  {:.19}  {:>6} results of {:>6} cases  {:>7} passed  {:<10}  {}  {}{}\n",
                             one_line(run.run_id), one_line(run.created_at), run.results, run.expected,
                             pass_rate_text(run), state_of(run), one_line(run.suite), one_line(run.tool),
                             run.name.empty() ? "" : "  " + one_line(run.name));
  if (runs.empty()) std::cout << "no runs\n";
  std::cout << "store " << one_line(store.file().string()) << "\n";
  return kPassed;
}

}  // namespace assay::cli
