// SPDX-License-Identifier: Apache-2.0
// Pairs that the engine once called equivalent because it misread a language within a command: a program of
// awk, a script of sed, a pattern, or an expression of find.
#include "verdicts.h"

namespace assay {
namespace {

// awk refuses them, or takes them for nothing.
TEST(RefutedLanguage, PlacesInAProgramOfAwkMayBeEmpty) {
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
TEST(RefutedLanguage, APatternOfAwkMayBeNoCondition) {
  expect_apart({{"awk '{if(NR==1,NR==3)print}' f", "awk 'NR==1,NR==3' f"},
                {"awk '{if(/a/,/b/)print $1}' f", "awk '/a/,/b/{print $1}' f"},
                {"awk '{if(END)print NR}' f", "awk 'END{print NR}' f"},
                {"awk '{if(BEGIN)print 1}' f", "awk 'BEGIN{print 1}' f"}});
  expect_method("utility", {{"awk '{if($2==9)print}' f", "awk '$2==9' f"},
                            {"awk '{if(substr($1,1,2)==\"ab\")print}' f", "awk 'substr($1,1,2)==\"ab\"' f"},
                            {"awk '{if(($1,$2) in s)print}' f", "awk '($1,$2) in s' f"}});
}

// print uses OFMT for a number, and joining texts CONVFMT.
TEST(RefutedLanguage, NumbersOfAwkBecomeTextInTwoWays) {
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

// q takes one address at most, but a block may have two.
TEST(RefutedLanguage, QuittingSedTakesNoRange) {
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
TEST(RefutedLanguage, AnEmptyPatternLetsSedRefuseAGroupLater) {
  expect_apart({{"sed '/x/s//\\1/' f", "sed 's/x/\\1/' f"},
                {"sed -E '/(x)y/s//\\2/' f", "sed -E 's/(x)y/\\2/' f"},
                {"sed -E '/x[(]/s//\\1/' f", "sed -E 's/x[(]/\\1/' f"}});
  expect_method("utility", {{"sed '/x/s//y/' f", "sed s/x/y/ f"},
                            {"sed '/x/s//[&]/' f", "sed 's/x/[&]/' f"},
                            {"sed -E '/(x)y/s//\\1/' f", "sed -E 's/(x)y/\\1/' f"}});
}

// What it repeats differs between basic and extended expressions.
TEST(RefutedLanguage, ARepetitionBehindAnotherKeepsItsDialect) {
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
TEST(RefutedLanguage, AClassInSingleBracketsIsNoSet) {
  expect_apart({{"sed 's/[:digit:]//g' f", "sed 's/[:digt]//g' f"},
                {"sed '/[:alpha:]/d' f", "sed '/[:alph]/d' f"},
                {"sed 's/[^:space:]//' f", "sed 's/[^:space]//' f"}});
  expect_method("utility", {{"sed 's/[:,]//' f", "sed 's/[,:]//' f"}});
}

// A level replaces the filters before it, and a filter the level.
TEST(RefutedLanguage, ALevelOfXzMayCancelWhatIsBesideIt) {
  expect_apart({{"xz --best -6 f", "xz --best f"},
                {"xz --fast -6 f", "xz --fast f"},
                {"xz --lzma2=dict=1MiB -6 f", "xz --lzma2=dict=1MiB f"},
                {"xz --delta=dist=2 --lzma2 -6 f", "xz --delta=dist=2 --lzma2 f"},
                {"xz -F raw --lzma2 -6 f", "xz -F raw --lzma2 f"}});
  expect_method("aliases", {{"xz -6 f", "xz f"}, {"xz -6 -kv f", "xz -kv f"}, {"xz -T 2 -6 f", "xz -T 2 f"}});
  expect_method("aliases", {{"xz --best f", "xz -9 f"}, {"xz --fast f", "xz -0 f"}});
}

// The first file is treated once, or once for each file that is found.
TEST(RefutedLanguage, AFileBesideThoseThatAreFoundIsTreatedByEachCall) {
  expect_apart({{"find . -type f -exec cat a {} \\;", "find . -type f -exec cat a {} +"},
                {"find . -type f -exec md5sum a {} \\;", "find . -type f -exec md5sum a {} +"},
                {"find . -type f -exec stat a {} \\;", "find . -type f -exec stat a {} +"},
                {"find . -type f -exec chmod 600 a {} \\;", "find . -type f -exec chmod 600 a {} +"},
                {"find . -type f -exec chmod --reference=r a {} \\;",
                 "find . -type f -exec chmod --reference=r a {} +"},
                {"find . -type f -exec cat a {} \\;", "find . -type f -print0 | xargs -0 -r cat a"}});
  expect_method("rewrite", {{"find . -type f -exec cat {} \\;", "find . -type f -exec cat {} +"},
                            {"find . -type f -exec chmod 600 {} \\;", "find . -type f -exec chmod 600 {} +"},
                            {"find . -type f -exec chmod --reference=r {} \\;",
                             "find . -type f -exec chmod --reference=r {} +"}});
}

// cp -b of a file onto itself makes a backup, if both are spelled alike.
TEST(RefutedLanguage, BackupsOfCpDependOnTheSpelling) {
  expect_apart({{"cp -fb foo foo", "cp -fb foo ./foo"},
                {"cp -f --backup=simple foo foo", "cp -f --backup=simple foo ./foo"},
                {"cp -f -S .bak foo foo", "cp -f -S .bak foo ./foo"}});
  expect_method("utility", {{"cp -f foo d/bar", "cp -f ./foo d/bar"}});
}

// Before more of the pattern, GNU grep finds such an anchor in lines that have no end there.
TEST(RefutedLanguage, AnEndWithinAPatternOfGrepStaysAsItIsAsked) {
  expect_apart({{"grep -Ex '$a' f", "grep -E '^$a$' f"},
                {"grep -x \"\\\\'a\" f", "grep \"^\\\\'a$\" f"},
                {"grep -Ex \"\\\\'a\" f", "grep -E \"^\\\\'a$\" f"}});
  expect_method("utility", {{"grep -x foo f", "grep '^foo$' f"},
                            {"grep -Ex 'a$' f", "grep -E '^a$' f"},
                            {"grep -x 'a\\$b' f", "grep '^a\\$b$' f"}});
}

// It adds nothing to the expression, so an operator beside it lacks an operand.
TEST(RefutedLanguage, DaystartIsNoPartOfTheExpressionOfFind) {
  expect_apart({{"find . -daystart -true -o -path '*/e'", "find . -daystart -o -path '*/e'"},
                {"find . ! -daystart -true", "find . ! -daystart"},
                {"find . ! -daystart", "find . -false"},
                {"find . \\( -daystart \\) -mtime 1", "find . -daystart -mtime 1"},
                {"find . -daystart -a -mtime 1", "find . -daystart -mtime 1"},
                {"find . -mtime 1 -a -daystart", "find . -mtime 1 -daystart"}});
  expect_method("utility", {{"find . -daystart -mtime 1 -print", "find . -daystart -mtime 1"},
                            {"find . -daystart -mtime 1 -type f", "find . -daystart -type f -mtime 1"}});
}

// In some locales ² is neither of [0-9] nor of [^0-9].
TEST(RefutedLanguage, WhatIsNoDigitDependsOnTheLocale) {
  expect_apart({{"grep -v '^[0-9]*$' f", "grep '[^0-9]' f"},
                {"grep -vx '[[:digit:]]*' f", "grep '[^0-9]' f"},
                {"grep -v '^[0-5]*$' f", "grep '[^0-5]' f"},
                {"grep -v '^[ -~]*$' f", "grep '[^ -~]' f"}});
  expect_method("rewrite",
                {{"grep '[^0-9]' f", "grep '[^[:digit:]]' f"}, {"grep -v '^[a-z]*$' f", "grep '[^a-z]' f"}});
  expect_method("utility", {{"grep '[0-9]' f", "grep '[[:digit:]]' f"}});
}

TEST(RefutedLanguage, AWordBesideInvalidBytesIsFoundByItsOptionAlone) {
  expect_method("rewrite", {{"grep -w foo f", "grep '\\bfoo\\b' f"}});
}

// The year 10360 has a sign in %F.
TEST(RefutedLanguage, ManyMonthsLeadToLongYears) {
  expect_apart({{"date -d '99999 months' +%F", "date -d '99999 months' +%Y-%m-%d"},
                {"date -d '999999 weeks' -I", "date -d '999999 weeks' +%F"}});
  expect_method("utility", {{"date -d '3 months' +%F", "date -d '3 months' +%Y-%m-%d"}});
}

TEST(RefutedLanguage, AwksMarksAreNotJoined) {
  expect_apart({{"awk '{x ^ = 2; print x}' f", "awk '{x ^= 2; print x}' f"},
                {"awk '{x % = 2; print x}' f", "awk '{x %= 2; print x}' f"},
                {"awk '{x / = 2; print x}' f", "awk '{x /= 2; print x}' f"}});
  expect_method("utility", {{"awk '{x ^= 2 ; print x}' f", "awk '{x^=2;print x}' f"}});
}

// gawk -v FS=@/x/ sets an expression.
TEST(RefutedLanguage, AtBeforeASlashIsNoPlainSeparator) {
  expect_apart({{"awk -v OFS=@/x/ '{print $1,$2}' f", "awk 'BEGIN{OFS=\"@/x/\"}{print $1,$2}' f"},
                {"awk -v FS=@/x/ '{print $1}' f", "awk -F @/x/ '{print $1}' f"}});
  expect_method("utility", {{"awk -F@ '{print $2}' f", "awk -v FS=@ '{print $2}' f"}});
}

// s with the delimiter d.
TEST(RefutedLanguage, ALetterMayBeADelimiterOfSed) {
  expect_apart({{"sed 'sd/d!d' f", "sed -n 'sd/dp' f"}, {"sed -n 'sp/p!p' f", "sed 'sp/pd' f"}});
  expect_method("utility",
                {{"sed '/x/!d' f", "sed -n '/x/p' f"}, {"sed '2,/x\\/y/!d' f", "sed -n '2,/x\\/y/p' f"}});
}

}  // namespace
}  // namespace assay
