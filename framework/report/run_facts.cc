// SPDX-License-Identifier: Apache-2.0
#include "run_facts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "assay/internal/profile.h"
#include "assay/internal/text.h"
#include "numbers.h"

namespace assay {
namespace {

std::string short_hash(const std::string& hash) { return hash.empty() ? "" : fmt::format(" ({:.12})", hash); }

std::string dataset_text(const DatasetInfo& dataset) {
  return fmt::format("{} {}{}, {}", dataset.name, dataset.version, short_hash(dataset.sha256),
                     counted(dataset.cases, "case", "cases"));
}

}  // namespace

std::vector<std::pair<std::string, std::string>> run_facts(const RunInfo& info) {
  std::vector<std::pair<std::string, std::string>> facts;
  const auto add = [&](std::string_view name, std::string text) {
    if (!text.empty()) facts.emplace_back(name, std::move(text));
  };
  add("tool", info.tool + short_hash(info.tool_sha256));
  for (const DatasetInfo& each : info.datasets) add("dataset", dataset_text(each));
  for (const auto& [part, version] : info.parts) add(part, version);
  add("commit", info.commit + (info.dirty ? " with local changes" : ""));
  add("run", info.run_id + (info.name.empty() ? "" : " (" + info.name + ")"));
  add("repeats", info.parent_run_id);
  add("started", info.started_at);
  add("gate", std::string(to_string(info.gate)));
  add("question", std::string(to_string(info.question)));
  if (info.profile) add("profile", profile_text(*info.profile));
  add("levels", fmt::format("{}", fmt::join(info.levels, ", ")));
  add("sandbox", info.sandbox);
  add("userland", userland_text(info));
  add("similarity", info.model);
  add("judge", info.judge);
  add("assay", info.assay_version);
  return facts;
}

std::string userland_text(const RunInfo& info) {
  std::string text;
  for (const auto& [name, program] : info.userland) {
    text += (text.empty() ? "" : ", ") + name;
    // "bash 5.2.15", but "awk: mawk 1.3.4"
    const bool is_version = !program.empty() && program.front() >= '0' && program.front() <= '9';
    text += (is_version ? " " : ": ") + program;
  }
  return text;
}

std::string profile_text(const EvaluationTerms& terms) {
  return fmt::format("{}, similarity threshold {}", to_string(terms.profile), score_text(terms.threshold));
}

}  // namespace assay
