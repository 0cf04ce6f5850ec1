#include "run_plan.h"

#include <unistd.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "assay/internal/origin.h"
#include "assay/tool.h"

namespace assay::cli {
namespace {
namespace fs = std::filesystem;

// Scripts and binaries, and whatever may be executed and is not a description.
bool is_program(const fs::path& file) {
  std::error_code unknown;
  if (!fs::is_regular_file(file, unknown)) return false;  // a pipe could be read but once
  std::string start(4, '\0');
  std::ifstream(file).read(start.data(), 4);
  const bool may_run = ::access(file.c_str(), X_OK) == 0;
  return start.starts_with("#!") || start == "\177ELF" || (may_run && start.find('{') == start.npos);
}

[[noreturn]] void refuse_program(const fs::path& file) {
  const auto quoted = [](const std::string& text) {
    return nlohmann::ordered_json(text).dump(-1, ' ', false,
                                             nlohmann::ordered_json::error_handler_t::replace);
  };
  const auto argv0 = file.has_parent_path() ? file.string() : "./" + file.string();
  throw Error(Problem{.where = {file.string(), 0},
                      .what = "is a program; --tool wants a description of one",
                      .next = "write {\"name\": " + quoted(file.stem().string()) + ", \"argv\": [" +
                              quoted(argv0) + ", \"{prompt}\"]} into a .json file and name that"});
}

Tool find_tool(const RunDatasets& asked) {
  if (!asked.recorded.empty()) return read_recording(asked.recorded);
  std::error_code unknown;
  if (is_program(asked.tool)) refuse_program(asked.tool);
  if (fs::status(asked.tool, unknown).type() != fs::file_type::not_found) return read_tool(asked.tool);
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
  if (asked.min_mean) plan.info.gate = Gate::mean;
  plan.info.min_mean = asked.min_mean.value_or(plan.info.min_mean);
  return plan;
}

}  // namespace assay::cli
