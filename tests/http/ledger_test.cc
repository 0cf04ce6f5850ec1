// SPDX-License-Identifier: Apache-2.0
// The cost of asking, and when asking stops.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/internal/model_server.h"

namespace assay::http {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

constexpr TokenPrice kPrice{.input = 1.0, .output = 10.0};

TEST(Ledger, KnowsNoCostWithoutAPrice) {
  Ledger ledger(std::nullopt, nullptr);
  ledger.note_answer(1'000'000, 7);
  EXPECT_EQ(ledger.usage().cost, std::nullopt);
  EXPECT_EQ(ledger.cost_of(1, 1), std::nullopt);
  EXPECT_EQ(ledger.usage().input_tokens, 1'000'000);
  EXPECT_THAT(ledger.objection(), IsEmpty());
}

TEST(Ledger, CostsAreThoseOfAllTokens) {
  Ledger ledger(kPrice, nullptr);
  ledger.note_answer(1'000'000, 100'000);
  ledger.note_answer(1'000'000, 0);
  ledger.note_cached();
  EXPECT_DOUBLE_EQ(ledger.usage().cost.value(), 3.0);
  EXPECT_EQ(ledger.usage().requests, 2);
  EXPECT_EQ(ledger.usage().cached, 1);
}

TEST(Ledger, ABudgetIsSharedByAllWhoSpendIt) {
  const auto budget = std::make_shared<Budget>(2.0);
  Ledger one(kPrice, budget), other(kPrice, budget);
  one.note_answer(1'000'000, 0);
  EXPECT_THAT(other.objection(), IsEmpty());
  other.note_answer(1'000'000, 0);
  EXPECT_THAT(one.objection(), HasSubstr("2.0000 of the 2.0000"));
  EXPECT_DOUBLE_EQ(one.usage().cost.value(), 1.0) << "its own part alone";
}

TEST(Ledger, ABudgetEndsWhereManySmallSumsReachIt) {
  const auto budget = std::make_shared<Budget>(0.7);
  Ledger ledger(kPrice, budget);
  int asked = 0;
  for (; ledger.objection().empty() && asked < 100; ++asked) ledger.note_answer(100'000, 0);
  EXPECT_EQ(asked, 7) << "0.1 seven times is not 0.7 to a processor";
}

}  // namespace
}  // namespace assay::http
