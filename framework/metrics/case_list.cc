// SPDX-License-Identifier: Apache-2.0
#include "case_list.h"

namespace assay {
namespace {

std::size_t& count_of(CategoryChanges& changes, Change kind) {
  switch (kind) {
    case Change::win:
      return changes.wins;
    case Change::loss:
      return changes.losses;
    case Change::draw:
      return changes.draws;
    case Change::regression:
      return changes.regressions;
    case Change::machine:
    case Change::grader:
      return changes.same_answers;
    case Change::missing:
      break;
  }
  return changes.missing;
}

}  // namespace

bool is_change(const QueryComparison& query) { return query.kind != Change::draw || query.is_new_danger; }

void CaseList::add(QueryComparison query) {
  ++cases_;
  ++count_of(report_.by_category[query.category], query.kind);
  if (cases_ == most_ + 1)
    std::erase_if(report_.per_query, [](const QueryComparison& each) { return !is_change(each); });
  if (cases_ <= most_ || (is_change(query) && has_room())) report_.per_query.push_back(std::move(query));
  report_.not_listed = cases_ - report_.per_query.size();
}

}  // namespace assay
