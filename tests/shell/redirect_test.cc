// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "shape.h"

namespace assay::shell {
namespace {

TEST(Redirect, BlanksBeforeTheTargetDoNotCount) {
  EXPECT_EQ(shape_of("a 2>/dev/null"), "{a 2>/dev/null}");
  EXPECT_EQ(shape_of("a 2> /dev/null"), "{a 2>/dev/null}");
}

TEST(Redirect, NumberIsADescriptorOnlyWhenItTouches) {
  EXPECT_EQ(shape_of("a 2 >f"), "{a 2 >f}");
  EXPECT_EQ(shape_of("a x2>f"), "{a x2 >f}");
  EXPECT_EQ(shape_of("2>f"), "{2>f}");
}

TEST(Redirect, UsualDescriptorsAreTheSameWrittenOut) {
  EXPECT_EQ(parse("a 1>f 0<g").tree, parse("a >f <g").tree);
  EXPECT_NE(parse("a 2>f").tree, parse("a >f").tree);
}

TEST(Redirect, EveryOperator) {
  EXPECT_EQ(shape_of("a <b >c >>d >|e <>f <&3 >&4 &>g &>>h <<<i"),
            "{a <b >c >>d >|e <>f <&3 >&4 &>g &>>h <<<i}");
  EXPECT_EQ(shape_of("a 2>&1 3<&- 4>&5- >&f"), "{a 2>&1 3<&- 4>&5- >&f}");
  EXPECT_EQ(shape_of("a {fd}>b {fd}>&-"), "{a {fd}>b {fd}>&-}");
}

TEST(Redirect, OrderIsKept) { EXPECT_NE(parse("a >b 2>&1").tree, parse("a 2>&1 >b").tree); }

TEST(Redirect, MayStandAnywhereInASimpleCommand) {
  EXPECT_EQ(shape_of(">o cat a.txt"), "{cat a.txt >o}");
  EXPECT_EQ(shape_of("a <b c >d e"), "{a c e <b >d}");
}

TEST(Redirect, ProcessSubstitutionIsAWord) {
  EXPECT_EQ(shape_of("a <(b) < <(c) > >(d)"), "{a <({b}) <<({c}) >>({d})}");
  EXPECT_EQ(shape_of("a 2<(b)"), "{a 2<({b})}");
}

TEST(Redirect, BracesThatHoldNoNameAreAWord) {
  EXPECT_EQ(shape_of("{a,b}>f"), "{{a,b} >f}");
  EXPECT_EQ(shape_of("x{fd}>f"), "{x{fd} >f}");
}

TEST(Redirect, OfCompoundCommands) { EXPECT_EQ(shape_of("{ a; } >f 2>&1"), "(group {a} >f 2>&1)"); }

TEST(Redirect, MissingTargetIsAnError) {
  EXPECT_EQ(shape_of("a >"), "error 1:4: unexpected end");
  EXPECT_EQ(shape_of("a > > b"), "error 1:5: unexpected '>'");
  EXPECT_EQ(shape_of("a 2> &1"), "error 1:6: unexpected '&'");
}

TEST(Redirect, DescriptorInAnElementOfAnArray) {
  const Parsed parsed = parse("a {b[2]}>f");
  ASSERT_TRUE(parsed);
  EXPECT_EQ(only_command(parsed.tree)->redirects[0].fd_variable, "b[2]");
  EXPECT_EQ(print(parsed.tree), "a {b[2]}>f");
}

}  // namespace
}  // namespace assay::shell
