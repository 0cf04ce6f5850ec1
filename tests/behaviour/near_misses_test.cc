// SPDX-License-Identifier: Apache-2.0
// Near misses: one edit of a command each, by class.
#include "assay/internal/near_misses.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>
#include <string>

namespace assay::behaviour {
namespace {

using testing::HasSubstr;

TEST(NearMissesTest, TheClassesAreInOrder) {
  std::size_t at = 0;
  std::set<std::string_view> ids;
  for (const NearMissKind& each : near_miss_kinds()) {
    EXPECT_EQ(static_cast<std::size_t>(each.of), at++) << each.id;
    EXPECT_TRUE(ids.insert(each.id).second) << each.id;
  }
  EXPECT_EQ(near_miss_kinds().back().of, NearMissClass::expansion);
}

// In a table, a bar would end the cell.
std::string cell(std::string_view text) {
  std::string escaped;
  for (const char c : text) escaped += c == '|' ? std::string("\\|") : std::string(1, c);
  return escaped;
}

TEST(NearMissesTest, TheTableOfThePageIsThatOfTheCode) {
  std::string table;
  for (const NearMissKind& each : near_miss_kinds())
    table += "| `" + std::string(each.id) + "` | " + cell(each.meaning) + " | `" + cell(each.command) +
             "` | `" + cell(each.near_miss) + "` |\n";
  std::ifstream file(ASSAY_SOURCE_DIR "/docs/worlds.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  EXPECT_THAT(page, HasSubstr("|---|---|---|---|\n" + table + "\n"))
      << "the table of classes in docs/worlds.md";
}

}  // namespace
}  // namespace assay::behaviour
