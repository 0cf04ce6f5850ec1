// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "shape.h"

namespace assay::shell {
namespace {

// The shape between the brackets of [[ TEXT ]].
std::string condition(std::string_view text) {
  const std::string all = shape_of("[[ " + std::string(text) + " ]]");
  return all.starts_with("([[ ") ? all.substr(4, all.size() - 8) : all;
}

TEST(Condition, WordsAndOperators) {
  EXPECT_EQ(condition("a"), "a");
  EXPECT_EQ(condition("-f a"), "-f a");
  EXPECT_EQ(condition("$a -lt 1"), "$a -lt 1");
  EXPECT_EQ(condition("a < b"), "a < b");
  EXPECT_EQ(condition("\"-f\" == -f"), "d[-f] == -f");
}

TEST(Condition, OneEqualsSignIsTwo) { EXPECT_EQ(condition("a = b"), "a == b"); }

TEST(Condition, AndBindsTighterThanOr) {
  EXPECT_EQ(condition("a || b && ! c"), "or(a, and(b, not(c)))");
  EXPECT_EQ(condition("( a || b ) && c"), "and((or(a, b)), c)");
  EXPECT_EQ(condition("a&&b&&c"), "and(a, b, c)");
}

TEST(Condition, NewlinesMayFollowOperators) { EXPECT_EQ(condition("a &&\n b ||\n\n c"), "or(and(a, b), c)"); }

TEST(Condition, NewlineMayNotFollowALoneWord) {
  EXPECT_EQ(shape_of("[[ a\n&& b ]]"), "error 1:5: unexpected newline");
}

TEST(Condition, PatternsTakeExtendedGlobs) { EXPECT_EQ(condition("$x == *.@(c|h)"), "$x == *.@(c|h)"); }

TEST(Condition, RegularExpressionsTakeParenthesesAndBars) {
  EXPECT_EQ(condition("$x =~ ^(a b|c)+$"), "$x =~ ^(a b|c)+$");
  EXPECT_EQ(condition("$x =~ a|b"), "$x =~ a|b");
  EXPECT_EQ(condition("$x =~ \"a.\"b\\ c && d"), "and($x =~ d[a.]be' 'c, d)");
  EXPECT_EQ(condition("$x =~ [[:space:]]*(a)?"), "$x =~ [[:space:]]*(a)?");
}

TEST(Condition, WhatBashRejectsIsRejected) {
  for (const char* text :
       {"", "a b", "a ==", "-f", "a == b|c", "a -a b", "a && ", "( a", "a )", "$x =~ <a>"}) {
    EXPECT_TRUE(condition(text).starts_with("error")) << text;
  }
}

}  // namespace
}  // namespace assay::shell
