// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "shape.h"

namespace assay::shell {
namespace {

// The shape of the one argument in `x ARGUMENT`.
std::string argument(std::string_view text) {
  const std::string all = shape_of("x " + std::string(text));
  return all.starts_with("{x ") ? all.substr(3, all.size() - 4) : all;
}

TEST(Expansion, BracesAroundAPlainNameChangeNothing) {
  EXPECT_EQ(argument("$x"), "$x");
  EXPECT_EQ(argument("${x}"), "$x");
  EXPECT_EQ(argument("${x}y$x.y"), "$xy$x.y");
  EXPECT_EQ(argument("$10${10}"), "$10$10");
  EXPECT_NE(parse("x $10").tree, parse("x ${10}").tree);
}

TEST(Expansion, SpecialParameters) {
  EXPECT_EQ(argument("$@ $* $# $? $- $$ $! $0 $1"), "$@ $* $# $? $- $$ $! $0 $1");
  EXPECT_EQ(argument("${#} ${##} ${#x} ${#@} ${#-} ${#-x}"),
            "$# ${# length} ${x length} ${@ length} ${- length} ${# - x}");
  EXPECT_EQ(argument("${!} ${!x} ${!x@} ${!x*} ${!a[@]}"),
            "$! ${indirect x} ${x names @} ${x names *} ${indirect a[@]}");
}

TEST(Expansion, DollarAloneIsText) { EXPECT_EQ(argument("$ a$ $% \"$\" \"$'x'\""), "$ a$ $% d[$] d[$'x']"); }

TEST(Expansion, DefaultsHoldWords) {
  EXPECT_EQ(argument("${x:-a b}"), "${x :- a b}");
  EXPECT_EQ(argument("${x-'a}'\"$y\"\\}}"), "${x - s'a}'d[$y]e'}'}");
  EXPECT_EQ(argument("${x:=} ${x=} ${x:?e} ${x+y}"), "${x :=} ${x =} ${x :? e} ${x + y}");
}

TEST(Expansion, QuotedDefaultsKeepApostrophes) {
  EXPECT_EQ(argument("\"${x:-'a b'}\""), "d[${x :- 'a b'}]");
  EXPECT_EQ(argument("\"${x:-\"a\"\\}}\""), "d[${x :- d[a]}}]");
}

TEST(Expansion, QuotedDefaultsDecodeAnsiQuotes) {
  EXPECT_EQ(argument("\"${x:-$'a\\tb'}\""), "d[${x :- a\tb}]");
  EXPECT_EQ(argument("\"${x:-b$'\\x41'c}\""), "d[${x :- bAc}]");
  EXPECT_EQ(argument("\"${x#$'\\n'}\""), "d[${x # a'\n'}]");
  EXPECT_EQ(argument("${x#$'\\n'}"), "${x # a'\n'}");
}

TEST(Expansion, PatternsKeepTheirQuotesInQuotes) {
  EXPECT_EQ(argument("\"${x#'*'}\""), "d[${x # s'*'}]");
  EXPECT_EQ(argument("${x##*/} ${x%.*} ${x%%\"$y\"}"), "${x ## */} ${x % .*} ${x %% d[$y]}");
}

TEST(Expansion, ReplacementsEndTheirPatternAtTheFirstSlash) {
  EXPECT_EQ(argument("${x/a/b/c}"), "${x / a then b/c}");
  EXPECT_EQ(argument("${x//\\//-}"), "${x // e'/' then -}");
  EXPECT_EQ(argument("${x///-}"), "${x // /- then empty}");
  EXPECT_EQ(argument("${x////-}"), "${x // / then -}");
  EXPECT_EQ(argument("${x/#a/b} ${x/%a/b}"), "${x /# a then b} ${x /% a then b}");
  EXPECT_EQ(argument("${x/a}"), argument("${x/a/}"));
}

TEST(Expansion, Substrings) {
  EXPECT_EQ(argument("${x:1} ${x: -1} ${x::2} ${x:(1):$y+1}"),
            "${x substring 1} ${x substring  -1} ${x substring then 2} ${x substring (1) then $y+1}");
}

TEST(Expansion, QuestionMarksInSubstringsHaveTheirColons) {
  EXPECT_EQ(argument("${x:a?1:2}"), "${x substring a?1:2}");
  EXPECT_EQ(argument("${x:a?1:2:3}"), "${x substring a?1:2 then 3}");
  EXPECT_EQ(argument("${x:a?b?1:2:3:4}"), "${x substring a?b?1:2:3 then 4}");
  EXPECT_EQ(argument("${x:(a?1:2):3}"), "${x substring (a?1:2) then 3}");
  EXPECT_EQ(argument("${x:1:a?2:3}"), "${x substring 1 then a?2:3}");
}

TEST(Expansion, CaseAndTransformations) {
  EXPECT_EQ(argument("${x^} ${x^^[a-c]} ${x,} ${x,,} ${x@Q}"),
            "${x ^} ${x ^^ [a-c]} ${x ,} ${x ,,} ${x @ Q}");
}

TEST(Expansion, Subscripts) {
  EXPECT_EQ(argument("${a[@]} ${a[b[1]]} ${a[\"x y\"]} ${#a[*]}"),
            "${a[@]} ${a[b[1]]} ${a[d[x y]]} ${a[*] length}");
}

TEST(Expansion, SubstitutionsNest) {
  EXPECT_EQ(argument("\"a$(b \"c $(d 'e')\")\""), "d[a$({b d[c $({d s'e'})]})]");
  EXPECT_EQ(argument("$(case x in a) b;; esac)"), "$((case x in a) {b};;))");
  EXPECT_EQ(argument("$()"), "$()");
  EXPECT_EQ(argument("$(<f)"), "$({<f})");
  EXPECT_EQ(argument("<(a) >(b)c"), "<({a}) >({b})c");
}

TEST(Expansion, BackquotesUnescapeBeforeTheyParse) {
  EXPECT_EQ(argument("`a \\`b\\``"), "$({a $({b})})");
  EXPECT_EQ(argument("`a \\$x \\\\n`"), "$({a $x e'n'})");
  EXPECT_EQ(argument("\"`a \\\"b c\\\"`\""), "d[$({a d[b c]})]");
  EXPECT_EQ(argument("`a \\\"b`"), "$({a e'\"'b})");
}

TEST(Expansion, Arithmetic) {
  EXPECT_EQ(argument("$((1 + (2) * $x))"), "$((1 + (2) * $x))");
  EXPECT_EQ(argument("$[a[1]]"), "$((a[1]))");
  EXPECT_EQ(argument("$(( $(a) ))"), "$(( $({a}) ))");
}

TEST(Expansion, ProcessSubstitutionInAWordOfAnExpansion) {
  EXPECT_EQ(shape_of("cat ${x:-<(a)}"), "{cat ${x :- <({a})}}");
  EXPECT_EQ(shape_of("cat @(<(a)|b)"), "{cat @(<({a})|b)}");
  EXPECT_EQ(shape_of("cat \"${x:-<(a)}\""), "{cat d[${x :- <(a)}]}") << "text within double quotes";
}

}  // namespace
}  // namespace assay::shell
