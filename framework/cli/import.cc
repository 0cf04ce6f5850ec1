// `assay import`: finished runs from their folders, and answers that were recorded elsewhere, graded as runs.
#include <fmt/format.h>

#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "asked_suite.h"
#include "assay/internal/labels.h"
#include "assay/internal/store_metrics.h"
#include "assay/internal/text.h"
#include "stored_run.h"
#include "terminal.h"

namespace assay::cli {
namespace {

using Json = nlohmann::ordered_json;

void keep(Store& store, const Run& run) {
  store.add(run);
  refresh_aggregate(store, run.info.run_id);
}

int import_folders(const ImportRuns& asked) {
  Store store = open_store(asked.place, StoreOptions::Access::write);
  for (const auto& source : asked.sources) {
    Run run = read_run(source);
    if (!asked.place.suite.empty()) run.info.suite = asked.place.suite;
    const bool known = store.has_run(run.info.run_id);
    const auto before = known ? store.count_results(run.info.run_id) : 0;
    keep(store, run);
    const auto added = store.count_results(run.info.run_id) - before;
    if (asked.json)
      print_json({{"run_id", run.info.run_id}, {"suite", run.info.suite}, {"results_added", added}});
    else
      std::cout << fmt::format("run {}: {} results added\n", one_line(run.info.run_id), added);
  }
  return kHeld;
}

// The recordings of one run, by attempt.
using Attempts = std::map<int, Recording>;

std::map<std::string, Attempts> read_answers(const std::vector<std::filesystem::path>& files) {
  std::map<std::string, Attempts> runs;
  for (const auto& file : files)
    for (auto& each : read_recorded_runs(file)) {
      const auto [known, is_new] = runs[each.name].emplace(each.attempt, std::move(each.recording));
      if (!is_new)
        throw Error(Problem{
            .where = {file.string(), 0},
            .what = "answers of run " + each.name + " are in " + known->second.file.string() + " already",
            .next = "put the answers of a run into one file, or give each run a name"});
    }
  return runs;
}

// A case without any answer has its first attempt all the same: that it is not recorded is a result.
Run graded(Plan plan, const std::string& name, const Attempts& attempts) {
  take_tool(plan, {name, attempts.begin()->second});
  Run run;
  for (const auto& [attempt, recording] : attempts) {
    const bool is_first = attempt == attempts.begin()->first;
    std::vector<Case> cases;
    for (const auto& each : plan.cases)
      if (is_first || recording.find(each.id)) cases.push_back(each);
    const std::size_t before = run.results.size();
    run.results.resize(before + cases.size());
    evaluate(cases, {name, recording}, plan.options, [&, number = attempt](std::size_t index, Result result) {
      result.attempt = number;
      run.results[before + index] = std::move(result);
    });
  }
  plan.info.run_id = new_run_id();
  plan.info.finished_at = timestamp(std::chrono::system_clock::now());
  run.info = std::move(plan.info);
  return run;
}

void expect_answers_fit(const Plan& plan, const std::string& name, const Attempts& attempts) {
  std::set<std::string_view> known;
  for (const auto& each : plan.cases) known.insert(each.id);
  for (const auto& [attempt, recording] : attempts)
    for (const auto& [id, offset, length] : recording.lines)
      if (!known.contains(id))
        throw Error(
            Problem{.where = {recording.file.string(), 0},
                    .what = "run " + name + " has an answer for \"" + id + "\", which no dataset asks",
                    .next = "name the dataset that the answers belong to"});
}

void print_run(const Run& run, bool json) {
  const auto counts = summarise(run).all.counts;
  const auto labels = labels_of(run);
  if (json) {
    Json object = {{"run_id", run.info.run_id}, {"suite", run.info.suite}, {"tool", run.info.tool},
                   {"pass", counts.pass},       {"miss", counts.miss},     {"unmeasured", counts.unmeasured}};
    object["labels"] = labels ? Json::parse(to_json(*labels)) : Json(nullptr);
    return print_json(object);
  }
  std::cout << fmt::format("run {}: {}: {} pass, {} miss, {} unmeasured\n", run.info.run_id,
                           one_line(run.info.tool), counts.pass, counts.miss, counts.unmeasured);
  if (labels) std::cout << "  " << describe(*labels) << "\n";
}

int import_answers(const ImportRuns& asked) {
  const Plan plan = plan_grading(suite_of(asked));
  const auto answers = read_answers(asked.sources);
  for (const auto& [name, attempts] : answers) expect_answers_fit(plan, name, attempts);
  Store store = open_store(asked.place, StoreOptions::Access::write);
  for (const auto& [name, attempts] : answers) {
    const Run run = graded(plan, name, attempts);
    keep(store, run);
    print_run(run, asked.json);
  }
  return kHeld;
}

}  // namespace

int perform(const ImportRuns& asked) {
  return asked.datasets.empty() ? import_folders(asked) : import_answers(asked);
}

}  // namespace assay::cli
