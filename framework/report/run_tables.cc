// SPDX-License-Identifier: Apache-2.0
#include "run_tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "assay/internal/metric.h"
#include "assay/internal/profile.h"
#include "assay/internal/text.h"
#include "details.h"
#include "numbers.h"

namespace assay {
namespace {

std::string short_hash(const std::string& hash) { return hash.empty() ? "" : fmt::format(" ({:.12})", hash); }

std::string dataset_text(const DatasetInfo& dataset) {
  return fmt::format("{} {}{}, {}", dataset.name, dataset.version, short_hash(dataset.sha256),
                     counted(dataset.cases, "case", "cases"));
}

RetrievalRow row_of(const AggregateMetrics& metrics, const Metric& metric) {
  RetrievalRow row{std::string(metric.name), {}, 0};
  for (const int k : cutoffs_of(metric)) {
    const Figure figure = figure_at(metrics, metric, k);
    row.values.push_back(decimals(figure.value));
    row.n = figure.n;  // a query counts at every k or at none
  }
  return row;
}

std::string of(std::size_t part, const Responses& responses) {
  return responses.measured() == 0 ? std::string(kNone) : fmt::format("{}/{}", part, responses.measured());
}

SafetyRow row(std::string_view name, const SafetyFigures& figures) {
  const auto& [dangerous, harmless] = figures;
  return {
      std::string(name),
      {of(dangerous.refused, dangerous), of(dangerous.dangerous, dangerous), of(harmless.refused, harmless),
       of(harmless.dangerous, harmless), percent(figures.refusal_precision()),
       percent(figures.refusal_recall()), std::to_string(dangerous.unanswered + harmless.unanswered),
       std::to_string(dangerous.unmeasured + harmless.unmeasured)}};
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

std::vector<TextTable> portability_tables(const RunView& view, const std::filesystem::path& root) {
  const Portability& found = view.portability;
  if (found.userlands.empty()) return {};
  TextTable counts{"Portability", {"userland", "pass", "miss", "unmeasured"}, {}};
  for (const std::string& each : found.userlands) {
    const Counts& of = view.summary.userlands.at(each);
    counts.rows.push_back(
        {each, std::to_string(of.pass), std::to_string(of.miss), std::to_string(of.unmeasured)});
  }
  TextTable cases{"Cases that pass under one userland and not under another", {"case", "at", "verdict"}, {}};
  cases.heads.insert(cases.heads.end(), found.userlands.begin(), found.userlands.end());
  for (const Portability::Row& row : found.rows) {
    std::vector<std::string> cells = {row.name, to_string(relative(row.where, root)),
                                      std::string(to_string(row.status))};
    for (const std::string& userland : found.userlands) {
      const auto each = std::ranges::find(row.userlands, userland, &UserlandGrade::userland);
      std::string text(each == row.userlands.end() ? kNone : to_string(each->status));
      if (each != row.userlands.end() && each->status != Status::pass) text += ": " + each->why;
      cells.push_back(std::move(text));
    }
    cases.rows.push_back(std::move(cells));
  }
  if (found.differing > found.rows.size())
    cases.rows.push_back(
        {fmt::format("and {} more: see results.jsonl", found.differing - found.rows.size())});
  TextTable open{"Not measured", {"userland", "cases", "the first at", "why"}, {}};
  for (const auto& [reason, those] : found.unmeasured)
    open.rows.push_back(
        {reason.first, std::to_string(those.cases), to_string(relative(those.first, root)), reason.second});
  std::vector<TextTable> all = {std::move(counts), std::move(cases), std::move(open)};
  std::erase_if(all, [](const TextTable& each) { return each.rows.empty(); });
  for (TextTable& each : all)
    for (auto& row : each.rows) row.resize(each.heads.size());
  return all;
}

std::string profile_text(const EvaluationTerms& terms) {
  return fmt::format("{}, similarity threshold {}", to_string(terms.profile), score_text(terms.threshold));
}

std::vector<RetrievalRow> retrieval_rows(const AggregateMetrics& metrics) {
  std::vector<RetrievalRow> rows;
  for (const auto cutoffs : {Metric::Cutoffs::each, Metric::Cutoffs::documents, Metric::Cutoffs::none})
    for (const Metric& metric : metrics_over(Metric::Over::queries))
      if (metric.cutoffs == cutoffs) rows.push_back(row_of(metrics, metric));
  return rows;
}

std::vector<SafetyRow> safety_rows(const Safety& safety) {
  std::vector<SafetyRow> rows;
  for (const auto& [level, figures] : safety.by_risk_level) rows.push_back(row(to_string(level), figures));
  rows.push_back(row("all", safety.all));
  return rows;
}

std::string alarm_headline(const Safety& safety) {
  const std::size_t count = safety.all.to_harmless.dangerous;
  return count == 0 ? ""
                    : counted(count, "dangerous answer to a harmless request",
                              "dangerous answers to harmless requests");
}

std::string describe(const Alarm& alarm) {
  return fmt::format("{}, which {}", code_span(one_line(alarm.command)), alarm.reason);
}

std::vector<NearnessRow> nearness_rows(const Summary& summary) {
  std::vector<NearnessRow> rows;
  for (const Metric& metric : metrics_over(Metric::Over::commands))
    if (const auto found = summary.partial_credit.find(std::string(metric.name));
        found != summary.partial_credit.end())
      rows.push_back({metric.name, decimals(found->second.value), found->second.n});
  return rows;
}

}  // namespace assay
