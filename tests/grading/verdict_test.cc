// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "assay/grading.h"
#include "levels.h"

namespace assay {
namespace {

TEST(VerdictKind, NamesAreReadBack) {
  for (VerdictKind each : {VerdictKind::match, VerdictKind::mismatch, VerdictKind::undecided,
                           VerdictKind::unavailable, VerdictKind::error}) {
    EXPECT_EQ(outcome_from(to_string(each)), each);
  }
  EXPECT_EQ(outcome_from("Match"), std::nullopt);
}

TEST(Status, NamesAreReadBack) {
  for (Status each : {Status::pass, Status::miss, Status::unmeasured}) {
    EXPECT_EQ(status_from(to_string(each)), each);
  }
  EXPECT_EQ(status_from(""), std::nullopt);
}

TEST(BuiltInLevels, AreFoundByName) {
  for (const BuiltIn& each : kBuiltIn) EXPECT_EQ(built_in_level(each.name)->name, each.name);
  for (const std::string& name : default_levels()) {
    const auto level = built_in_level(name);
    ASSERT_TRUE(level) << name;
    EXPECT_EQ(level->name, name);
  }
  EXPECT_EQ(default_levels(), (std::vector<std::string>{"exact", "whitespace", "canonical"}));
  EXPECT_FALSE(built_in_level("semantic"));
  EXPECT_FALSE(built_in_level(""));
}

}  // namespace
}  // namespace assay
