// SPDX-License-Identifier: Apache-2.0
// Generated worlds tell edited commands from the originals: a fixed part of data/mutations.jsonl.
// worlds_bench measures all of it (docs/benchmarks.md).
#include <fstream>
#include <nlohmann/json.hpp>

#include "assay/internal/worlds.h"
#include "sandbox_fixture.h"
#include "told_apart.h"

namespace assay::worlds {
namespace {

class MutationTest : public sandbox::SandboxTest {
 protected:
  static bool is_told_apart(const std::string& command, const std::string& mutant) {
    for (const NamedWorld& made : worlds_for_pair(command, mutant)) {
      sandbox::Cell cell = sandbox().open(made.world);
      if (told_apart(cell, command, mutant) == Told::apart) return true;
    }
    return false;
  }

  struct Share {
    std::size_t all = 0, found = 0;
    std::string missed;
  };
  // The share of every `step`-th pair of a file, beginning with `first`.
  static Share share_of(const std::string& name, std::size_t step, std::size_t first) {
    std::ifstream file(std::string(ASSAY_SOURCE_DIR) + "/tests/worlds/data/" + name);
    Share share;
    std::size_t number = 0;
    for (std::string line; std::getline(file, line); ++number) {
      if (number % step != first) continue;
      const auto pair = nlohmann::json::parse(line);
      ++share.all;
      if (is_told_apart(pair["command"], pair["mutant"])) {
        ++share.found;
      } else {
        share.missed += pair["id"].get<std::string>() + " ";
      }
    }
    return share;
  }
};

TEST_F(MutationTest, NineInTenAreToldApart) {
  const Share share = share_of("mutations.jsonl", 20, 7);
  EXPECT_EQ(share.all, 25u);
  EXPECT_GE(share.found * 10, share.all * 9) << share.missed;
}

// Pairs that differ in ways that worlds seldom show: modes, times, bytes, names of a file, units of numbers,
// widths, matches in a line, names like options, links, line ends, and constants of the sandbox. Tests every
// third; worlds_bench covers all of them.
TEST_F(MutationTest, PairsThatDifferInWhatIsSeldomAreToldApart) {
  const Share share = share_of("differing.jsonl", 3, 1);
  EXPECT_GE(share.all, 60u);
  EXPECT_GE(share.found * 100, share.all * 97) << share.missed;
}

TEST_F(MutationTest, TheSameCommandIsNotToldFromItself) {
  for (const char* command : {"find . -name '*.txt' -mtime -7", "sort file.txt | uniq -c", "ls -la",
                              "cut -d: -f1 /etc/passwd", "grep -rn foo .", "cp -r src dst"}) {
    for (const NamedWorld& made : worlds_for_pair(command, command)) {
      sandbox::Cell cell = sandbox().open(made.world);
      EXPECT_NE(told_apart(cell, command, command), Told::apart) << command << " in " << made.name;
    }
  }
}

}  // namespace
}  // namespace assay::worlds
