// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/dealing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "assay/error.h"
#include "assay/internal/case_source.h"
#include "assay/internal/digest.h"
#include "assay/internal/text.h"
#include "assay/summary.h"

namespace assay {
namespace {

constexpr std::size_t kMostShards = 100'000;

struct Engine {
  const char* name;
  const char* index;             // variable with the task's number; null: none
  const char* total;             // variable with the number of tasks; null: none
  std::size_t first;             // the number of the first task
  std::vector<const char*> job;  // variables that name the job; empty: none
};

constexpr const char* kSlurm = "Slurm";
constexpr const char* kKubernetesIndex = "JOB_COMPLETION_INDEX";

const std::vector<Engine>& engines() {
  static const std::vector<Engine> all = {
      {"GitLab", "CI_NODE_INDEX", "CI_NODE_TOTAL", 1, {"CI_PIPELINE_ID"}},
      {"CircleCI", "CIRCLE_NODE_INDEX", "CIRCLE_NODE_TOTAL", 0, {"CIRCLE_WORKFLOW_ID"}},
      {"Buildkite", "BUILDKITE_PARALLEL_JOB", "BUILDKITE_PARALLEL_JOB_COUNT", 0, {"BUILDKITE_BUILD_ID"}},
      {"Azure Pipelines", "SYSTEM_JOBPOSITIONINPHASE", "SYSTEM_TOTALJOBSINPHASE", 1, {"BUILD_BUILDID"}},
      {kSlurm, "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", 0, {"SLURM_ARRAY_JOB_ID"}},
      {"Kubernetes", kKubernetesIndex, nullptr, 0, {}},
      {"GNU parallel", "PARALLEL_SEQ", nullptr, 1, {}},
      {"GitHub", nullptr, nullptr, 0, {"GITHUB_REPOSITORY", "GITHUB_RUN_ID"}},
  };
  return all;
}

std::size_t number_in(const char* variable, const std::string& text) {
  if (const auto value = number_from<std::size_t>(text)) return *value;
  throw Error({}, fmt::format("{}={} is not a number", variable, text),
              "fix its value, or name this part: --shard I/N");
}

std::optional<std::size_t> number_of(const Variables& variables, const char* variable) {
  if (variable == nullptr) return std::nullopt;
  const auto text = variables(variable);
  return text ? std::optional(number_in(variable, *text)) : std::nullopt;
}

Shard checked(Shard shard, const std::string& from) {
  if (shard.number >= 1 && shard.number <= shard.count && shard.count <= kMostShards) return shard;
  const std::size_t count = std::min(std::max<std::size_t>(shard.count, 2), kMostShards);
  throw Error({}, fmt::format("{} is not a part of a run: number {} of {}", from, shard.number, shard.count),
              fmt::format("number parts from 1: 1/{0} to {0}/{0}, at most {1}", count, kMostShards));
}

// A Slurm array begins at any number, and one resubmitted for a few tasks counts only these.
std::optional<TakenShard> of_slurm_array(std::size_t id, std::optional<std::size_t> count,
                                         const Variables& variables) {
  const auto least = number_of(variables, "SLURM_ARRAY_TASK_MIN"),
             most = number_of(variables, "SLURM_ARRAY_TASK_MAX"),
             tasks = number_of(variables, "SLURM_ARRAY_TASK_COUNT");
  const std::size_t step = number_of(variables, "SLURM_ARRAY_TASK_STEP").value_or(1);
  const bool is_whole = least && most && tasks && step > 0 && id >= *least && *most >= *least &&
                        (id - *least) % step == 0 && *most - *least == (*tasks - 1) * step;
  if (is_whole && count.value_or(*tasks) == *tasks)
    return TakenShard{{(id - *least) / step + 1, *tasks},
                      fmt::format("SLURM_ARRAY_TASK_ID={} of the array {}-{} of Slurm", id, *least, *most),
                      kSlurm};
  throw Error({},
              fmt::format("SLURM_ARRAY_TASK_ID={} is of an array of {} tasks that {}: which part of the run "
                          "it is, nobody can tell",
                          id, tasks.value_or(0),
                          is_whole ? fmt::format("are not the {} parts", count.value_or(0))
                                   : "do not follow one another"),
              "submit the whole array, or name this part: --shard I/N with the N of the first "
              "submission, and its "
              "--run-id");
}

// Empty if this engine has not numbered this process, or if the number of parts is unknown.
std::optional<TakenShard> taken_from(const Engine& engine, std::optional<std::size_t> count,
                                     const Variables& variables) {
  const auto index = number_of(variables, engine.index);
  if (!index) return std::nullopt;
  if (std::string_view(engine.name) == kSlurm) return of_slurm_array(*index, count, variables);
  const auto total = number_of(variables, engine.total);
  std::string from = fmt::format("{}={}", engine.index, *index);
  if (total) from += fmt::format(" and {}={}", engine.total, *total);
  from += fmt::format(" of {}", engine.name);
  if (total && count && *total != *count)
    throw Error({}, fmt::format("{} are not of {} parts", from, *count),
                fmt::format("start as many tasks as there are parts, or write --shard auto/{}", *total));
  if (!total && !count) return std::nullopt;
  const Shard shard{*index + 1 - engine.first, count ? *count : *total};
  return TakenShard{checked(shard, from), from, engine.name};
}

// Names variables of other programs' sharding, which do not apply to this one.
std::string foreign_variables(const Variables& variables) {
  for (const auto& [name, whose] : {std::pair{"GTEST_TOTAL_SHARDS", "GoogleTest's"},
                                    {"TEST_TOTAL_SHARDS", "Bazel's"},
                                    {"PYTEST_XDIST_WORKER", "pytest's"}})
    if (const auto value = variables(name)) return fmt::format("{}={} is {}", name, *value, whose);
  return "";
}

std::string indexes_alone(const Variables& variables) {
  std::string found;
  for (const Engine& engine : engines())
    if (engine.index != nullptr && variables(engine.index))
      found += (found.empty() ? "" : " and ") + std::string(engine.index);
  return found;
}

TakenShard shard_of_engine(std::optional<std::size_t> count, const std::string& origin,
                           const Variables& variables) {
  std::optional<TakenShard> taken;
  for (const Engine& engine : engines()) {
    auto found = taken_from(engine, count, variables);
    if (!found) continue;
    const bool agrees =
        !taken || (taken->shard.number == found->shard.number && taken->shard.count == found->shard.count);
    if (!agrees)
      throw Error({}, fmt::format("two engines number this task: {}; {}", taken->from, found->from),
                  "name this part: --shard I/N");
    if (!taken) taken = std::move(found);
  }
  if (taken) return *std::move(taken);
  const auto alone = indexes_alone(variables), foreign = foreign_variables(variables);
  if (!alone.empty())
    throw Error({}, fmt::format("{} auto: {} numbers this task, but does not say of how many", origin, alone),
                "say how many parts there are: --shard auto/N");
  if (!foreign.empty())
    throw Error({}, fmt::format("{} auto: {} sharding, which is of other tests", origin, foreign),
                "name this part: --shard I/N");
  throw Error({}, fmt::format("{} auto: no engine has numbered this task", origin),
              "name this part: --shard I/N (docs/how-to/many-machines.md says which variables are known)");
}

constexpr std::size_t kLongestId = 100;

void take_run_id(Dealing& dealing, const std::string& id, const char* from) {
  if (const auto fault = run_id_fault(id); !fault.empty())
    throw Error({}, std::string(from) + ": " + fault, "give the run another name");
  dealing.run_id = id;
  dealing.run_id_from = from;
}

// Version 8 of RFC 9562: the application defines the meaning of the bytes.
std::string uuid_of(const std::string& text) {
  std::string id = sha256_bytes(text).substr(0, 16);
  id[6] = static_cast<char>(0x80 | (id[6] & 0x0f));
  id[8] = static_cast<char>(0x80 | (id[8] & 0x3f));
  return uuid_text(id);
}

// The indices of the shard's cases; records the dealing in `info`.
std::vector<std::size_t> own_cases(const CaseSource& cases, const Shard& shard, RunInfo& info, Deal deal) {
  Sha256 digest;
  if (deal == Deal::snake) digest.add("snake\n");
  std::vector<std::size_t> own;
  for (std::size_t index = 0; index < cases.count; ++index) {
    digest.add(full_name_of(cases.at(index)) + "\n");
    if (shard_at(index, shard.count, deal) == shard.number) own.push_back(index);
  }
  info.shards = {.count = shard.count, .cases = cases.count, .dealt_sha256 = digest.hex()};
  return own;
}

}  // namespace

Variables process_variables() {
  return [](const std::string& name) -> std::optional<std::string> {
    const char* value = std::getenv(name.c_str());
    return value == nullptr || *value == '\0' ? std::nullopt : std::optional<std::string>(value);
  };
}

TakenShard shard_from(const std::string& words, const std::string& origin, const Variables& variables) {
  if (words == "auto") return shard_of_engine(std::nullopt, origin, variables);
  const auto slash = words.find('/');
  const auto count = slash == words.npos
                         ? std::nullopt
                         : number_from<std::size_t>(std::string_view(words).substr(slash + 1));
  const auto before = std::string_view(words).substr(0, slash);
  const std::string from = fmt::format("{} {}", origin, words);
  if (count && before == "auto") {
    checked({1, *count}, from);
    return shard_of_engine(count, origin, variables);
  }
  if (const auto number = number_from<std::size_t>(before); number && count)
    return {checked({*number, *count}, from), origin, ""};
  throw Error({}, fmt::format("{} is not a part of a run", from),
              "write --shard 3/8 for the third of eight, auto for what an engine says, or auto/8");
}

std::string engine_job(const std::string& engine, const Variables& variables) {
  std::string found, of;
  for (const Engine& each : engines()) {
    std::string job = each.name;
    bool is_named = !each.job.empty();
    for (const char* variable : each.job) {
      const auto value = variables(variable);
      is_named = is_named && value;
      if (value) job += fmt::format(" {}={}", variable, *value);
    }
    if (!is_named) continue;
    if (each.name == engine) return job;
    if (!found.empty())
      throw Error({}, fmt::format("the id of the run could be of {} or of {}", found, job),
                  "name the run: --run-id ID, the same for all of its shards");
    found = job;
  }
  return found;
}

std::string untaken_shard(const Variables& variables) {
  for (const Engine& engine : engines()) {
    if (engine.index == nullptr || engine.total == nullptr) continue;
    const auto index = variables(engine.index), total = variables(engine.total);
    if (index && total && number_from<std::size_t>(*total).value_or(0) > 1)
      return fmt::format("{}={} and {}={} of {}", engine.index, *index, engine.total, *total, engine.name);
  }
  // Only an Indexed Job sets it, and where there is a second pod, there are several. GNU parallel numbers
  // whatever it runs.
  if (const auto index = variables(kKubernetesIndex);
      index && number_from<std::size_t>(*index).value_or(0) > 0)
    return fmt::format("the variables of Kubernetes ({}={})", kKubernetesIndex, *index);
  return "";
}

std::string run_id_fault(const std::string& id) {
  constexpr const char* kAllowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
  const std::string what = "\"" + id + "\" cannot be the id of a run: ";
  if (id.empty() || id.size() > kLongestId || id.find_first_not_of(kAllowed) != id.npos ||
      id.front() == '-' || id.front() == '.')
    return what +
           fmt::format(
               "1 to {} letters, digits, '.', '_' and '-' make one, and it begins with neither '.' nor '-'",
               kLongestId);
  if (id.starts_with("latest") || id.ends_with(".db") || id.ends_with(".json"))
    return what + "it has another meaning as the name of a run";
  return "";
}

Dealing dealing_of(const DealingRequest& request, const Variables& variables) {
  Dealing dealing;
  const auto shard = request.shard.empty() ? variables("ASSAY_SHARD") : request.shard;
  if (shard && *shard != "none")
    dealing.shard = shard_from(*shard, request.shard.empty() ? "ASSAY_SHARD" : "--shard", variables);
  if (request.has_run) {
    dealing.run_id_from = "--resume";
    return dealing;
  }
  if (!request.run_id.empty())
    take_run_id(dealing, request.run_id, "--run-id");
  else if (const auto id = variables("ASSAY_RUN_ID"))
    take_run_id(dealing, *id, "ASSAY_RUN_ID");
  else if (dealing.shard)
    dealing.job = engine_job(dealing.shard->engine, variables);
  return dealing;
}

std::string shared_run_id(const Dealing& dealing, const RunInfo& info) {
  if (!dealing.run_id.empty()) return dealing.run_id;
  if (dealing.job.empty())
    throw Error({}, "the shards of a run share its id, and none is given: no engine names its job",
                "give all of them the same one: --run-id ID, or ASSAY_RUN_ID in the environment");
  std::string text =
      fmt::format("{}\nsuite {}\ntool {}\nname {}\n", dealing.job, info.suite, info.tool, info.name);
  for (const DatasetInfo& dataset : info.datasets) text += fmt::format("dataset {}\n", dataset.name);
  return uuid_of(text);
}

std::size_t shard_at(std::size_t index, std::size_t count, Deal deal) {
  const std::size_t place = index % count;
  return 1 + (deal == Deal::snake && index / count % 2 == 1 ? count - 1 - place : place);
}

std::vector<Case> dealt(std::vector<Case> cases, const Shard& shard, RunInfo& info, Deal how) {
  std::vector<Case> own;
  for (const std::size_t index : own_cases(source_of(cases), shard, info, how))
    own.push_back(std::move(cases[index]));
  return own;
}

void deal(CaseStore& cases, const Shard& shard, RunInfo& info, Deal how) {
  cases.keep(own_cases({cases.size(), [&](std::size_t index) { return cases.at(index); }}, shard, info, how));
}

std::string description_of(const Dealing& dealing, const RunInfo& info, std::size_t own_cases) {
  const std::string run = fmt::format(
      "run {} ({})", info.run_id, dealing.run_id_from.empty() ? "of " + dealing.job : dealing.run_id_from);
  if (!dealing.shard) return run;
  const auto& [shard, from, engine] = *dealing.shard;
  return fmt::format("shard {}/{} ({}) of {}: {} of {} cases", shard.number, shard.count, from, run,
                     own_cases, info.shards.cases);
}

std::vector<std::size_t> missing_shards(const Shards& shards) {
  std::vector<std::size_t> missing;
  for (std::size_t number = 1; number <= shards.count; ++number)
    if (!std::ranges::binary_search(shards.asked, number)) missing.push_back(number);
  return missing;
}

std::string missing_shards_text(const RunInfo& info) {
  constexpr std::size_t kCommandsShown = 20;
  const auto missing = missing_shards(info.shards);
  std::string text = fmt::format("run {}: {} of {} shards are missing: {}\n", one_line(info.run_id),
                                 missing.size(), info.shards.count, fmt::join(missing, ", "));
  for (std::size_t i = 0; i < std::min(missing.size(), kCommandsShown); ++i)
    text += "  next: " + one_line(command_for_shard(info, missing[i])) + "\n";
  if (missing.size() > kCommandsShown)
    text += fmt::format("  … and so on for {} more\n", missing.size() - kCommandsShown);
  return text;
}

std::string command_for_shard(const RunInfo& info, std::size_t number) {
  return fmt::format("{} --run-id {} --shard {}/{} --store shard-{}.db",
                     info.shards.command.empty() ? "assay run …" : info.shards.command, info.run_id, number,
                     info.shards.count, number);
}

}  // namespace assay
