// SPDX-License-Identifier: Apache-2.0
#include "text.h"

#include <gtest/gtest.h>

#include <string>

#include "tokens.h"

namespace assay {
namespace {

struct Pair {
  std::string name;
  std::string a;
  std::string b;
};

void PrintTo(const Pair& pair, std::ostream* out) { *out << pair.a << "  ⟷  " << pair.b; }

class SameButBlanks : public testing::TestWithParam<Pair> {};
class NotProvenTheSame : public testing::TestWithParam<Pair> {};
std::string name_of(const testing::TestParamInfo<Pair>& info) { return info.param.name; }

TEST_P(SameButBlanks, InBothDirections) {
  EXPECT_TRUE(same_but_blanks(GetParam().a, GetParam().b));
  EXPECT_TRUE(same_but_blanks(GetParam().b, GetParam().a));
  EXPECT_FALSE(same_bytes(GetParam().a, GetParam().b));
}

INSTANTIATE_TEST_SUITE_P(
    Text, SameButBlanks,
    testing::Values(Pair{"RunsOfBlanks", "ls   -l", "ls -l"},
                    Pair{"TabsAreBlanks", "ls\t-l\t dir", "ls -l dir"},
                    Pair{"BlanksBesidePipes", "cat a|sort|uniq", "cat a | sort | uniq"},
                    Pair{"BlanksBesideListOperators", "a&&b||c;d", "a && b || c; d"},
                    Pair{"BlanksBesideParentheses", "( cd dir ; ls )", "(cd dir; ls)"},
                    Pair{"BlankAfterRedirection", "grep foo a 2>/dev/null", "grep foo a 2> /dev/null"},
                    Pair{"BlankBeforeRedirectionOfAWord", "echo a>f", "echo a > f"},
                    Pair{"QuotedBlanksStayTheSame", "grep  'a  b' f", "grep 'a  b'  f"},
                    Pair{"SubstitutionsAreKeptWhole", "echo  $(ls  -l)  x", "echo $(ls  -l) x"},
                    Pair{"ProcessSubstitution", "diff  <(a)  <(b)", "diff <(a) <(b)"},
                    Pair{"ContinuedLineBetweenBlanks", "find . \\\n  -name x", "find . -name x"},
                    Pair{"BlankLines", "ls\n\n\npwd", "ls\npwd"},
                    Pair{"CommentsStayTheSame", "ls  # a  b", "ls # a  b"},
                    Pair{"BackquotesAreKeptWhole", "echo  `ls  -l`", "echo `ls  -l`"},
                    Pair{"NestedQuotes", "echo  \"$(echo \"a  b\")\" c", "echo \"$(echo \"a  b\")\"  c"},
                    Pair{"HereString", "cat  <<<  'a  b'", "cat <<< 'a  b'"}),
    name_of);

TEST_P(NotProvenTheSame, InBothDirections) {
  EXPECT_FALSE(same_but_blanks(GetParam().a, GetParam().b));
  EXPECT_FALSE(same_but_blanks(GetParam().b, GetParam().a));
}

INSTANTIATE_TEST_SUITE_P(
    Text, NotProvenTheSame,
    testing::Values(
        Pair{"BlanksInSingleQuotes", "grep 'foo one' a", "grep 'foo  one' a"},
        Pair{"BlanksInDoubleQuotes", "grep \"a b\" f", "grep \"a  b\" f"},
        Pair{"BlanksInDollarQuotes", "echo $'a\\' b'", "echo $'a\\'  b'"},
        Pair{"EscapedBlanks", "ls a\\ b", "ls a b"}, Pair{"EscapedBlankAndAnother", "ls a\\  b", "ls a\\ b"},
        Pair{"TrailingEscapedBlank", "echo a\\ ", "echo a\\"},
        Pair{"BlanksInSubstitutions", "echo \"$(echo 'a b')\"", "echo \"$(echo 'a  b')\""},
        Pair{"BlanksInBackquotes", "echo `echo 'a b'`", "echo `echo 'a  b'`"},
        Pair{"BlanksInParameterDefaults", "echo ${x:-'a b'}", "echo ${x:-'a  b'}"},
        Pair{"AWordSplitInTwo", "find d -exec wc {} \\;", "find d -exec wc {}\\;"},
        Pair{"DescriptorOrArgument", "ls a 2>err", "ls a 2 >err"},
        Pair{"NamedDescriptorOrArgument", "exec {fd}>err", "exec {fd} >err"},
        Pair{"TestBracketNeedsBlanks", "[ -f a ] && b", "[-f a ] && b"},
        Pair{"HashInAWord", "echo a#b", "echo a #b"}, Pair{"BlanksInComments", "ls # a b", "ls # a  b"},
        Pair{"EscapedOperator", "echo a > out", "echo a \\> out"},
        Pair{"NewlineIsNoBlank", "ls\npwd", "ls pwd"}, Pair{"OneAndOrTwo", "a && b", "a & & b"},
        Pair{"OneOrOrTwo", "a || b", "a | | b"}, Pair{"BackgroundOrBothRedirected", "a &>f", "a & >f"},
        Pair{"Clobbering", "a >| f", "a > | f"}, Pair{"ProcessSubstitutionOrSubshell", "a <(b)", "a < (b)"},
        Pair{"HereDocument", "cat <<E\na b\nE", "cat  <<E\na b\nE"},
        Pair{"UnterminatedQuote", "echo 'a  b", "echo 'a b"},
        Pair{"QuotesInsideQuotedParameters", "echo \"${x:-'a }\"  'b  c'", "echo \"${x:-'a }\" 'b  c'"},
        Pair{"RegexOfATest", "[[ $x =~ a|b ]]", "[[ $x =~ a | b ]]"},
        Pair{"ArithmeticOrSubshells", "((a))", "( (a))"}, Pair{"ArrayElements", "a=(x  y)", "a=(x y)"},
        Pair{"Subscripts", "a[x  y]=1", "a[x y]=1"}, Pair{"ExtendedGlobs", "ls @(a| b)", "ls @(a|b)"},
        Pair{"ContinuationInsideAWord", "ls a\\\nb", "ls ab"},
        Pair{"ContinuationJoiningADescriptor", "ls 2\\\n>f", "ls 2\\\n >f"},
        Pair{"CaseInsideASubstitution", "echo \"$(case x in x) echo \"b c\";; esac)\"",
             "echo \"$(case x in x) echo \"b  c\";; esac)\""},
        Pair{"CommentInsideASubstitution", "echo $(a # )\n'b c')", "echo $(a # )\n'b  c')"}),
    name_of);

TEST(SameBytes, TrimsBothSides) {
  EXPECT_TRUE(same_bytes("  ls -l\n", "ls -l"));
  EXPECT_FALSE(same_bytes("ls -l", "ls  -l"));
  EXPECT_TRUE(same_bytes("", " \n"));
}

TEST(TrimmedCommand, KeepsAnEscapedTrailingBlank) {
  EXPECT_EQ(trimmed_command(" echo a\\  "), "echo a\\ ");
  EXPECT_EQ(trimmed_command("echo a\\\\ "), "echo a\\\\");
}

// A trailing blank makes the delimiter a different word, and an empty line belongs to the document.
TEST(TrimmedCommand, KeepsWhatStandsBehindAHereDocument) {
  EXPECT_FALSE(same_bytes("cat <<E\na\nE ", "cat <<E\na\nE"));
  EXPECT_FALSE(same_bytes("cat <<E\na\n\n", "cat <<E\na"));
  EXPECT_FALSE(same_but_blanks("cat <<E\na\nE ", "cat <<E\na\nE"));
  EXPECT_TRUE(same_bytes(" cat <<E\na\nE\n", "cat <<E\na\nE\n"));
  EXPECT_TRUE(same_bytes("cat <<< a\n", "cat <<< a"));
}

TEST(SameButBlanks, IsLinearOnLongCommands) {
  std::string a = "echo";
  std::string b = "echo";
  for (int i = 0; i < 100'000; ++i) {
    a += " word";
    b += "  word";
  }
  EXPECT_TRUE(same_but_blanks(a, b));
}

TEST(TokensOf, AnyBytesAreCutInOrderOrRejected) {
  constexpr std::string_view kAlphabet = " \t\n\\'\"`$(){}[]<>|&;#=a1-\xff";
  unsigned state = 1;
  for (int round = 0; round < 20'000; ++round) {
    std::string text;
    for (unsigned length = round % 24; length > 0; --length) {
      state = state * 1664525u + 1013904223u;
      text += kAlphabet[(state >> 16) % kAlphabet.size()];
    }
    const auto tokens = tokens_of(text);
    if (!tokens) continue;
    const char* end = text.data();
    for (const Token& each : *tokens) {
      ASSERT_FALSE(each.text.empty()) << text;
      ASSERT_GE(each.text.data(), end) << text;
      end = each.text.data() + each.text.size();
    }
    ASSERT_LE(end, text.data() + text.size()) << text;
  }
}

TEST(SameButBlanks, GivesUpOnDeepNesting) {
  std::string a = "echo ";
  for (int i = 0; i < 100'000; ++i) a += "$(";
  EXPECT_FALSE(same_but_blanks(a, a + " x"));
}

}  // namespace
}  // namespace assay
