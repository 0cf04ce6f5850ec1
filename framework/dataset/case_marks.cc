// SPDX-License-Identifier: Apache-2.0
#include "case_marks.h"

#include <algorithm>

namespace assay {

void CaseMarks::add(const Case& one, std::size_t index) {
  if (!one.id.empty()) names_.push_back({std::hash<std::string>()(one.name), index});
  if (one.retrieval && !one.retrieval->group.empty()) grouped_.push_back(index);
  ++tally_.cases;
  tally_.compliant += one.posix_compliant;
  ++tally_.categories[one.category];
  ++tally_.risks[one.risk_level];
}

std::vector<std::size_t> CaseMarks::alike_in_name() {
  std::ranges::sort(names_, {}, &Name::hash);
  std::vector<std::size_t> alike;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const bool like_before = i > 0 && names_[i - 1].hash == names_[i].hash;
    const bool like_next = i + 1 < names_.size() && names_[i + 1].hash == names_[i].hash;
    if (like_before || like_next) alike.push_back(names_[i].index);
  }
  std::ranges::sort(alike);
  return alike;
}

}  // namespace assay
