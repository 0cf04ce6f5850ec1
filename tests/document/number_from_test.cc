// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>

#include "assay/internal/text.h"

namespace assay {
namespace {

TEST(NumberFrom, TakesTheWholeTextOrNothing) {
  EXPECT_EQ(number_from<int>("-12"), -12);
  EXPECT_EQ(number_from<std::uint64_t>("fF", 16), 255u);
  for (const char* none : {"", "-", "+1", " 1", "1 ", "1x", "0x1", "1.0", "1e2"})
    EXPECT_EQ(number_from<int>(none), std::nullopt) << none;
}

TEST(NumberFrom, HasNoNumberThatDoesNotFit) {
  EXPECT_EQ(number_from<std::uint8_t>("255"), 255);
  EXPECT_EQ(number_from<std::uint8_t>("256"), std::nullopt);
  EXPECT_EQ(number_from<unsigned>("-1"), std::nullopt);
}

TEST(NumberFrom, AFractionIsFinite) {
  EXPECT_EQ(number_from<double>("-0.5e1"), -5);
  for (const char* none : {"", " 1", "1 ", "1x", "+1", "inf", "-Infinity", "nan", "nan(1)", "1e999", "0x1"})
    EXPECT_EQ(number_from<double>(none), std::nullopt) << none;
}

TEST(PermissionsFrom, AreOctalDigitsUpTo7777) {
  EXPECT_EQ(permissions_from("644"), 0644u);
  EXPECT_EQ(permissions_from("07777"), 07777u);
  for (const char* none : {"", "10000", "8", "-1", "u+x"}) EXPECT_EQ(permissions_from(none), std::nullopt);
}

}  // namespace
}  // namespace assay
