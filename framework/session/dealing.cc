// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/dealing.h"

#include <fmt/format.h>

#include <algorithm>

#include "assay/error.h"
#include "assay/internal/case_source.h"
#include "assay/internal/digest.h"
#include "assay/internal/encoding.h"
#include "assay/summary.h"

namespace assay {
namespace {

constexpr std::size_t kLongestId = 100;

void take_run_id(Dealing& dealing, const std::string& id, const char* from) {
  if (const auto fault = run_id_fault(id); !fault.empty())
    throw Error(Problem{.what = std::string(from) + ": " + fault, .next = "give the run another name"});
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
  if (request.has_run) return dealing;
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
    throw Error(
        Problem{.what = "the shards of a run share its id, and none is given: no engine names its job",
                .next = "give all of them the same one: --run-id ID, or ASSAY_RUN_ID in the environment"});
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

void deal(CaseShelf& cases, const Shard& shard, RunInfo& info, Deal how) {
  cases.keep(own_cases({cases.size(), [&](std::size_t index) { return cases.at(index); }}, shard, info, how));
}

std::string described(const Dealing& dealing, const RunInfo& info, std::size_t own_cases) {
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
