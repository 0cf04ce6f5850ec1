// SPDX-License-Identifier: Apache-2.0
#include "shard_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iostream>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

#include "assay/internal/shell.h"
#include "assay/internal/text.h"
#include "assay/internal/word.h"
#include "case_order.h"

namespace assay::cli {
namespace {

std::vector<std::string> own_arguments() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> arguments;
  for (std::string each; std::getline(file, each, '\0');) arguments.push_back(each);
  return arguments;
}

struct OwnCases {
  std::size_t finished = 0;  // with a result
  std::size_t measured = 0;
};

OwnCases own_cases(const Plan& plan, const Store& store) {
  std::set<std::pair<std::string, std::string>> finished, measured;
  for (const FinishedCase& each : store.finished_cases(plan.info.run_id)) {
    finished.emplace(each.dataset, each.id);
    if (each.measured) measured.emplace(each.dataset, each.id);
  }
  OwnCases own;
  for (std::size_t index = 0; index < plan.cases.size(); ++index) {
    const Case each = plan.cases.at(index);
    own.finished += finished.contains({each.dataset, each.id});
    own.measured += measured.contains({each.dataset, each.id});
  }
  return own;
}

// The command line of this process, quoted for a shell, without the options that differ between the shards of
// a run: its shard, its run and its store.
std::string shared_command_line() {
  static constexpr std::array kOwn = {"--shard", "--run-id", "--resume", "--store"};
  const auto arguments = own_arguments();
  if (arguments.empty()) return "";
  std::string line = "assay";
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    const std::string name = arguments[i].substr(0, arguments[i].find('='));
    if (std::ranges::find(kOwn, name) == kOwn.end())
      line += " " + shell::print(shell::literal_word(arguments[i]));
    else if (name == arguments[i])
      ++i;  // skip its value
  }
  return line;
}

}  // namespace

Dealing dealing_for(const RunDatasets& asked) {
  const bool is_resumed = !asked.resume.empty();
  Dealing dealing = dealing_of({.shard = asked.shard, .run_id = asked.run_id, .has_run = is_resumed});
  if (is_resumed) dealing.run_id_from = "--resume";
  if (dealing.shard && !asked.output.empty())
    throw Error(Problem{.where = {},
                        .what = "--output: a shard has no reports, they are of the whole run",
                        .next = "give it to assay merge STORES --gate --output DIR"});
  if (dealing.shard && asked.part.order == "longest")
    throw Error(
        Problem{.where = {},
                .what = "--order longest: shards agree on their parts only if all of them use the same run",
                .next = "name it: --order longest:RUN, for instance longest:nightly.db"});
  const auto untaken = untaken_shard(process_variables());
  if (!dealing.shard && asked.shard.empty() && !untaken.empty())
    std::cerr << "note: " << untaken
              << " say that this is one of several tasks; every case is asked here\n"
                 "  next: --shard auto asks this task's part; --shard none is quiet\n";
  return dealing;
}

void deal(Plan& plan, const Dealing& dealing, const RunDatasets& asked) {
  if (dealing.shard) {
    const Deal order = is_longest_first(asked.part.order) ? Deal::snake : Deal::in_turn;
    deal(plan.cases, dealing.shard->shard, plan.info, order);
    plan.info.shards.repeat = static_cast<int>(asked.settings.repeat);
    plan.info.shards.command = shared_command_line();
  }
  (asked.json ? std::cerr : std::cout)
      << one_line(described(dealing, plan.info, plan.cases.size())) << std::endl;
}

std::string claimed_part(const RunInfo& info, const Dealing& dealing) {
  if (!dealing.shard) return info.run_id;
  return fmt::format("{} shard {}", info.run_id, dealing.shard->shard.number);
}

ShardEnd shard_end(Plan& plan, const Shard& shard, const Store& store) {
  const OwnCases own = own_cases(plan, store);
  const std::size_t all = plan.cases.size();
  const std::string name = fmt::format("shard {}/{}", shard.number, shard.count);
  if (own.finished < all)
    return {kUndecided,
            fmt::format("{}: asked {} of its {} cases; repeat the command line", name, own.finished, all)};
  plan.info.shards.asked = {shard.number};
  if (all > 0 && own.measured == 0)
    return {kUndecided, fmt::format("{}: none of its {} cases could be measured on this machine", name, all)};
  const std::string unmeasured =
      own.measured < all ? fmt::format(", {} of them could not be measured", all - own.measured) : "";
  return {
      kHeld,
      fmt::format(
          "{}: asked all of its {} cases{}; to apply the gate to the whole run: assay merge STORES --gate",
          name, all, unmeasured)};
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

}  // namespace assay::cli
