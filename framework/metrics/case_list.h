// SPDX-License-Identifier: Apache-2.0
// The cases of a comparison as its report lists them.
#pragma once

#include "assay/compare.h"

namespace assay {

// Whether there is anything to say of a case.
bool is_change(const QueryComparison& query);

// Everything while there is room; from then on changes only.
class CaseList {
 public:
  // `report` outlives this and is written to.
  CaseList(CompareReport& report, std::size_t most) : report_(report), most_(most) {}
  bool has_room() const { return report_.per_query.size() < most_; }
  // The next case, in order; it is counted in its category.
  void add(QueryComparison query);

 private:
  CompareReport& report_;
  std::size_t most_;
  std::size_t cases_ = 0;
};

}  // namespace assay
