// Pairs of the same kind as those that a rule was written for, with other utilities, options and values: what
// only fits the row it came from fails here. siblings.tsv: "=" or "!", the commands, tabs between.
#include <fstream>

#include "verdicts.h"

namespace assay {
namespace {

struct Sibling {
  bool is_same = false;
  std::string a, b;
};

std::vector<Sibling> siblings() {
  std::ifstream file(ASSAY_SOURCE_DIR "/tests/equivalence/siblings.tsv");
  std::vector<Sibling> all;
  for (std::string line; std::getline(file, line);) {
    const std::size_t first = line.find('\t');
    const std::size_t second = line.find('\t', first + 1);
    if (line.empty() || line[0] == '#' || second == std::string::npos) continue;
    all.push_back({line[0] == '=', line.substr(first + 1, second - first - 1), line.substr(second + 1)});
  }
  return all;
}

TEST(Siblings, AreProvenAndTheirTrapsAreNot) {
  const auto all = siblings();
  ASSERT_GT(all.size(), 50U);
  for (const auto& [is_same, a, b] : all) {
    for (const Comparison& result : {compare(a, b), compare(b, a)})
      EXPECT_EQ(is_proven(result), is_same) << a << "\n" << b << "\n" << describe(result);
  }
}

}  // namespace
}  // namespace assay
