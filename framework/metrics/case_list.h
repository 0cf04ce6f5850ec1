// SPDX-License-Identifier: Apache-2.0
// The cases of a comparison as its report lists them.
#pragma once

#include "assay/compare.h"

namespace assay {

// Whether the case changed in a way worth listing.
bool is_change(const QueryComparison& query);

// Lists every case while there is room; beyond that, only changes.
class CaseList {
 public:
  // `report` must outlive this, which writes to it.
  CaseList(CompareReport& report, std::size_t most) : report_(report), most_(most) {}
  bool has_room() const { return report_.per_query.size() < most_; }
  // Adds the next case, in order, and counts it in its category.
  void add(QueryComparison query);

 private:
  CompareReport& report_;
  std::size_t most_;
  std::size_t cases_ = 0;
};

}  // namespace assay
