// SPDX-License-Identifier: Apache-2.0
// The parts of a comparison other than its verdict.
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

// The bytes of `command` at the place of the difference.
std::string at(const std::optional<TextRange>& place, std::string_view command) {
  return place ? std::string(command.substr(place->begin, place->end - place->begin)) : "nowhere";
}

void expect_parting(std::string_view a, std::string_view b, std::string_view why, std::string_view at_a,
                    std::string_view at_b) {
  const Comparison result = compare(a, b);
  EXPECT_THAT(result.why, testing::EndsWith(why)) << a << "\n" << b;
  EXPECT_EQ(at(result.first_a, a), at_a) << a << "\n" << b;
  EXPECT_EQ(at(result.first_b, b), at_b) << a << "\n" << b;
}

TEST(Report, ScriptsPartWithinACommand) {
  expect_parting("sed 's/a/b/g' f", "sed 's/a/c/g' f", "`b` vs `c`", "b", "c");
  expect_parting("sed 's/an/b/' f", "sed 's/an/c/' f", "`s/an/b/` vs `s/an/c/`, which part at `b` vs `c`",
                 "b", "c");
  expect_parting("sed '1d;s/x/y/' f", "sed '1d;s/x/z/' f", ", which part at `y` vs `z`", "y", "z");
  expect_parting("sed '1d;2p' f", "sed '1d;$s/x/z/' f", ", which part at `2p` vs `$s/x/z/`", "2p", "$s/x/z/");
}

TEST(Report, ProgramsPartAtTheirWords) {
  expect_parting("awk '{print$1,$2}' f", "awk '{print$1,$3}' f", ", which part at `2` vs `3`", "2", "3");
  expect_parting("awk '{ print $1, $2 }' f", "awk '{ print $1, $10 }' f", ", which part at `2` vs `10`",
                 "'{ print $1, $2 }'", "'{ print $1, $10 }'");
}

TEST(Report, PatternsPartAtTheirCharactersAndPathsAtTheirNames) {
  expect_parting("grep '^ab*c$' f", "grep '^ab*d$' f", ", which part at `c` vs `d`", "c", "d");
  expect_parting("find . -name '*.c'", "find . -name '*.cc'", ", which part at nothing vs `c`", "", "c");
  expect_parting("cat /var/log/syslog", "cat /var/log/messages", ", which part at `syslog` vs `messages`",
                 "syslog", "messages");
  expect_parting("cat one", "cat two", "`one` vs `two`", "one", "two");
}

TEST(Report, OptionsThatOneCommandHasAreSaidInWords) {
  const auto why = [](std::string_view a, std::string_view b) { return compare(a, b).why; };
  EXPECT_THAT(why("grep x d", "grep -r x d"), HasSubstr("; only the second searches subfolders"));
  EXPECT_THAT(
      why("grep -riv x d", "grep x d"),
      HasSubstr("; only the first ignores case, takes lines that do not match and searches subfolders"));
  EXPECT_THAT(why("gzip -dk f", "gzip -d f"), HasSubstr("; only the first keeps the input files"));
  EXPECT_THAT(why("ls -S d", "ls -t d"),
              HasSubstr("; the first asks for an order by size; the second asks for an order by time"));
  EXPECT_THAT(why("ls | grep -v x | wc -l", "ls | grep x | wc -l"),
              HasSubstr("; only the first takes lines that do not match"));
}

TEST(Report, WhatNoTableKnowsIsNotSaid) {
  const auto why = [](std::string_view a, std::string_view b) { return compare(a, b).why; };
  EXPECT_THAT(why("grep -r x .", "grep x *"),
              testing::AllOf(HasSubstr("`-r`"), HasSubstr("; the first searches subfolders")))
      << "the pattern may stand for an option";
  EXPECT_THAT(why("ls -S d", "ls --hyperlink d"), testing::EndsWith("; the first asks for an order by size"));
  EXPECT_THAT(why("ls -D d", "ls d"), testing::Not(HasSubstr("only")));
  EXPECT_THAT(why("head -n 5 f", "head -n 6 f"), testing::EndsWith("`5` vs `6`"));
  EXPECT_THAT(why("grep -r x d", "egrep -r y d"), testing::Not(HasSubstr("subfolders")));
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

// A user's own table counts like the built-in ones.
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
  EXPECT_EQ(canonical_form("[[ $x  =  b* ]]"), "[[ ${x} == b* ]]");
  EXPECT_EQ(canonical_form("[[ -n  $x && ( ! -f f || a < b ) ]]"),
            "[[ ( -n ${x} && ( ! -f f || a < b ) ) ]]");
}

// A form that cannot be typed in again does not count as one.
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
