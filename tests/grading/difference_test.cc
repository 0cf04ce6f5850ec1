// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/difference.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/internal/text.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST(UnifiedDiff, OneLineCommands) { EXPECT_EQ(unified_diff("ls -l", "ls -a"), "-ls -l\n+ls -a\n"); }

TEST(UnifiedDiff, LinesInCommonHaveABlankPrefix) {
  EXPECT_EQ(unified_diff("cd d\nls -l\npwd", "cd d\nls -a\npwd"), " cd d\n-ls -l\n+ls -a\n pwd\n");
  EXPECT_EQ(unified_diff("a\nb", "b"), "-a\n b\n");
  EXPECT_EQ(unified_diff("b", "a\nb"), "+a\n b\n");
}

TEST(UnifiedDiff, Coloured) {
  EXPECT_EQ(unified_diff("a", "b", Colour::ansi), "\x1b[31m-a\x1b[0m\n\x1b[32m+b\x1b[0m\n");
}

TEST(UnifiedDiff, EmptySides) {
  EXPECT_EQ(unified_diff("", ""), "");
  EXPECT_EQ(unified_diff("", "ls"), "+ls\n");
  EXPECT_EQ(unified_diff("ls", ""), "-ls\n");
}

TEST(WordDiff, MarksWordsOfEitherSide) {
  EXPECT_EQ(word_diff("find . -name '*.txt'", "find /tmp -name '*.txt' -print"),
            "find [-.-] {+/tmp+} -name '*.txt' {+-print+}");
  EXPECT_EQ(word_diff("cat f", "cat f"), "cat f");
  EXPECT_EQ(word_diff("", "ls"), "{+ls+}");
}

TEST(WordDiff, QuotedStringsAreOneWord) {
  EXPECT_EQ(word_diff("grep 'a b' f", "grep 'a c' f"), "grep [-'a b'-] {+'a c'+} f");
  EXPECT_EQ(word_diff("grep a\\ b f", "grep a\\ c f"), "grep [-a\\ b-] {+a\\ c+} f");
}

TEST(WordDiff, AnUnclosedQuoteIsAPlainByte) {
  EXPECT_EQ(word_diff("echo it's ok", "echo it's bad"), "echo it's [-ok-] {+bad+}");
}

TEST(WordDiff, Coloured) {
  EXPECT_EQ(word_diff("ls -l x", "ls -a x", Colour::ansi),
            "ls \x1b[31m[--l-]\x1b[0m \x1b[32m{+-a+}\x1b[0m x");
}

TEST(WordDiff, IsPaintedLaterAlike) {
  EXPECT_EQ(painted_changes(word_diff("ls -l x", "ls -a x"), Colour::ansi),
            word_diff("ls -l x", "ls -a x", Colour::ansi));
  EXPECT_EQ(painted_changes("x", Colour::ansi), "x");
  EXPECT_EQ(painted_changes("[-x-]", Colour::none), "[-x-]");
  EXPECT_EQ(painted_changes("if [-f {+y+}", Colour::ansi), "if [-f {+y+}") << "a mark that never ends";
}

TEST(WordDiff, SaysWhereOnlyBlanksDiffer) {
  EXPECT_EQ(word_diff("ls  -l", "ls -l"), "ls -l (the same words; blanks differ)");
}

TEST(ExplainDifference, ShowsBothCommandsAboveTheChanges) {
  EXPECT_EQ(explain_difference("ls -la *.txt", "ls -l *.txt\n"),
            "- expected:  ls -la *.txt\n"
            "+ generated: ls -l *.txt\n"
            "  changes:   ls [--la-] {+-l+} *.txt\n");
}

TEST(ExplainDifference, CommandsOfSeveralLines) {
  EXPECT_EQ(explain_difference("cd d\nls", "cd d"),
            "expected:\n    cd d\n    ls\ngenerated:\n    cd d\nchanges:\n cd d\n-ls\n");
}

TEST(Difference, AnyBytesGivePrintableText) {
  using namespace std::string_literals;
  const std::string hostile = "ls \x1b[2J\xff\x00'\x07 \xe2\x80\xae"s;
  for (const std::string& text : {unified_diff("ls", hostile), word_diff("ls", hostile),
                                  explain_difference("ls", hostile), explain_difference("a\nb", hostile)}) {
    EXPECT_TRUE(is_utf8(text));
    EXPECT_EQ(text, printable(text));
  }
}

TEST(Difference, LongCommandsAreCutAndItIsSaid) {
  std::string a;
  std::string b;
  while (a.size() < (1u << 20)) {
    a += "a" + std::to_string(a.size()) + " ";
    b += "b" + std::to_string(b.size()) + "\n";
  }
  for (const std::string& text :
       {unified_diff(a, b), word_diff(a, b), explain_difference(a, b), explain_difference(a, a + "x")}) {
    EXPECT_THAT(text, HasSubstr("only the first 16 KiB"));
    EXPECT_LT(text.size(), 100'000u);
  }
  EXPECT_THAT(explain_difference(a, a + "x"), HasSubstr("more bytes …]"));
}

TEST(WordDiff, ComparesAThousandWords) {
  std::string words;
  for (int i = 0; i < 999; ++i) words += "w ";
  const std::string cut = "only the first";
  EXPECT_THAT(word_diff(words + "a", words + "b"), AllOf(HasSubstr("[-a-] {+b+}"), Not(HasSubstr(cut))));
  EXPECT_THAT(word_diff(words + "w a w", words + "w b w"), AllOf(Not(HasSubstr("[-a-]")), HasSubstr(cut)));
}

TEST(Difference, ShortCommandsAreNotCut) {
  EXPECT_THAT(word_diff("ls", "cat"), Not(HasSubstr("only the first")));
}

TEST(WordDistance, CountsDeletionsAndInsertions) {
  EXPECT_EQ(word_distance("ls -l x", "ls -l x"), 0u);
  EXPECT_EQ(word_distance("ls -l x", "ls -a x"), 2u);
  EXPECT_EQ(word_distance("ls", "ls -a x"), 2u);
  EXPECT_EQ(word_distance("ls -a x", "ls"), 2u);
}

TEST(Nearest, IsTheSmallestDistanceAndTheFirstOfEquals) {
  const std::vector<std::string> accepted = {"find . -name x", "ls -l x", "ls -a y"};
  EXPECT_EQ(nearest(accepted, "ls -l y"), 1u);
  EXPECT_EQ(nearest(accepted, "ls -a y z"), 2u);
  EXPECT_EQ(nearest(accepted, "find . -name y"), 0u);
}

}  // namespace
}  // namespace assay
