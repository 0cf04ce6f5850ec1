// What a comparison says besides its verdict.
#include <gmock/gmock.h>

#include "assay/internal/utilities.h"
#include "verdicts.h"

namespace assay {
namespace {

using testing::Contains;
using testing::HasSubstr;

TEST(Report, FlagOrderNamesBothSpellings) {
  EXPECT_EQ(compare("ls -la", "ls -al").why, "flag order differs: ls -la vs ls -al");
  EXPECT_EQ(compare("ls -la | sort -rn | head -5", "ls -al|sort -nr|head -5").why,
            "flag order differs: ls -la | sort -rn vs ls -al | sort -nr");
  EXPECT_EQ(compare("ls d -l", "ls -l d").why, "flag order differs: ls d -l vs ls -l d");
  EXPECT_EQ(compare("head -n5 -q f", "head -q -n5 f").why, "flag order differs: head -n5 -q vs head -q -n5");
}

TEST(Report, RulesThatBothSidesShareAreLeftOut) {
  const Comparison result = compare("cat f | sort -rn", "cat f | sort -nr");
  EXPECT_EQ(result.method, "flag_order");
  EXPECT_THAT(result.rules, testing::Not(Contains("useless-cat")));
}

TEST(Report, StepsSayWhatWasDoneOnWhichSide) {
  const Comparison result = compare("ls --all", "ls -a");
  ASSERT_EQ(result.steps.size(), 1u);
  EXPECT_EQ(result.steps[0].rule, "option-name");
  EXPECT_EQ(result.steps[0].detail, "--all");
  EXPECT_EQ(result.steps[0].side, Side::a);
  EXPECT_EQ(result.steps[0].score, 0.88);
}

TEST(Report, TheFirstDifferenceIsLocated) {
  const Comparison result = compare("ls -l dir", "ls -l other");
  EXPECT_EQ(result.verdict, Equivalence::different);
  EXPECT_EQ(result.why, "first difference: `dir` vs `other`");
  ASSERT_TRUE(result.first_a && result.first_b);
  EXPECT_EQ(result.first_a->begin, 6u);
  EXPECT_EQ(result.first_a->end, 9u);
  EXPECT_EQ(result.first_b->end, 11u);
}

TEST(Report, SomethingMissingIsLocatedBehindWhatIsThere) {
  const Comparison result = compare("wc -l a", "wc -l a b");
  EXPECT_THAT(result.why, HasSubstr("nothing vs `b`"));
  ASSERT_TRUE(result.first_b);
  EXPECT_EQ(result.first_b->begin, 8u);
}

TEST(Report, TheSameBytesThatDoNotParseSayWhere) {
  const Comparison result = compare("ls | | wc", "ls | | wc");
  EXPECT_EQ(result.why, "same bytes, which do not parse: 1:6: unexpected '|'");
  ASSERT_TRUE(result.first_a && result.first_b);
  EXPECT_EQ(result.first_a->begin, 5u);
  EXPECT_EQ(result.first_b->begin, 5u);
}

TEST(Report, DifferentNeedsUnderstanding) {
  EXPECT_EQ(compare("ls -l a", "ls -l b").verdict, Equivalence::different);
  EXPECT_EQ(compare("mkdir dir && cd dir", "mkdir dir; cd dir").verdict, Equivalence::unknown);
  EXPECT_EQ(compare("foo a", "foo b").verdict, Equivalence::unknown);
  EXPECT_EQ(compare("foo a | wc -l", "foo a | wc -c").verdict, Equivalence::different);
  EXPECT_EQ(compare("foo a | wc -l", "foo b | wc -l").verdict, Equivalence::unknown);
  EXPECT_EQ(compare("ls $x -l", "ls -l $x").verdict, Equivalence::unknown);
  EXPECT_EQ(compare("cut -c1 f", "sed 's/^\\(.\\).*/\\1/' f").verdict, Equivalence::unknown);
}

TEST(Report, CanonicalFormsAreShellText) {
  const Comparison result = compare("find . -type f -name '*.c'", "find . -name \"*.c\" -type f -print");
  EXPECT_EQ(result.canonical_a, "find . -name '*.c' -type f -print");
  EXPECT_EQ(result.canonical_b, result.canonical_a);
  EXPECT_EQ(canonical_form("ls -l --all 'a b'"), "ls -a -l 'a b'");
  EXPECT_EQ(canonical_form("if ["), "if [");
}

TEST(Report, VerdictsAloneAreTheSameVerdicts) {
  for (const auto& [a, b] : {Same{"ls -la", "ls -al"}, Same{"ls", "ls x"}, Same{"cat f | wc -l", "wc -l < f"},
                             Same{"foo", "bar"}}) {
    const Comparison full = compare(a, b);
    const Comparison quick = compare(a, b, {.detail = Detail::verdict});
    EXPECT_EQ(quick.verdict, full.verdict);
    EXPECT_EQ(quick.score, full.score);
    EXPECT_EQ(quick.method, full.method);
    EXPECT_EQ(quick.why, "");
  }
}

TEST(Report, Names) {
  EXPECT_EQ(to_string(Equivalence::equivalent), "equivalent");
  EXPECT_EQ(to_string(Equivalence::conditionally), "conditionally");
  EXPECT_EQ(to_string(Equivalence::different), "different");
  EXPECT_EQ(to_string(Equivalence::unknown), "unknown");
}

// A user's own table counts as well as the built-in ones.
TEST(Report, TablesOfTheUsersOwn) {
  UtilityTables tables;
  tables.add(R"({"name": "frobnicate", "package": "own", "stdin": "never",
                 "options": [{"names": ["-a", "--all"], "repetition": "idempotent"}, {"names": ["-b"], "repetition": "idempotent"}]})",
             "frobnicate.json");
  EXPECT_EQ(compare("frobnicate -b --all", "frobnicate -ab", {.tables = &tables}).method, "aliases");
  EXPECT_EQ(compare("frobnicate -b --all", "frobnicate -ab").verdict, Equivalence::unknown);
}

