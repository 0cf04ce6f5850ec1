// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "assay/internal/shell.h"
#include "assay/internal/word.h"

namespace assay::shell {
namespace {

// The canonical text; also checks that it means the same and is its own canonical text.
std::string canonical(std::string_view source) {
  const Parsed parsed = parse(source);
  if (!parsed) return "error " + to_string(*parsed.error);
  const std::string text = print(parsed.tree);
  const Parsed again = parse(text);
  if (!again) return text + " -> error " + to_string(*again.error);
  if (!(again.tree == parsed.tree)) return text + " -> another tree";
  if (print(again.tree) != text) return text + " -> " + print(again.tree);
  return text;
}

TEST(Print, OneBlankBetweenWordsAndRedirectionsLast) {
  EXPECT_EQ(canonical("echo \\1$``"), "echo \\1\\$$()");
  EXPECT_EQ(canonical("cat  <a   b\t>  c"), "cat b <a >c");
  EXPECT_EQ(canonical("x=1  y=(a   b) cmd"), "x=1 y=(a b) cmd");
}

TEST(Print, OneSpellingForWhatTheShellDoesNotTellApart) {
  EXPECT_EQ(canonical("echo `a` ${x} ${x}y $[1] 1>f"), "echo $(a) $x ${x}y $((1)) >f");
  EXPECT_EQ(canonical("a;b\nc # d"), "a; b; c");
  EXPECT_EQ(canonical("for i in a\n{ b\n}"), "for i in a; do b; done");
  EXPECT_EQ(canonical("function f { a; }"), "f() { a; }");
  EXPECT_EQ(canonical("case x in (a|b) c\nesac"), "case x in a | b) c ;; esac");
}

TEST(Print, QuotesStayAsTheyAre) {
  EXPECT_EQ(canonical("echo 'a' \"b\" c\\ d $'e\\tf' \"g\"h"), "echo 'a' \"b\" c\\ d $'e\\tf' \"g\"h");
  EXPECT_EQ(canonical("echo \"\\$x \\a\""), "echo \"\\$x \\\\a\"");
}

TEST(Print, ParenthesesDoNotBecomeArithmetic) {
  EXPECT_EQ(canonical("( (a) )"), "( (a))");
  EXPECT_EQ(canonical("echo $( (a) )"), "echo $( (a))");
  EXPECT_EQ(canonical("( ((a)) )"), "( ((a)))");
}

TEST(Print, SubstitutionInTheShellItselfStaysOne) {
  EXPECT_EQ(canonical("echo ${\na\n}b \"${|a;}\""), "echo ${ a; }b \"${| a; }\"");
  EXPECT_EQ(canonical("echo ${ cat <<X\ny\nX\n}"), "echo ${ cat <<EOF\ny\nEOF\n}");
}

TEST(Print, EmptyPatternGetsNoSlash) {
  EXPECT_EQ(canonical("echo ${x/} ${x//} ${x/#} ${x///a}"), "echo ${x/} ${x//} ${x/#/} ${x///a/}");
}

TEST(Print, DollarBeforeBackquotesStaysADollar) { EXPECT_EQ(canonical("echo $`a`"), "echo \\$$(a)"); }

TEST(Print, ReservedWordBehindARedirectionStaysThere) { EXPECT_EQ(canonical("> f if x"), ">f if x"); }

TEST(Print, HereDocumentsStandWhereTheLineEnds) {
  EXPECT_EQ(canonical("cat <<X | b && c\n$y\nX\nd"), "cat <<EOF |\n$y\nEOF\nb && c; d");
  EXPECT_EQ(canonical("{ cat <<X\ny\nX\n}"), "{ cat <<EOF\ny\nEOF\n}");
  EXPECT_EQ(canonical("cat <<'X'\n$y\nX"), "cat <<'EOF'\n$y\nEOF");
  EXPECT_EQ(canonical("cat <<X\nEOF\nEOF1\nX"), "cat <<EOF2\nEOF\nEOF1\nEOF2");
}

TEST(Print, ArithmeticKeepsItsText) {
  EXPECT_EQ(canonical("(( a  +1 )); echo $((1 +2))"), "(( a  +1 )); echo $((1 +2))");
}

TEST(Print, PartsOfATree) {
  const Parsed parsed = parse("! a \"$x\" | b ${y:-z}");
  const Pipeline& pipeline = parsed.tree.items[0].links[0].pipeline;
  EXPECT_EQ(print(pipeline), "! a \"$x\" | b ${y:-z}");
  EXPECT_EQ(print(pipeline.commands[0]), "a \"$x\"");
  const auto& words = std::get<SimpleCommand>(pipeline.commands[1].node).words;
  EXPECT_EQ(print(words[1]), "${y:-z}");
}

TEST(Print, ChangedTreesParseAgain) {
  Parsed parsed = parse("grep foo a.txt");
  std::get<SimpleCommand>(parsed.tree.items[0].links[0].pipeline.commands[0].node).words[1] =
      literal_word("it's $5");
  EXPECT_EQ(print(parsed.tree), "grep \"it's \\$5\" a.txt");
}

TEST(Print, EmptyAndTranslatedTextsKeepTheirQuotes) {
  for (const char* command : {"echo $\"a\"\"$x\"", "echo $\"\"\"$x \"$\"\"$y", "echo \"$x\"$\"$y\"",
                              "echo \"\"\"$@\"", "echo \"$@\"''$y", "echo ''$y", "echo [a'\n'b]*",
                              "echo [a\"\"b$$]", "echo ['a'\"b\"''$x]", "echo \"$x\"''$y",
                              // A bare dollar behind a value, and what must not join it.
                              "echo $x$\\a", "echo $x$\\a\"$y\"", "echo $x$\\]", "echo $x$/' b'"}) {
    const Parsed parsed = parse(command);
    const Word& word = only_simple_command(parsed.tree)->words[1];
    const Parsed again = parse("echo " + print(simplified(pieces_of(word))));
    EXPECT_EQ(simplified(pieces_of(only_simple_command(again.tree)->words[1])), simplified(pieces_of(word)))
        << command;
  }
}

}  // namespace
}  // namespace assay::shell
