// SPDX-License-Identifier: Apache-2.0
#include "text.h"

#include <gtest/gtest.h>

#include <string>

namespace assay {
namespace {

struct TextPair {
  std::string name;
  std::string a;
  std::string b;
};

void PrintTo(const TextPair& pair, std::ostream* out) { *out << pair.a << "  ⟷  " << pair.b; }

class SameButBlanks : public testing::TestWithParam<TextPair> {};
class NotProvenTheSame : public testing::TestWithParam<TextPair> {};
std::string name_of(const testing::TestParamInfo<TextPair>& info) { return info.param.name; }

TEST_P(SameButBlanks, InBothDirections) {
  EXPECT_TRUE(same_but_blanks(GetParam().a, GetParam().b));
  EXPECT_TRUE(same_but_blanks(GetParam().b, GetParam().a));
  EXPECT_FALSE(same_bytes(GetParam().a, GetParam().b));
}

INSTANTIATE_TEST_SUITE_P(
    Text, SameButBlanks,
    testing::Values(TextPair{"RunsOfBlanks", "ls   -l", "ls -l"},
                    TextPair{"TabsAreBlanks", "ls\t-l\t dir", "ls -l dir"},
                    TextPair{"BlanksBesidePipes", "cat a|sort|uniq", "cat a | sort | uniq"},
                    TextPair{"BlanksBesideListOperators", "a&&b||c;d", "a && b || c; d"},
                    TextPair{"BlanksBesideParentheses", "( cd dir ; ls )", "(cd dir; ls)"},
                    TextPair{"BlankAfterRedirection", "grep foo a 2>/dev/null", "grep foo a 2> /dev/null"},
                    TextPair{"BlankBeforeRedirectionOfAWord", "echo a>f", "echo a > f"},
                    TextPair{"QuotedBlanksStayTheSame", "grep  'a  b' f", "grep 'a  b'  f"},
                    TextPair{"SubstitutionsAreKeptWhole", "echo  $(ls  -l)  x", "echo $(ls  -l) x"},
                    TextPair{"ProcessSubstitution", "diff  <(a)  <(b)", "diff <(a) <(b)"},
                    TextPair{"ContinuedLineBetweenBlanks", "find . \\\n  -name x", "find . -name x"},
                    TextPair{"BlankLines", "ls\n\n\npwd", "ls\npwd"},
                    TextPair{"CommentsStayTheSame", "ls  # a  b", "ls # a  b"},
                    TextPair{"BackquotesAreKeptWhole", "echo  `ls  -l`", "echo `ls  -l`"},
                    TextPair{"NestedQuotes", "echo  \"$(echo \"a  b\")\" c", "echo \"$(echo \"a  b\")\"  c"},
                    TextPair{"HereString", "cat  <<<  'a  b'", "cat <<< 'a  b'"}),
    name_of);

TEST_P(NotProvenTheSame, InBothDirections) {
  EXPECT_FALSE(same_but_blanks(GetParam().a, GetParam().b));
  EXPECT_FALSE(same_but_blanks(GetParam().b, GetParam().a));
}

INSTANTIATE_TEST_SUITE_P(
    Text, NotProvenTheSame,
    testing::Values(TextPair{"BlanksInSingleQuotes", "grep 'foo one' a", "grep 'foo  one' a"},
                    TextPair{"BlanksInDoubleQuotes", "grep \"a b\" f", "grep \"a  b\" f"},
                    TextPair{"BlanksInDollarQuotes", "echo $'a\\' b'", "echo $'a\\'  b'"},
                    TextPair{"EscapedBlanks", "ls a\\ b", "ls a b"},
                    TextPair{"EscapedBlankAndAnother", "ls a\\  b", "ls a\\ b"},
                    TextPair{"TrailingEscapedBlank", "echo a\\ ", "echo a\\"},
                    TextPair{"BlanksInSubstitutions", "echo \"$(echo 'a b')\"", "echo \"$(echo 'a  b')\""},
                    TextPair{"BlanksInBackquotes", "echo `echo 'a b'`", "echo `echo 'a  b'`"},
                    TextPair{"BlanksInParameterDefaults", "echo ${x:-'a b'}", "echo ${x:-'a  b'}"},
                    TextPair{"AWordSplitInTwo", "find d -exec wc {} \\;", "find d -exec wc {}\\;"},
                    TextPair{"DescriptorOrArgument", "ls a 2>err", "ls a 2 >err"},
                    TextPair{"NamedDescriptorOrArgument", "exec {fd}>err", "exec {fd} >err"},
                    TextPair{"TestBracketNeedsBlanks", "[ -f a ] && b", "[-f a ] && b"},
                    TextPair{"HashInAWord", "echo a#b", "echo a #b"},
                    TextPair{"BlanksInComments", "ls # a b", "ls # a  b"},
                    TextPair{"EscapedOperator", "echo a > out", "echo a \\> out"},
                    TextPair{"NewlineIsNoBlank", "ls\npwd", "ls pwd"},
                    TextPair{"OneAndOrTwo", "a && b", "a & & b"}, TextPair{"OneOrOrTwo", "a || b", "a | | b"},
                    TextPair{"BackgroundOrBothRedirected", "a &>f", "a & >f"},
                    TextPair{"Clobbering", "a >| f", "a > | f"},
                    TextPair{"ProcessSubstitutionOrSubshell", "a <(b)", "a < (b)"},
                    TextPair{"HereDocument", "cat <<E\na b\nE", "cat  <<E\na b\nE"},
                    TextPair{"UnterminatedQuote", "echo 'a  b", "echo 'a b"},
                    TextPair{"QuotesInsideQuotedParameters", "echo \"${x:-'a }\"  'b  c'",
                             "echo \"${x:-'a }\" 'b  c'"},
                    TextPair{"RegexOfATest", "[[ $x =~ a|b ]]", "[[ $x =~ a | b ]]"},
                    TextPair{"ArithmeticOrSubshells", "((a))", "( (a))"},
                    TextPair{"ArrayElements", "a=(x  y)", "a=(x y)"},
                    TextPair{"Subscripts", "a[x  y]=1", "a[x y]=1"},
                    TextPair{"ExtendedGlobs", "ls @(a| b)", "ls @(a|b)"},
                    TextPair{"ContinuationInsideAWord", "ls a\\\nb", "ls ab"},
                    TextPair{"ContinuationJoiningADescriptor", "ls 2\\\n>f", "ls 2\\\n >f"},
                    TextPair{"CaseInsideASubstitution", "echo \"$(case x in x) echo \"b c\";; esac)\"",
                             "echo \"$(case x in x) echo \"b  c\";; esac)\""},
                    TextPair{"CommentInsideASubstitution", "echo $(a # )\n'b c')", "echo $(a # )\n'b  c')"}),
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
