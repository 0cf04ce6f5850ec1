// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "shape.h"

namespace assay::shell {
namespace {

TEST(HereDocument, BodyIsLikeDoubleQuotes) {
  EXPECT_EQ(shape_of("cat <<E\na \"$x\" `b` \\$y\nE\n"), "{cat <<d[a \"$x\" $({b}) $y\n]}");
}

TEST(HereDocument, QuotedDelimiterKeepsTheBodyAsItIs) {
  EXPECT_EQ(shape_of("cat <<'E'\n$x \\\nE\n"), "{cat <<d[$x \\\n]}");
  EXPECT_EQ(shape_of("cat <<\\E\n$x\nE\n"), "{cat <<d[$x\n]}");
}

TEST(HereDocument, DelimiterAndItsQuotesDoNotCountWhereNothingExpands) {
  EXPECT_EQ(parse("cat <<'E'\nfoo\nE").tree, parse("cat <<X\nfoo\nX").tree);
  EXPECT_NE(parse("cat <<'E'\n$x\nE").tree, parse("cat <<E\n$x\nE").tree);
}

TEST(HereDocument, TabsAreStripped) {
  EXPECT_EQ(shape_of("cat <<-E\n\t\ta\n\t b\n\tE\nc"), "{cat <<d[a\n b\n]}; {c}");
  EXPECT_EQ(shape_of("cat <<-E\n\ta\\\n\tb\n\tE\n"), "{cat <<d[a\tb\n]}");
}

TEST(HereDocument, LineGoesOnBehindIt) {
  EXPECT_EQ(shape_of("cat <<E | sort\nb\nE\nc"), "{cat <<d[b\n]}|{sort}; {c}");
  EXPECT_EQ(shape_of("a <<A <<B && c\n1\nA\n2\nB\nd"), "({a <<d[1\n] <<d[2\n]} && {c}); {d}");
  EXPECT_EQ(shape_of("if a <<E\n1\nE\nthen b; fi"), "(if {a <<d[1\n]} then {b})");
}

TEST(HereDocument, InASubstitution) {
  EXPECT_EQ(shape_of("x=$(cat <<E\na)\nE\n) b"), "{set x=$({cat <<d[a)\n]}) b}");
}

TEST(HereDocument, EndOfTheSourceEndsIt) {
  EXPECT_EQ(parse("cat <<E\nfoo").tree, parse("cat <<E\nfoo\nE\n").tree);
  EXPECT_EQ(shape_of("cat <<E"), "{cat <<d[]}");
}

TEST(HereDocument, DelimiterMustBeTheWholeLine) {
  EXPECT_EQ(shape_of("cat <<E\nE \n E\nE\n"), "{cat <<d[E \n E\n]}");
}

TEST(HereDocument, DoubtfulOnesAreErrors) {
  EXPECT_EQ(shape_of("cat <<$(x)\na\n$(x)"),
            "error 1:11: an expansion in a here-document's delimiter is not supported");
  EXPECT_EQ(shape_of("cat <<${x"), "error 1:10: a malformed parameter expansion");
  EXPECT_TRUE(shape_of("cat <<E\n${x:-\"y\"}\nE").starts_with("error 2:6: a quote"));
  EXPECT_TRUE(shape_of("cat <<E $(a\n)\nx\nE").starts_with("error 2:1: a here-document whose line"));
}

TEST(HereDocument, InBackquotesOnTheLineOfAnotherIsNotSupported) {
  EXPECT_EQ(shape_of("<<w <`<<t`"),
            "error 1:6: a here-document in backquotes on the line of another is not supported");
  EXPECT_TRUE(parse("cat `cat <<a\nx\na\n` <<b\ny\nb"));
}

TEST(HereDocument, DelimiterIsNotExpanded) {
  EXPECT_EQ(shape_of("cat <<$E\n$x\n$E\nb"), shape_of("cat <<E\n$x\nE\nb"));
  EXPECT_EQ(shape_of("cat <<a${E}\n$x\na${E}\nb"), shape_of("cat <<E\n$x\nE\nb"));
}

}  // namespace
}  // namespace assay::shell
