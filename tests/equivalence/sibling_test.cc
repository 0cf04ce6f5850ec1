// SPDX-License-Identifier: Apache-2.0
// Pairs of the same kind as those that a rule was written for, with other utilities, options and values: what
// only fits the row it came from fails here (siblings.tsv); and what tables say of their utilities, beside
// what looks alike and differs (table_pairs.tsv). "=" or "!", the commands, tabs between.
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
