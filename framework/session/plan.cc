// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "assay/internal/behaviour.h"
#include "assay/internal/chat_client.h"
#include "assay/internal/digest.h"
#include "assay/internal/likeness.h"
#include "assay/internal/profile.h"
#include "assay/internal/sandbox.h"
#include "assay/internal/stored_caches.h"
#include "assay/internal/utilities.h"
#include "assay/judge.h"

namespace assay {
namespace {
namespace fs = std::filesystem;

std::string name_of(const std::vector<DatasetInfo>& datasets) {
  std::string name;
  for (const auto& dataset : datasets) name += (name.empty() ? "" : "+") + dataset.name;
  return name;
}

Level level_of(const Suite& suite, const std::string& name, const std::vector<Level>& own) try {
  return find_level(name, own);
} catch (const Error& error) {
  if (suite.file.empty()) throw;
  Problem problem = error.problems().front();
  problem.where = {suite.file.string(), 0};
  problem.pointer = "/levels";
  problem.what += " in LEVELS of suite " + suite.name;
  throw Error(std::move(problem));
}

std::size_t cases_in(const std::vector<DatasetInfo>& datasets) {
  std::size_t cases = 0;
  for (const auto& dataset : datasets) cases += dataset.cases;
  return cases;
}

RunInfo run_info_of(const Suite& suite, std::vector<DatasetInfo> datasets) {
  RunInfo info;
  info.suite = suite.name.empty() ? name_of(datasets) : suite.name;
  info.expected = cases_in(datasets);
  info.datasets = std::move(datasets);
  info.gate = suite.gate;
  info.min_score = suite.min_score;
  info.question = suite.question;
  info.profile = suite.profile;
  info.min_mean = suite.min_mean;
  info.unmeasured = suite.unmeasured;
  info.assay_version = ASSAY_VERSION;
  return info;
}

EvaluateOptions profile_options(const Suite& suite, DatasetKind kind) {
  check(*suite.profile);
  if (kind != DatasetKind::commands)
    throw Error({suite.file.string(), 0},
                fmt::format("the profile {} is of commands, and the datasets are of golden queries",
                            to_string(suite.profile->profile)),
                "leave it out: queries are graded by levels of their own");
  return {.jobs = suite.jobs,
          .grading_jobs = suite.grading_jobs,
          .min_score = suite.min_score,
          .levels = levels_of(*suite.profile, suite.backends),
          .question = suite.question,
          .profile = suite.profile,
          .backends = suite.backends};
}

// Whether the case may be graded by other levels than its suite.
bool brings_levels(const Case& asked) {
  return !asked.world.empty() || asked.own != BoxedDefault<CaseTerms>();
}

// Adds a table, or each table in a folder; other files there, such as an editor's, are ignored.
void add_tables(std::string& all, const fs::path& place) {
  std::error_code error;
  if (!fs::is_directory(place, error)) {
    all += stamp_text(place) + "\n";
    return;
  }
  std::set<fs::path> files;
  for (const auto& entry : fs::directory_iterator(place, error))
    if (entry.path().extension() == ".json") files.insert(entry.path());
  for (const auto& file : files) all += stamp_text(file) + "\n";
}

bool is_model(const Tool& tool) {
  const auto* program = std::get_if<Program>(&tool.how);
  return program && program->chat;
}

void check_cost(const Tool& tool, const std::shared_ptr<Budget>& budget) {
  if (!budget || !is_model(tool) || std::get<Program>(tool.how).chat->price) return;
  throw Error(
      Problem{.where = {tool.description.string(), 0},
              .pointer = "/chat/price",
              .what = "the model " + tool.name + " has no price, so its costs cannot be held to a limit",
              .next = "write the price of a million tokens: \"price\": {\"input\": 0.15, \"output\": 0.60}; "
                      "both are 0 for a model that costs nothing"});
}

}  // namespace

DatasetInfo info_of(const Dataset& dataset) {
  return {dataset.name, dataset.version, dataset.sha256, dataset.file.string(), dataset.cases.size()};
}

void check_joins(const Dataset& dataset, std::span<const DatasetInfo> earlier, DatasetKind kind) {
  check_joins(dataset, dataset.cases.front(), earlier, kind);
}

void check_joins(const Dataset& dataset, const Case& of, std::span<const DatasetInfo> earlier,
                 DatasetKind kind) {
  if (earlier.empty()) return;
  const SourceLine where{dataset.file.string(), 1};
  const auto same = std::ranges::find(earlier, dataset.name, &DatasetInfo::name);
  if (same != earlier.end())
    throw Error(Problem{.where = where,
                        .pointer = "/name",
                        .what = "dataset name \"" + dataset.name + "\" is taken by " + same->file,
                        .next = "give each dataset of a suite or a run a different name"});
  if (kind_of(of) == kind) return;
  const bool asks_queries = kind == DatasetKind::commands;
  throw Error(
      where,
      std::string("a dataset of ") +
          (asks_queries ? "golden queries in a suite of commands" : "commands in a suite of golden queries") +
          ": " + earlier.front().file + (asks_queries ? " contains commands" : " contains golden queries"),
      "put each kind into a separate suite or run");
}

EvaluateOptions evaluate_options(const Suite& suite, DatasetKind kind, const std::vector<Level>& own) {
  if (suite.profile) return profile_options(suite, kind);
  EvaluateOptions options{.jobs = suite.jobs,
                          .grading_jobs = suite.grading_jobs,
                          .min_score = suite.min_score,
                          .question = suite.question,
                          .backends = suite.backends};
  if (suite.levels.empty() && kind == DatasetKind::commands) {
    options.in_worlds.push_back(find_level("behavioural", own));
    options.in_worlds.back().need = Level::Need::where_available;
  }
  std::vector<Level> known = own;
  for (const auto& each : suite.exec_levels) known.push_back(level_of(each));
  for (const auto& name : suite.levels.empty() ? default_levels(kind) : suite.levels)
    options.levels.push_back(level_of(suite, name, known));
  return options;
}

RunInfo describe_run(const Suite& suite, const Tool& tool, const EvaluateOptions& options, AskedCases asked,
                     const fs::path& kept_hash) {
  RunInfo info = run_info_of(suite, std::move(asked.datasets));
  info.run_id = new_run_id();
  describe_tool(info, tool, kept_hash);
  describe_grading(info, options, asked.levels, suite.backends);
  describe_start(info, suite.project);
  return info;
}

namespace {

// Of unpacked roots; a program of this machine that is replaced meanwhile is not noticed.
void sketch_userlands(RunInfo& info, const behaviour::Lab& lab, const CaseLevels& more) {
  const auto sketch = [](std::map<std::string, std::string>& to, const std::string& name,
                         const std::string& place) {
    if (place.find('/') != place.npos) to[name] = sandbox::stamp_of_userland(place);
  };
  for (const auto& [name, place] : places_of_userlands(lab, more)) sketch(info.named_userlands, name, place);
  for (const std::string& each : lab.other_userlands()) sketch(info.other_userlands, each, each);
}

}  // namespace

RunInfo sketch_run(const Suite& suite, const Tool& tool, const EvaluateOptions& options, AskedCases asked) {
  RunInfo info = run_info_of(suite, std::move(asked.datasets));
  sketch_tool(info, tool);
  describe_grading(info, options, asked.levels, {});
  if (suite.backends.lab) sketch_userlands(info, *suite.backends.lab, asked.levels);
  if (suite.backends.likeness) info.model = suite.backends.likeness->sketch();
  if (suite.backends.judge) info.judge = description_of(suite.backends.judge->service());
  for (const auto& place : suite.table_places) add_tables(info.tables_sha256, place);
  return info;
}

Plan plan_grading(const Suite& suite) {
  Plan plan;
  std::vector<DatasetInfo> datasets;
  std::vector<std::size_t> looked_at;  // the first case of each dataset, and those with their own levels
  for (const auto& file : suite.datasets) {
    const std::size_t first = plan.cases.size();
    Dataset dataset = plan.cases.add(file, [&](std::size_t index, const Case& each) {
      if (index == 0 || brings_levels(each)) looked_at.push_back(index);
    });
    check_joins(dataset, plan.cases.at(first), datasets, kind_of(plan.cases.at(0)));
    datasets.push_back(info_of(dataset));
    datasets.back().cases = plan.cases.size() - first;
  }
  if (suite.backends.tables) suite.backends.tables->get();  // reports every mistake in them now
  plan.options = evaluate_options(suite, kind_of(plan.cases.at(0)));
  CaseLevels more;
  for (const std::size_t index : looked_at) {
    const Case each = plan.cases.at(index);
    levels_of(each, plan.options);
    more.add(each);
  }
  plan.info = run_info_of(suite, std::move(datasets));
  plan.info.run_id = new_run_id();
  describe_grading(plan.info, plan.options, more, suite.backends);
  describe_start(plan.info, suite.project);
  return plan;
}

void check_servers(const SuiteSettings& settings, std::span<const Tool> tools) {
  for (const Tool& tool : tools) check_cost(tool, settings.max_cost);
  if (std::ranges::any_of(tools, is_model)) return;
  const bool limits_nothing = settings.max_cost && settings.judge.empty();
  if (!limits_nothing && settings.tool_cache == "off") return;
  throw Error({},
              limits_nothing ? "--max-cost limits nothing: no server is asked"
                             : "--tool-cache keeps nothing: no tool is a model on a server",
              "name such a tool (docs/tool-contract.md), or leave the option out");
}

void set_client(EvaluateOptions& options, const Suite& suite, const Tool& tool) {
  if (!is_model(tool)) return;
  check_cost(tool, suite.budget);
  const bool keeps = suite.tool_replies != ReplyUse::forgo && !suite.reply_store.empty();
  options.chat = std::make_shared<ChatClient>(
      std::get<Program>(tool.how),
      ChatClient::Options{.cache = keeps ? std::make_shared<StoredReplies>(suite.reply_store) : nullptr,
                          .use = suite.tool_replies,
                          .budget = suite.budget});
}

Plan plan_run(const Suite& suite) {
  Tool tool = read_suite_tool(suite);
  Plan plan = plan_grading(suite);
  describe_tool(plan.info, tool);
  plan.tool = std::move(tool);
  set_client(plan.options, suite, plan.tool);
  // No file contains the description.
  if (suite.tool.kind == ToolSource::Kind::command) plan.info.description_sha256 = sha256(suite.tool.place);
  return plan;
}

}  // namespace assay
