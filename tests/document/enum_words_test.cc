// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/enum_words.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace assay {

namespace test_vegetables {
enum class Vegetable : std::uint8_t { leek, red_beet };
inline std::string_view to_string(Vegetable each) { return each == Vegetable::leek ? "leek" : "beet"; }
}  // namespace test_vegetables

namespace {

enum class Fruit : std::uint8_t { apple, blood_orange, case_ };

TEST(EnumWords, AreTheNamesInTheSource) {
  EXPECT_EQ(word_of(Fruit::apple), "apple");
  EXPECT_EQ(word_of(Fruit::blood_orange), "blood_orange");
  EXPECT_EQ(word_of(Fruit::case_), "case") << "without the underscore that tells it from a keyword";
}

TEST(EnumWords, ThereIsNoneForAValueWithoutAnEnumerator) {
  EXPECT_EQ(word_of(static_cast<Fruit>(3)), "");
  EXPECT_EQ(word_of(static_cast<Fruit>(200)), "");
}

TEST(EnumWords, NameTheirEnumerator) {
  EXPECT_EQ(enumerator_of<Fruit>("blood_orange"), Fruit::blood_orange);
  EXPECT_EQ(enumerator_of<Fruit>("case"), Fruit::case_);
  for (const char* other : {"", "case_", "Apple", "apple ", "0"})
    EXPECT_EQ(enumerator_of<Fruit>(other), std::nullopt) << other;
}

TEST(EnumWords, FindTheEnumeratorThatToStringTells) {
  using test_vegetables::Vegetable;
  EXPECT_EQ(told_as<Vegetable>("leek"), Vegetable::leek);
  EXPECT_EQ(told_as<Vegetable>("beet"), Vegetable::red_beet);
  for (const char* other : {"", "red_beet"}) EXPECT_EQ(told_as<Vegetable>(other), std::nullopt) << other;
}

}  // namespace
}  // namespace assay
