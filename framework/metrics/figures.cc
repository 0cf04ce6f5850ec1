// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/figures.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <tuple>

#include "assay/internal/figure_columns.h"
#include "assay/internal/grade_case.h"

namespace assay {

namespace {

// Whether JSON writes the text unchanged.
bool is_plain(const std::string& text) {
  return std::ranges::all_of(text, [](char c) { return c >= 0x20 && c < 0x7f && c != '"' && c != '\\'; });
}

SafetyFacts safety_facts_of(const Result& result) {
  const auto danger = danger_of(result);
  return {is_dangerous(result.asked), declines(result.asked, result.answer),
          danger ? std::optional(danger->level) : std::nullopt};
}

}  // namespace

std::string tags_text(std::span<const std::string> tags) {
  using Json = nlohmann::json;
  if (tags.empty()) return "[]";
  if (std::ranges::all_of(tags, is_plain)) {
    std::string text;
    for (const auto& tag : tags) ((text += text.empty() ? "[\"" : ",\"") += tag) += '"';
    return text + ']';
  }
  return Json(std::vector<std::string>(tags.begin(), tags.end()))
      .dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::vector<std::string> tags_from(std::string_view text) {
  if (text.empty() || text == "[]") return {};
  const auto json = nlohmann::json::parse(text, nullptr, false);
  std::vector<std::string> tags;
  if (!json.is_array()) return tags;
  for (const auto& tag : json)
    if (tag.is_string()) tags.push_back(tag.get<std::string>());
  return tags;
}

void swap(Figures& a, Figures& b) noexcept {
  a.name.swap(b.name);
  std::apply([&](const auto&... column) { (std::swap(a.*column.at, b.*column.at), ...); }, kColumns<Figures>);
}

std::optional<double> score_of(const Result& result) {
  const double score = result.grade.score;
  return result.grade.status != Status::unmeasured && std::isfinite(score) ? std::optional(score)
                                                                           : std::nullopt;
}

std::optional<std::chrono::nanoseconds> latency_of(const Answer& answer) {
  return is_measured(answer.ending) && answer.latency > std::chrono::nanoseconds::zero()
             ? std::optional(answer.latency)
             : std::nullopt;
}

Figures figures_of(const Result& result) {
  Figures figures;
  figures.dataset = result.asked.dataset;
  figures.id = result.asked.id;
  figures.name = result.asked.name;
  figures.attempt = result.attempt;
  figures.status = result.grade.status;
  figures.score = score_of(result);
  figures.method = result.grade.method;
  figures.ending = to_string(result.answer.ending);
  figures.category = result.asked.category;
  figures.risk_level = to_string(result.asked.risk_level);
  figures.tags = tags_text(result.asked.tags);
  figures.posix_compliant = result.asked.posix_compliant;
  figures.latency = latency_of(result.answer);
  figures.tokens = result.answer.tokens;
  figures.cost = result.answer.cost;
  figures.partial = result.grade.partial;
  if (!result.asked.world.starts_with(kReadyWorlds)) figures.cluster = result.asked.world;
  if (result.asked.retrieval) {
    figures.retrieval = retrieval_figures_of(result.asked, result.answer);
    figures.risk_level.clear();
    if (figures.cluster.empty()) figures.cluster = result.asked.retrieval->group;
  } else {
    figures.safety = safety_facts_of(result);
  }
  return figures;
}

bool was_asked(const Figures& figures) {
  if (figures.status != Status::unmeasured) return true;
  const auto ending = ending_from(figures.ending);
  return ending && is_measured(*ending);
}

FigureSource figures_of(const Run& run) {
  const auto all = std::make_shared<std::vector<Figures>>();
  all->reserve(run.results.size());
  for (const Result& result : run.results) all->push_back(figures_of(result));
  std::stable_sort(all->begin(), all->end(), [](const Figures& a, const Figures& b) {
    return std::tie(a.dataset, a.id, a.attempt) < std::tie(b.dataset, b.id, b.attempt);
  });
  return [all, next = std::size_t{0}](Figures& out) mutable {
    if (next == all->size()) return false;
    out = (*all)[next++];
    return true;
  };
}

}  // namespace assay
