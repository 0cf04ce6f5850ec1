// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "program.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

TEST(RulesTest, ListsTheRules) {
  const auto listed = Program().run({"rules"});
  EXPECT_EQ(listed.status, 0);
  EXPECT_THAT(listed.out, HasSubstr("0.90  cluster "));
  const auto rows = nlohmann::json::parse(Program().run({"rules", "--json"}).out);
  EXPECT_EQ(rows.at(0).at("id"), "same-bytes");
}

TEST(RulesTest, SaysWhatOneRuleSays) {
  const auto one = Program().run({"rules", "useless-cat"});
  EXPECT_THAT(one.out, AllOf(StartsWith("useless-cat, score 0.80 (rewrite)\n"),
                             HasSubstr("\n  assumed: the named input"),
                             HasSubstr("\n  the same:     cat f | wc -l  ~  wc -l < f\n")));
}

TEST(RulesTest, PrintsTheTablesOfThePage) {
  EXPECT_THAT(Program().run({"rules", "--markdown"}).out,
              AllOf(StartsWith("<!-- rules: "), HasSubstr("| `cluster` | ")));
}

TEST(RulesTest, ANameThatIsNotThereGetsTheNearest) {
  const auto wrong = Program().run({"rules", "clusters"});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_THAT(wrong.err, HasSubstr("error: there is no rule \"clusters\"\n  next: did you mean cluster?"));
}

}  // namespace
}  // namespace assay
