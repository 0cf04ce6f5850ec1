// SPDX-License-Identifier: Apache-2.0
// The sub-languages on their own: pure text in, pure text out.
#include <gtest/gtest.h>

#include "languages/awk_program.h"
#include "languages/pattern.h"
#include "languages/sed_script.h"
#include "languages/values.h"

namespace assay::equivalence {
namespace {

using Alternatives = std::vector<std::string>;

TEST(Mode, OctalAndSymbolicModesThatDoTheSame) {
  EXPECT_EQ(canonical_mode("u=rwx,go=rx"), "755");
  EXPECT_EQ(canonical_mode("0755"), "755");
  EXPECT_EQ(canonical_mode("a=rw"), "666");
  EXPECT_EQ(canonical_mode("000"), "0");
  EXPECT_EQ(canonical_mode("gu+r"), canonical_mode("ug+r"));
  EXPECT_EQ(canonical_mode("g-w,o-w"), canonical_mode("go-w"));
  EXPECT_EQ(canonical_mode("u+x,u-x"), canonical_mode("u-x"));
  EXPECT_EQ(canonical_mode("u=rw,go="), "600");
}

// Five digits clear a folder's set-ID bits, four leave them; a mode without a class depends on the umask.
TEST(Mode, ModesThatDiffer) {
  EXPECT_NE(canonical_mode("00755"), canonical_mode("755"));
  EXPECT_EQ(canonical_mode("00755"), canonical_mode("000755"));
  EXPECT_NE(canonical_mode("+x"), canonical_mode("a+x"));
  EXPECT_NE(canonical_mode("u=rw"), canonical_mode("u+rw,u-x"));
  EXPECT_NE(canonical_mode("g=u,u=r"), canonical_mode("u=r,g=u"));
  EXPECT_NE(canonical_mode("a+X"), canonical_mode("a+x"));
  EXPECT_FALSE(canonical_mode("rwx"));
  EXPECT_FALSE(canonical_mode("778"));
  EXPECT_FALSE(canonical_mode(""));
}

TEST(Mode, CanonicalModesAreTheirOwn) {
  for (const char* mode :
       {"755", "u=rwx,go=rx", "g-w,o-w", "ug+r", "u=rw,g=r", "00755", "a+s", "+t", "o=t", "u+x,g=u", "-x"}) {
    const auto once = canonical_mode(mode);
    ASSERT_TRUE(once) << mode;
    EXPECT_EQ(canonical_mode(*once), once) << mode;
  }
}

TEST(Mode, BitsOfFind) {
  EXPECT_EQ(permission_bits("u+x"), "100");
  EXPECT_EQ(permission_bits("0644"), "644");
  EXPECT_EQ(permission_bits("a=x"), "111");
  EXPECT_FALSE(permission_bits("a+X"));
}

TEST(Signal, NamesAndNumbers) {
  EXPECT_EQ(canonical_signal("9"), "KILL");
  EXPECT_EQ(canonical_signal("sigkill"), "KILL");
  EXPECT_EQ(canonical_signal("Term"), "TERM");
  EXPECT_EQ(canonical_signal("0"), "0");
  EXPECT_FALSE(canonical_signal("64"));
  EXPECT_FALSE(canonical_signal("FOO"));
  EXPECT_FALSE(canonical_signal(""));
}

TEST(Values, NumbersSizesAndTimes) {
  EXPECT_EQ(canonical_integer("007"), "7");
  EXPECT_EQ(canonical_integer("+05"), "+5");
  EXPECT_FALSE(canonical_integer("5k"));
  EXPECT_EQ(canonical_size("1K"), "1024");
  EXPECT_EQ(canonical_size("1kB"), "1000");
  EXPECT_EQ(canonical_size("+2b"), "+1024");
  EXPECT_FALSE(canonical_size("99999999999E"));
  EXPECT_EQ(canonical_duration("2m"), "120");
  EXPECT_EQ(canonical_duration("1.50"), "1.5");
  EXPECT_EQ(canonical_duration("1.0s"), "1");
  EXPECT_FALSE(canonical_duration("1.5m"));
  EXPECT_EQ(canonical_list("b,a,b"), "a,b");
}

TEST(FieldList, RangesAreASet) {
  EXPECT_EQ(canonical_field_list("3,1"), "1,3");
  EXPECT_EQ(canonical_field_list("2-4,3-6"), "2-6");
  EXPECT_EQ(canonical_field_list("1,2"), "1,2");
  EXPECT_EQ(merged_field_list("1,2,3"), "1-3");
  EXPECT_EQ(merged_field_list("3-,1-2"), "1-");
  EXPECT_FALSE(canonical_field_list("0"));
  EXPECT_FALSE(canonical_field_list("3-1"));
  EXPECT_FALSE(canonical_field_list("-"));
}

TEST(Regex, AlternativesInOneSpelling) {
  using enum RegexDialect;
  EXPECT_EQ(regex_alternatives("b\\|a", basic, LetterCase::counts), (Alternatives{"a", "b"}));
  EXPECT_EQ(regex_alternatives("(b|(a))", extended, LetterCase::counts), (Alternatives{"a", "b"}));
  EXPECT_EQ(regex_alternatives("a.b\n$x", fixed, LetterCase::counts), (Alternatives{"\\$x", "a\\.b"}));
  EXPECT_EQ(regex_alternatives("*a", basic, LetterCase::counts), (Alternatives{"\\*a"}));
  EXPECT_EQ(regex_alternatives("x+", extended, LetterCase::counts),
            regex_alternatives("xx*", basic, LetterCase::counts));
  EXPECT_EQ(regex_alternatives("a\\{2,3\\}", basic, LetterCase::counts),
            regex_alternatives("aaa?", extended, LetterCase::counts));
  EXPECT_EQ(regex_alternatives("(ab){2}", extended, LetterCase::counts), (Alternatives{"abab"}));
  EXPECT_EQ(regex_alternatives("a^b$", basic, LetterCase::counts), (Alternatives{"a\\^b$"}));
  EXPECT_EQ(regex_alternatives("\\w", basic, LetterCase::counts), (Alternatives{"[_[:alnum:]]"}));
  EXPECT_EQ(regex_alternatives("[]a]", basic, LetterCase::counts), (Alternatives{"[]a]"}));
  EXPECT_EQ(regex_alternatives("FoO", extended, LetterCase::folded), (Alternatives{"foo"}));
}

TEST(Regex, WhatIsLeftAlone) {
  using enum RegexDialect;
  for (const char* pattern :
       {"(a)\\1", "a**", "*a", "a|*b", "(a", "a)", "\\d", "a{", "a{3,2}", "[a", "a\\", "^*", "\\n"}) {
    EXPECT_FALSE(regex_alternatives(pattern, extended, LetterCase::counts)) << pattern;
  }
  for (const char* pattern : {"\\(a", "a\\)", "\\{2\\}", "a\\{1", "[a"}) {
    EXPECT_FALSE(regex_alternatives(pattern, basic, LetterCase::counts)) << pattern;
  }
}

TEST(SedScript, OneSpelling) {
  EXPECT_EQ(canonical_sed_script(" 1,3 p ; $ d "), "1,3p;$d");
  EXPECT_EQ(canonical_sed_script("s|a|b|pg"), "s/a/b/gp");
  EXPECT_EQ(canonical_sed_script("s|a/|b|"), "s/a\\//b/");
  EXPECT_EQ(canonical_sed_script("/x/{p;d}"), "/x/{p;d}");
  EXPECT_EQ(canonical_sed_script("1!G;h;$!d"), "1!G;h;$!d");
  EXPECT_EQ(canonical_sed_script("2~3p"), "2~3p");
  EXPECT_FALSE(canonical_sed_script("a text"));
  EXPECT_FALSE(canonical_sed_script("w file"));
  EXPECT_FALSE(canonical_sed_script("s/a/b"));
  EXPECT_FALSE(canonical_sed_script("/x/{p"));
  EXPECT_FALSE(canonical_sed_script("p}"));
  EXPECT_FALSE(canonical_sed_script("1,p"));
  EXPECT_FALSE(canonical_sed_script(",5p"));
  EXPECT_FALSE(canonical_sed_script("#n"));
}

TEST(SedScript, FirstAndLastLines) {
  EXPECT_EQ(first_lines("3q", Printing::all)->lines, "3");
  EXPECT_EQ(first_lines("4,$d", Printing::all)->lines, "3");
  EXPECT_EQ(first_lines("1,3p", Printing::on_demand)->utility, "head");
  EXPECT_EQ(first_lines("5,$p", Printing::on_demand)->lines, "+5");
  EXPECT_FALSE(first_lines("3q", Printing::on_demand));
  EXPECT_FALSE(first_lines("3p", Printing::on_demand));
  EXPECT_FALSE(first_lines("1,$d", Printing::all));
}

TEST(AwkProgram, OneSpelling) {
  EXPECT_EQ(canonical_awk_program("{ print $1 , $2 }"), "{print$1,$2}");
  EXPECT_EQ(canonical_awk_program("/x/ { print ; }"), "/x/");
  EXPECT_EQ(canonical_awk_program("{print a  b}"), "{print v1 v2}");
  EXPECT_EQ(canonical_awk_program("{print $(NF) \"x\"}"), canonical_awk_program("{print $NF \"x\"}"));
  EXPECT_FALSE(canonical_awk_program("{ print # comment\n }"));
  EXPECT_FALSE(canonical_awk_program("{ print \"x }"));
  EXPECT_FALSE(canonical_awk_program("function f(){print}"));
  EXPECT_FALSE(canonical_awk_program(""));
}

TEST(CharacterSet, RangesAndEscapes) {
  EXPECT_EQ(character_set("a-c"), "abc");
  EXPECT_EQ(character_set("\\n\\101"), "\nA");
  EXPECT_EQ(character_set("a-"), "a-");
  EXPECT_EQ(character_set("[a-c]"), "[abc]");
  EXPECT_FALSE(character_set("[:alpha:]"));
  EXPECT_FALSE(character_set("[x*3]"));
  EXPECT_FALSE(character_set("c-a"));
}

}  // namespace
}  // namespace assay::equivalence