TEST(CanonicalForm, ATildeEndsAtASlashThatIsNotQuoted) {
  EXPECT_EQ(canonical_form("ls ~/'a b'"), "ls ~/'a b'");
  EXPECT_EQ(canonical_form("ls -a -l ~/x"), "ls -a -l ~/x");
}

TEST(CanonicalForm, AnEmptyHereDocumentHasNone) {
  EXPECT_EQ(canonical_form("x=$(cat <<E\nE\n)"), "x=$(cat <<E\nE\n)");
}

TEST(CanonicalForm, Conditions) {
  EXPECT_EQ(canonical_form("[[ $x  =  b ]]"), "[[ ${x} == b ]]");
  EXPECT_EQ(canonical_form("[[ -n  $x && ( ! -f f || a < b ) ]]"),
            "[[ ( -n ${x} && ( ! -f f || a < b ) ) ]]");
}

// A form that cannot be typed in again is none.
TEST(CanonicalForm, WhatWouldBeReadAsAnotherHasNone) {
  EXPECT_EQ(canonical_form("v  [\"\"]"), "v '[]'") << "which is what it means";
  EXPECT_EQ(canonical_form("sh -c  $'ls \\001'"), "sh -c  $'ls \\001'");
}

TEST(CanonicalForm, WordsForAnotherHostAreNoOptions) { EXPECT_EQ(canonical_form("ssh c - t"), "ssh c - t"); }

TEST(CanonicalForm, ANameThatHoldsAnEqualsSignIsNoAssignment) {
  EXPECT_EQ(canonical_form("''a=`date` -u"), "''a=$(date) -u");
  EXPECT_EQ(canonical_form("$a='' -u"), "${a}= -u");
}

}  // namespace
}  // namespace assay
