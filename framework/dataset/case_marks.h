// SPDX-License-Identifier: Apache-2.0
// The data that rules between cases need about all cases of a dataset, in a few bytes per case.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "assay/dataset.h"

namespace assay {

struct CaseTally {
  std::int64_t cases = 0;
  std::int64_t compliant = 0;  // Case::posix_compliant
  std::map<std::string, std::int64_t, std::less<>> categories;
  std::map<RiskLevel, std::int64_t> risks;
};

class CaseMarks {
 public:
  void add(const Case& one, std::size_t index);

  // The cases that may share a name with another one, in order: all that do, and few others. Cases without an
  // id have no name.
  std::vector<std::size_t> alike_in_name();
  // The queries that belong to a group, in order.
  const std::vector<std::size_t>& grouped() const { return grouped_; }
  const CaseTally& tally() const { return tally_; }

 private:
  struct Name {
    std::size_t hash;
    std::size_t index;
  };
  std::vector<Name> names_;
  std::vector<std::size_t> grouped_;
  CaseTally tally_;
};

}  // namespace assay
