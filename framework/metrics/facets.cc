// SPDX-License-Identifier: Apache-2.0
#include "facets.h"

#include <algorithm>

namespace assay {
namespace {

// A run in which nearly every case has different tags must not hold one facet per case.
constexpr std::size_t kMostFacets = 1 << 15;

std::vector<Group> groups_of(const std::map<std::string, Totals>& sorted) {
  std::vector<Group> groups;
  for (const auto& [name, totals] : sorted) groups.push_back(totals.group(name));
  return groups;
}

// From safe to critical; unknown levels come last.
std::vector<Group> by_risk(std::map<std::string, Totals> levels) {
  using enum RiskLevel;
  std::vector<Group> groups;
  for (const RiskLevel level : {safe, low, medium, high, critical}) {
    const auto found = levels.find(std::string(to_string(level)));
    if (found == levels.end()) continue;
    groups.push_back(found->second.group(found->first));
    levels.erase(found);
  }
  for (auto& group : groups_of(levels)) groups.push_back(std::move(group));
  return groups;
}

}  // namespace

Facets::Facet& Facets::facet_of(const Figures& figures) {
  constexpr char kEnd = '\x1f';
  key_.clear();
  for (const std::string* part : {&figures.dataset, &figures.category, &figures.risk_level, &figures.tags,
                                  &figures.method, &figures.ending})
    (key_ += *part) += kEnd;
  key_ += figures.posix_compliant ? '1' : '0';
  const auto found = facets_.find(key_);
  if (found != facets_.end()) return found->second;
  if (facets_.size() >= kMostFacets) fold();
  return facets_
      .emplace(key_, Facet{figures.dataset, figures.category, figures.risk_level, figures.tags,
                           figures.method, figures.ending, figures.posix_compliant, Totals{}})
      .first->second;
}

void Facets::add(const Figures& last_attempt) {
  facet_of(last_attempt).totals.add(last_attempt.status, last_attempt.score);
}

void Facets::fold() {
  for (const auto& [key, facet] : facets_) {
    all_.add(facet.totals);
    datasets_[facet.dataset].add(facet.totals);
    categories_[facet.category.empty() ? "(none)" : facet.category].add(facet.totals);
    // A query has no risk level and no standard to comply with.
    if (!facet.risk_level.empty()) {
      risk_levels_[facet.risk_level].add(facet.totals);
      commands_ += facet.totals.counts.total();
      if (facet.posix_compliant) posix_ += facet.totals.counts.total();
    }
    methods_[facet.method].add(facet.totals);
    endings_[facet.ending] += facet.totals.counts.total();
    auto tags = tags_from(facet.tags);
    std::sort(tags.begin(), tags.end());
    tags.erase(std::unique(tags.begin(), tags.end()), tags.end());
    for (const auto& tag : tags) tags_[tag].add(facet.totals);
  }
  facets_.clear();
}

void Facets::finish(Summary& summary) {
  fold();
  summary.all = all_.group("");
  summary.accuracy_bounds = bounds_of(static_cast<long double>(all_.counts.pass), all_.counts);
  summary.score_bounds = bounds_of(all_.scores.sum(), all_.counts);
  summary.by_dataset = groups_of(datasets_);
  summary.by_category = groups_of(categories_);
  summary.by_risk_level = by_risk(std::move(risk_levels_));
  summary.by_tag = groups_of(tags_);
  summary.by_method = groups_of(methods_);
  summary.endings = std::move(endings_);
  if (commands_ > 0) summary.posix_share = static_cast<double>(posix_) / static_cast<double>(commands_);
}

}  // namespace assay
