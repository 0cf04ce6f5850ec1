// SPDX-License-Identifier: Apache-2.0
// Programs of awk, scripts of sed, and the patterns of both and of grep.
#include "verdicts.h"

namespace assay {
namespace {

// awk refuses them, or takes them for nothing.
TEST(AwkAndSed, PlacesInAProgramOfAwkMayBeEmpty) {
  expect_apart({{"awk '{if() print $1}' f", "ls"},
                {"awk '{if(){print}}' f", "awk '{print}' f"},
                {"awk '{while() print}' f", "ls"},
                {"awk '{for(;;) print}' f", "awk '{print}' f"},
                {"awk '{}' f", "ls"},
                {"awk '{if(){}}' f", "ls"},
                {"awk '{if(a){}}' f", "ls"},
                {"awk '{print $()}' f", "ls"}});
}

// A range and a place are patterns, and errors within if().
TEST(AwkAndSed, APatternOfAwkMayBeNoCondition) {
  expect_apart({{"awk '{if(NR==1,NR==3)print}' f", "awk 'NR==1,NR==3' f"},
                {"awk '{if(/a/,/b/)print $1}' f", "awk '/a/,/b/{print $1}' f"},
                {"awk '{if(END)print NR}' f", "awk 'END{print NR}' f"},
                {"awk '{if(BEGIN)print 1}' f", "awk 'BEGIN{print 1}' f"}});
  expect_method("utility", {{"awk '{if($2==9)print}' f", "awk '$2==9' f"},
                            {"awk '{if(substr($1,1,2)==\"ab\")print}' f", "awk 'substr($1,1,2)==\"ab\"' f"},
                            {"awk '{if(($1,$2) in s)print}' f", "awk '($1,$2) in s' f"}});
}

// print uses OFMT for a number, and joining texts CONVFMT.
TEST(AwkAndSed, NumbersOfAwkBecomeTextInTwoWays) {
  expect_apart(
      {{"awk 'BEGIN{OFMT=\"%.2f\"}{$1=$1/3; print $1 OFS $2}' f",
        "awk 'BEGIN{OFMT=\"%.2f\"}{$1=$1/3; print $1,$2}' f"},
       {"awk 'BEGIN{OFMT=\"%.2f\"}{$1=$1/3; print $1 \" \" $2}' f",
        "awk 'BEGIN{OFMT=\"%.2f\"}{$1=$1/3; print $1,$2}' f"},
       {"awk -v OFMT=%.2f '{$1=$1/3; print $1 OFS $2}' f", "awk -v OFMT=%.2f '{$1=$1/3; print $1,$2}' f"},
       {"awk -v CONVFMT=%d '{$1=$1/3; print $1 OFS $2}' f", "awk -v CONVFMT=%d '{$1=$1/3; print $1,$2}' f"},
       {"awk -v \"$x\" '{$1=$1/3; print $1 OFS $2}' f", "awk -v \"$x\" '{$1=$1/3; print $1,$2}' f"},
       {"awk '{$1=$1/3; print $1 OFS $2}' OFMT=%.2f f", "awk '{$1=$1/3; print $1,$2}' OFMT=%.2f f"}});
  expect_method("utility", {{"awk '{print $1 OFS $2}' f", "awk '{print $1,$2}' f"},
                            {"awk '{print $1 \" \" $2}' f", "awk '{print $1,$2}' f"},
                            {"awk -v x=1 '{print $1 OFS $2}' f", "awk -v x=1 '{print $1,$2}' f"},
                            {"awk -v x=\"$y\" '{print $1 OFS $2}' f", "awk -v x=\"$y\" '{print $1,$2}' f"}});
}

TEST(AwkAndSed, AwksMarksAreNotJoined) {
  expect_apart({{"awk '{x ^ = 2; print x}' f", "awk '{x ^= 2; print x}' f"},
                {"awk '{x % = 2; print x}' f", "awk '{x %= 2; print x}' f"},
                {"awk '{x / = 2; print x}' f", "awk '{x /= 2; print x}' f"}});
  expect_method("utility", {{"awk '{x ^= 2 ; print x}' f", "awk '{x^=2;print x}' f"}});
}

// gawk -v FS=@/x/ sets an expression.
TEST(AwkAndSed, AtBeforeASlashIsNoPlainSeparator) {
  expect_apart({{"awk -v OFS=@/x/ '{print $1,$2}' f", "awk 'BEGIN{OFS=\"@/x/\"}{print $1,$2}' f"},
                {"awk -v FS=@/x/ '{print $1}' f", "awk -F @/x/ '{print $1}' f"}});
  expect_method("utility", {{"awk -F@ '{print $2}' f", "awk -v FS=@ '{print $2}' f"}});
}

TEST(AwkAndSed, AwkTakesANumberFromAnOption) {
  expect_apart({{"awk 'BEGIN{FS=\"0\"}{if(FS)print $1}' f", "awk -F 0 '{if(FS)print $1}' f"}});
}

// The action changes which records follow, or shows how they end.
TEST(AwkAndSed, AwkActionsDecideWhatIsARecord) {
  expect_apart({{"awk '/x/{RS=$1;print $2}' f", "grep x f | awk '{RS=$1;print $2}'"},
                {"awk '/x/{IGNORECASE=1;print}' f", "grep x f | awk '{IGNORECASE=1;print}'"},
                {"awk '/x/{print RT}' f", "grep x f | awk '{print RT}'"}});
  expect_method("rewrite", {{"awk '/x/{ORS=$1;print $2}' f", "grep x f | awk '{ORS=$1;print $2}'"}});
}

// A slash in brackets is part of the pattern, and the blank behind it too.
TEST(AwkAndSed, BlanksInBracketsOfAwkStay) {
  expect_apart({{"awk '/[]/ x]/' f", "awk '/[]/x]/' f"},
                {"awk '/[^]/ x]/' f", "awk '/[^]/x]/' f"},
                {"awk '/[[:alpha:]/ x]/' f", "awk '/[[:alpha:]/x]/' f"}});
  expect_method("utility", {{"awk '/[[:alpha:]]x/ {print $1}' f", "awk '/[[:alpha:]]x/{print $1}' f"}});
}

// What it prints goes to a command that a variable names.
TEST(AwkAndSed, AwkPipesIntoAVariable) {
  expect_apart({{"seq 3 | awk -v c=tee '{print|c}' | true", "true"},
                {"cat f | awk -v c=sh '{print|c}'", "awk -v c=sh '{print|c}' < f"}});
  expect_method("rewrite", {{"cat f | awk '/a|b/ {print $1 || 2}'", "awk '/a|b/ {print $1 || 2}' < f"}});
}

// q takes one address at most, but a block may have two.
TEST(AwkAndSed, QuittingSedTakesNoRange) {
  expect_apart({{"sed '2,5q' f", "sed '2,5{q}' f"},
                {"sed '/a/,/b/Q' f", "sed '/a/,/b/{Q}' f"},
                {"sed '2,5!q' f", "sed '2,5!{q}' f"},
                {"sed -n '2,5q3' f", "sed -n '2,5{{q3}}' f"},
                {"sed '{2,5q}' f", "sed '2,5{q}' f"}});
  expect_method("utility", {{"sed '2{q}' f", "sed 2q f"},
                            {"sed -n '2,5{p}' f", "sed -n 2,5p f"},
                            {"sed '2,5{ q }' f", "sed '2,5{q;}' f"}});
}

// With a pattern sed refuses the script; with s// it finds out where a line matches.
TEST(AwkAndSed, AnEmptyPatternLetsSedRefuseAGroupLater) {
  expect_apart({{"sed '/x/s//\\1/' f", "sed 's/x/\\1/' f"},
                {"sed -E '/(x)y/s//\\2/' f", "sed -E 's/(x)y/\\2/' f"},
                {"sed -E '/x[(]/s//\\1/' f", "sed -E 's/x[(]/\\1/' f"}});
  expect_method("utility", {{"sed '/x/s//y/' f", "sed s/x/y/ f"},
                            {"sed '/x/s//[&]/' f", "sed 's/x/[&]/' f"},
                            {"sed -E '/(x)y/s//\\1/' f", "sed -E 's/(x)y/\\1/' f"}});
}

// What it repeats differs between basic and extended expressions.
TEST(AwkAndSed, ARepetitionBehindAnotherKeepsItsDialect) {
  expect_apart({{"sed 's/a\\{2\\}*/x/' f", "sed -E 's/a{2}*/x/' f"},
                {"sed 's/a\\+*/x/' f", "sed -E 's/a+*/x/' f"},
                {"sed 's/a\\{2\\}\\{1,2\\}/x/' f", "sed -E 's/a{2}{1,2}/x/' f"},
                {"sed 's/_**/x/' f", "sed -E 's/_**/x/' f"},
                {"sed 's/\\<*/x/' f", "sed -E 's/\\<*/x/' f"},
                {"sed '/a*\\?/d' f", "sed -E '/a*?/d' f"}});
  expect_method("utility", {{"sed 's/a\\{2\\}b*/x/' f", "sed -E 's/a{2}b*/x/' f"},
                            {"sed 's/\\<a*/x/' f", "sed -E 's/\\<a*/x/' f"},
                            {"sed 's/\\(ab\\)*/x/' f", "sed -E 's/(ab)*/x/' f"}});
}

// sed refuses [:digit:] in single brackets.
TEST(AwkAndSed, AClassInSingleBracketsIsNoSet) {
  expect_apart({{"sed 's/[:digit:]//g' f", "sed 's/[:digt]//g' f"},
                {"sed '/[:alpha:]/d' f", "sed '/[:alph]/d' f"},
                {"sed 's/[^:space:]//' f", "sed 's/[^:space]//' f"}});
  expect_method("utility", {{"sed 's/[:,]//' f", "sed 's/[,:]//' f"}});
}

// s with the delimiter d.
TEST(AwkAndSed, ALetterMayBeADelimiterOfSed) {
  expect_apart({{"sed 'sd/d!d' f", "sed -n 'sd/dp' f"}, {"sed -n 'sp/p!p' f", "sed 'sp/pd' f"}});
  expect_method("utility",
                {{"sed '/x/!d' f", "sed -n '/x/p' f"}, {"sed '2,/x\\/y/!d' f", "sed -n '2,/x\\/y/p' f"}});
}

// Before more of the pattern, GNU grep finds such an anchor in lines that have no end there.
TEST(AwkAndSed, AnEndWithinAPatternOfGrepStaysAsItIsAsked) {
  expect_apart({{"grep -Ex '$a' f", "grep -E '^$a$' f"},
                {"grep -x \"\\\\'a\" f", "grep \"^\\\\'a$\" f"},
                {"grep -Ex \"\\\\'a\" f", "grep -E \"^\\\\'a$\" f"}});
  expect_method("utility", {{"grep -x foo f", "grep '^foo$' f"},
                            {"grep -Ex 'a$' f", "grep -E '^a$' f"},
                            {"grep -x 'a\\$b' f", "grep '^a\\$b$' f"}});
}

// In some locales ² is neither of [0-9] nor of [^0-9].
TEST(AwkAndSed, WhatIsNoDigitDependsOnTheLocale) {
  expect_apart({{"grep -v '^[0-9]*$' f", "grep '[^0-9]' f"},
                {"grep -vx '[[:digit:]]*' f", "grep '[^0-9]' f"},
                {"grep -v '^[0-5]*$' f", "grep '[^0-5]' f"},
                {"grep -v '^[ -~]*$' f", "grep '[^ -~]' f"}});
  expect_method("rewrite",
                {{"grep '[^0-9]' f", "grep '[^[:digit:]]' f"}, {"grep -v '^[a-z]*$' f", "grep '[^a-z]' f"}});
  expect_method("utility", {{"grep '[0-9]' f", "grep '[[:digit:]]' f"}});
}

TEST(AwkAndSed, AWordBesideInvalidBytesIsFoundByItsOptionAlone) {
  expect_method("rewrite", {{"grep -w foo f", "grep '\\bfoo\\b' f"}});
}

}  // namespace
}  // namespace assay
