// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/printed_text.h"

#include <gtest/gtest.h>

#include "assay/internal/shell.h"
#include "assay/internal/word.h"

namespace assay::shell {
namespace {

// What the last command of a pipeline gets; "?" if it is not known.
std::string handed(const char* text) {
  const Parsed parsed = parse(text);
  EXPECT_TRUE(parsed) << text << ": " << parsed.error.value_or(ParseError{}).message;
  const TextOf text_of = [](const Word& word) { return literal_value(word); };
  KnownText known;
  const auto& commands = parsed.tree.items.front().links.front().pipeline.commands;
  for (std::size_t i = 0; i + 1 < commands.size(); ++i) known = printed_text(commands[i], known, text_of);
  const KnownText input = input_text(commands.back(), known, text_of);
  return input ? *input : "?";
}

TEST(PrintedText, OfEchoIsItsWords) {
  EXPECT_EQ(handed("echo a 'b  c' | x"), "a b  c\n");
  EXPECT_EQ(handed("echo | x"), "\n");
  EXPECT_EQ(handed("/bin/echo -n a | x"), "a");
  EXPECT_EQ(handed("echo 'a\\nb' | x"), "a\\nb\n");
  EXPECT_EQ(handed("echo -en 'a\\nb' | x"), "a\nb");
  EXPECT_EQ(handed("echo -e -E 'a\\nb' | x"), "a\\nb\n");
  EXPECT_EQ(handed("echo - -x -n | x"), "- -x -n\n");
  EXPECT_EQ(handed("A=1 echo a | x"), "a\n");
}

TEST(PrintedText, OfPrintfIsItsFormatAsOftenAsArgumentsNeed) {
  EXPECT_EQ(handed("printf 'a\\tb%%\\n' | x"), "a\tb%\n");
  EXPECT_EQ(handed("printf '%s\\n' a 'b c' | x"), "a\nb c\n");
  EXPECT_EQ(handed("printf '%s-%s.' a b c | x"), "a-b.c-.");
  EXPECT_EQ(handed("printf '%5s|%03d' a 1 | x"), "a|1") << "without widths";
  EXPECT_EQ(handed("printf '%b' 'a\\nb' | x"), "a\nb");
  EXPECT_EQ(handed("printf -- '%s' a | x"), "a");
  EXPECT_EQ(handed("printf a b c | x"), "a");
  for (const char* text : {"printf '%x' 10 | x", "printf -v n a | x", "printf | x", "printf '%' | x"})
    EXPECT_EQ(handed(text), "?") << text;
}

TEST(PrintedText, PassesThroughCatAndTee) {
  EXPECT_EQ(handed("echo a | cat | tee f | cat - | x"), "a\n");
  EXPECT_EQ(handed("cat <<E | x\na\nE"), "a\n");
  EXPECT_EQ(handed("cat <<< a | x"), "a\n");
  EXPECT_EQ(handed("cat < <(echo a) | x"), "a\n");
  for (const char* text : {"echo a | cat f | x", "echo a | cat -n | x", "cat < f | x", "echo a | tr a b | x"})
    EXPECT_EQ(handed(text), "?") << text;
}

TEST(PrintedText, OfBracketsAndLoopsIsWhatIsKnownInThem) {
  EXPECT_EQ(handed("{ echo a; echo b; } | x"), "a\nb\n");
  EXPECT_EQ(handed("(cat f; echo b | cat) | x"), "b\n");
  EXPECT_EQ(handed("for i in 1 2; do echo a; done | x"), "a\n");
  EXPECT_EQ(handed("{ cat; } <<E | x\na\nE"), "a\n");
  EXPECT_EQ(handed("{ cat f; ls; } | x"), "?");
}

TEST(PrintedText, IsUnknownIfItGoesElsewhereOrDependsOnARun) {
  for (const char* text : {"echo a > f | x", "echo a >&2 | x", "{ echo a; } &> f | x", "echo $a | x",
                           "echo \"$(ls)\" | x", "echo *.c | x", "ls | x", "echo a | x < f"})
    EXPECT_EQ(handed(text), "?") << text;
  EXPECT_EQ(handed("echo a 2> f | x"), "a\n");
}

TEST(PrintedText, IsNotKnownIfItIsTooLong) {
  const std::string format = "printf '" + std::string(2000, 'a') + "%s'";
  std::string arguments;
  for (int i = 0; i < 1000; ++i) arguments += " b";
  EXPECT_EQ(handed((format + " b | x").c_str()).size(), 2001u);
  EXPECT_EQ(handed((format + arguments + " | x").c_str()), "?");
  std::string group = "{ cat;";
  for (int i = 0; i < 2000; ++i) group += " cat;";
  EXPECT_EQ(handed((group + " } <<< " + std::string(2000, 'a') + " | x").c_str()), "?");
}

TEST(InputText, IsThatOfTheLastRedirection) {
  EXPECT_EQ(handed("echo a | x <<< b"), "b\n");
  EXPECT_EQ(handed("x <<< a <<E\nb\nE"), "b\n");
  EXPECT_EQ(handed("x 3<<< a"), "?");
  EXPECT_EQ(handed("x <<-'E'\n\t$a\n\tE"), "$a\n");
}

}  // namespace
}  // namespace assay::shell
