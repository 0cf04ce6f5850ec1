// SPDX-License-Identifier: Apache-2.0
// Pairs like those that a rule was written for, with other utilities, options and values, so that a rule that
// fits only its original row fails here (siblings.tsv); and facts that tables state about their utilities,
// beside look-alikes that differ (table_pairs.tsv). Each row: "=" or "!", then the commands, separated by
// tabs.
#include <fstream>

#include "verdicts.h"

namespace assay {
namespace {

struct Sibling {
  bool is_same = false;
  std::string a, b;
};

std::vector<Sibling> siblings(const std::string& name) {
  std::ifstream file(ASSAY_SOURCE_DIR "/tests/equivalence/" + name);
  std::vector<Sibling> all;
  for (std::string line; std::getline(file, line);) {
    const std::size_t first = line.find('\t');
    const std::size_t second = line.find('\t', first + 1);
    if (line.empty() || line[0] == '#' || second == std::string::npos) continue;
    all.push_back({line[0] == '=', line.substr(first + 1, second - first - 1), line.substr(second + 1)});
  }
  return all;
}

void check_all(const std::vector<Sibling>& all) {
  for (const auto& [is_same, a, b] : all) {
    for (const Comparison& result : {compare(a, b), compare(b, a)})
      EXPECT_EQ(is_proven(result), is_same) << a << "\n" << b << "\n" << describe(result);
  }
}

TEST(Siblings, AreProvenAndTheirTrapsAreNot) {
  const auto all = siblings("siblings.tsv");
  ASSERT_GT(all.size(), 50U);
  check_all(all);
}

TEST(Siblings, WhatTablesSayIsProvenAndWhatLooksAlikeIsNot) {
  const auto all = siblings("table_pairs.tsv");
  ASSERT_GT(all.size(), 150U);
  check_all(all);
}

}  // namespace
}  // namespace assay
