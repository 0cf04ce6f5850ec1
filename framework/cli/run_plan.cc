#include "run_plan.h"

#include <set>

#include "assay/origin.h"
#include "assay/tool.h"

namespace assay::cli {
namespace {
namespace fs = std::filesystem;

Tool find_tool(const RunDatasets& asked) {
  if (!asked.recorded.empty()) return read_recording(asked.recorded);
  if (fs::exists(asked.tool)) return read_tool(asked.tool);
  if (auto known = known_tool(asked.tool)) return *known;
  throw Error(Problem{.where = {asked.tool, 0},
                      .what = "is neither a file nor the name of a known tool",
                      .next = "name a tool description (docs/tool-contract.md), or use --recorded FILE"});
}

void take_datasets(RunPlan& plan, const std::vector<fs::path>& files) {
  std::set<std::string> names;
  for (const auto& file : files) {
    Dataset dataset = read_dataset(file);
    if (!names.insert(dataset.name).second)
      throw Error(Problem{.where = {file.string(), 0},
                          .what = "a second dataset named " + dataset.name,
                          .next = "give each dataset of a run a name of its own"});
    if (!plan.cases.empty() && kind_of(plan.cases.front()) != kind_of(dataset.cases.front()))
      throw Error(Problem{.where = {file.string(), 0},
                          .what = "commands and golden queries in one run",
                          .next = "run them one after the other"});
    plan.info.datasets.push_back(
        {dataset.name, dataset.version, dataset.sha256, file.string(), dataset.cases.size()});
    std::move(dataset.cases.begin(), dataset.cases.end(), std::back_inserter(plan.cases));
  }
}

std::string suite_of(const std::vector<DatasetInfo>& datasets) {
  std::string name;
  for (const auto& dataset : datasets) name += (name.empty() ? "" : "+") + dataset.name;
  return name;
}

}  // namespace

OwnTables tables_in(const Places& places) {
  if (places.empty()) return nullptr;
  auto tables = std::make_shared<const DeferredTables>(places);
  tables->get();
  return tables;
}

std::vector<Level> levels_named(const std::vector<std::string>& names, const OwnTables& tables) {
  std::vector<Level> levels;
  for (const auto& name : names) levels.push_back(find_level(name, {}, tables));
  return levels;
}

RunPlan plan_grading(const GradingOptions& asked) {
  RunPlan plan;
  take_datasets(plan, asked.datasets);
  const auto levels = asked.levels.empty() ? default_levels(kind_of(plan.cases.front())) : asked.levels;
  const auto tables = tables_in(asked.tables);
  plan.options = {
      .jobs = 1, .min_score = asked.min_score, .levels = levels_named(levels, tables), .tables = tables};
  for (const auto& each : plan.cases) levels_of(each, plan.options);
  RunInfo& info = plan.info;
  info.run_id = new_run_id();
  info.suite = asked.suite.empty() ? suite_of(info.datasets) : asked.suite;
  describe_grading(info, plan.options.levels, tables);
  info.gate = "strict";
  info.min_score = asked.min_score;
  describe_start(info, ".");
  info.assay_version = ASSAY_VERSION;
  info.expected = plan.cases.size();
  return plan;
}

void take_tool(RunPlan& plan, Tool tool) {
  describe_tool(plan.info, tool);
  plan.tool = std::move(tool);
}

RunPlan plan_run(const RunDatasets& asked) {
  Tool tool = find_tool(asked);
  RunPlan plan =
      plan_grading({asked.datasets, asked.levels, asked.min_score, asked.place.suite, asked.tables});
  take_tool(plan, std::move(tool));
  plan.options.jobs = asked.jobs;
  if (asked.min_mean) plan.info.gate = "mean";
  plan.info.min_mean = asked.min_mean.value_or(plan.info.min_mean);
  return plan;
}

}  // namespace assay::cli
