// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/run_rows.h"

#include <algorithm>
#include <memory>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "assay/summary.h"

namespace assay {
namespace {

// Ordered by first appearance of dataset and case, then by attempt.
std::vector<const Result*> in_order(const Run& run) {
  using Key = std::tuple<std::size_t, std::size_t, int>;
  std::unordered_map<std::string_view, std::size_t> datasets;
  std::unordered_map<std::string, std::size_t> cases;
  std::vector<std::pair<Key, const Result*>> keyed;
  keyed.reserve(run.results.size());
  for (const Result& each : run.results) {
    const auto dataset = datasets.try_emplace(each.asked.dataset, datasets.size()).first->second;
    const auto place = cases.try_emplace(full_name_of(each.asked), cases.size()).first->second;
    keyed.push_back({{dataset, place, each.attempt}, &each});
  }
  std::stable_sort(keyed.begin(), keyed.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<const Result*> ordered;
  ordered.reserve(keyed.size());
  for (const auto& [key, result] : keyed) ordered.push_back(result);
  return ordered;
}

bool same_case(const Result& a, const Result& b) {
  return a.asked.name == b.asked.name && a.asked.dataset == b.asked.dataset;
}

}  // namespace

RunRows rows_of(const Run& run) {
  const auto ordered = std::make_shared<const std::vector<const Result*>>(in_order(run));
  return {run.info, [ordered]() -> ResultSource {
            return [ordered, at = std::size_t{0}]() mutable -> const Result* {
              return at == ordered->size() ? nullptr : (*ordered)[at++];
            };
          }};
}

CaseRows::CaseRows(ResultSource source) : source_(std::move(source)), ahead_(source_()) {}

bool CaseRows::next() {
  earlier_.clear();
  last_ = ahead_;
  if (last_ == nullptr) return false;
  for (ahead_ = source_(); ahead_ != nullptr && same_case(*last_, *ahead_); ahead_ = source_()) {
    earlier_.push_back(*last_);
    last_ = ahead_;
  }
  return true;
}

}  // namespace assay
