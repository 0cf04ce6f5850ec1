// SPDX-License-Identifier: Apache-2.0
// Counterexamples, reduced for a person to look at.
#include "assay/internal/behaviour.h"
#include "sandbox_fixture.h"

namespace assay::behaviour {
namespace {

using testing::HasSubstr;
using worlds::NamedWorld;

NamedWorld plain_documents() {
  return {.name = "by hand",
          .world = {.entries = {{.path = "a.txt", .content = "one\ntwo\n"},
                                {.path = "c.TXT", .content = "five\n"},
                                {.path = "d.txt/e.txt", .content = "six\n"},
                                {.path = ".hidden.txt", .content = "seven\n"}}}};
}

class ShrinkingTest : public sandbox::SandboxTest {
 protected:
  static std::optional<SmallerPair> smaller(std::string_view accepted, std::string_view generated,
                                            const Terms& terms = {}) {
    const std::vector<NamedWorld> worlds = {plain_documents()};
    const Comparison found = compare(sandbox(), accepted, generated, worlds, terms);
    if (!found.shown) return std::nullopt;
    return with_fewer_options(sandbox(), accepted, generated, *found.shown, terms, 40);
  }
};

TEST_F(ShrinkingTest, StaysAsItIsWhereTimeIsUp) {
  const std::vector<NamedWorld> worlds = {plain_documents()};
  const Comparison found = compare(sandbox(), "ls", "ls -a", worlds, {});
  ASSERT_TRUE(found.shown);
  const Terms late{.until = std::chrono::steady_clock::now()};
  EXPECT_EQ(shrunk(sandbox(), "ls", "ls -a", *found.shown, late, 40).world.world.entries.size(),
            plain_documents().world.entries.size());
}

TEST_F(ShrinkingTest, LeavesOutFilesAndLines) {
  NamedWorld large = plain_documents();
  for (int i = 0; i < 30; ++i)
    large.world.entries.push_back({.path = "more/f" + std::to_string(i), .content = "a\nb\n"});
  const std::vector<NamedWorld> worlds = {large};
  const char* const accepted = "find . -type f -name '*.txt' | sort";
  const char* const generated = "find . -type f -iname '*.txt' | sort";
  const Comparison found = compare(sandbox(), accepted, generated, worlds, {});
  ASSERT_EQ(found.finding, Finding::differs);
  const Shown small = shrunk(sandbox(), accepted, generated, *found.shown, {}, 60);
  // One file that both commands find, so that the accepted one still does something, and one that tells them
  // apart.
  EXPECT_EQ(small.world.world.entries.size(), 2u);
  EXPECT_NE(small.accepted.out, small.generated.out);
  EXPECT_THAT(small.generated.out, HasSubstr("c.TXT"));
}

TEST_F(ShrinkingTest, LeavesOutOptionsThatBothHave) {
  const auto found = smaller("find . -type f -name '*.txt' -size -9k | sort -r",
                             "find . -type f -iname '*.txt' -size -9k | sort -r");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->accepted, "find . -name '*.txt' | sort");
  EXPECT_EQ(found->generated, "find . -iname '*.txt' | sort");
  EXPECT_THAT(found->difference, HasSubstr("c.TXT"));
}

TEST_F(ShrinkingTest, LeavesOutLettersOfClusters) {
  const auto found = smaller("ls -ra1", "ls -rA1");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->accepted, "ls -a");
  EXPECT_EQ(found->generated, "ls -A");
}

TEST_F(ShrinkingTest, KeepsWhatPartsThemOrMakesThemWork) {
  // Without -n 1 both commands would print both lines.
  EXPECT_FALSE(smaller("head -n 1 a.txt", "tail -n 1 a.txt"));
  EXPECT_FALSE(smaller("ls", "ls -a"));
}

TEST_F(ShrinkingTest, OptionsStayWhereTimeIsUp) {
  const std::vector<NamedWorld> worlds = {plain_documents()};
  const Comparison found = compare(sandbox(), "ls -r -a", "ls -r", worlds, {});
  ASSERT_TRUE(found.shown);
  const Terms late{.until = std::chrono::steady_clock::now()};
  EXPECT_FALSE(with_fewer_options(sandbox(), "ls -r -a", "ls -r", *found.shown, late, 40));
  EXPECT_TRUE(with_fewer_options(sandbox(), "ls -r -a", "ls -r", *found.shown, {}, 40));
}

}  // namespace
}  // namespace assay::behaviour
