// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "shape.h"

namespace assay::shell {
namespace {

TEST(ParseError, SaysWhereAndWhat) {
  EXPECT_EQ(shape_of("a | | b"), "error 1:5: unexpected '|'");
  EXPECT_EQ(shape_of("a\nb )"), "error 2:3: unexpected ')'");
  const Parsed parsed = parse("a\nbc \"d");
  ASSERT_TRUE(parsed.error);
  EXPECT_EQ(parsed.error->offset, 5U);
  EXPECT_EQ(parsed.error->line, 2U);
  EXPECT_EQ(parsed.error->column, 4U);
  EXPECT_EQ(parsed.error->message, "a double quote that is not closed");
}

TEST(ParseError, LeavesNoTree) { EXPECT_TRUE(parse("a; b (").tree.items.empty()); }

TEST(ParseError, QuotesAndBracketsMustClose) {
  for (const char* text : {"'a", "\"a", "`a", "$(a", "${a", "$((a", "$((a)", "a=(b", "<(a", "@(a", "$'a",
                           "$[a", "((a", "(a", "{ a"}) {
    EXPECT_FALSE(parse(text)) << text;
  }
}

TEST(ParseError, ListsNeedCommands) {
  for (const char* text : {";",
                           "&",
                           "a;;",
                           "a & & b",
                           "a &;",
                           "&& a",
                           "a &&",
                           "a |",
                           "| a",
                           "()",
                           "{ }",
                           "if a; fi",
                           "if a; then; fi",
                           "while; do a; done",
                           "if a; then b; else; fi",
                           "a | ! b",
                           "! | a",
                           "time | a",
                           "time && a",
                           "time &",
                           "(time)",
                           "]]",
                           "]] a",
                           "a; ]]"}) {
    EXPECT_FALSE(parse(text)) << text;
  }
}

TEST(ParseError, KeywordsMustMatch) {
  for (const char* text :
       {"then", "fi", "done", "}", "in", "do a; done", "if a then b; fi", "for x y in a; do b; done",
        "case a b) c;; esac", "for x in a; b; done", "if a; then b; done", "{ a }", "[[ a ]"}) {
    EXPECT_FALSE(parse(text)) << text;
  }
}

TEST(ParseError, WordsDoNotFollowCompoundCommands) {
  for (const char* text :
       {"(a) b", "(a) (b)", "f() coproc a", "f() function g { a; }", "f() time { a; }", "for i { a; }",
        "]]() { a; }", "declare >f x=(1)", "((a)) b", "a (b)", "{ a; } b", "f() a", "\"f\"() { a; }"}) {
    EXPECT_FALSE(parse(text)) << text;
  }
}

// Bash accepts these, but their meaning is not worth a guess.
TEST(ParseError, UnsupportedIsAnErrorAndNeverAGuess) {
  for (const char* text : {"${x@Z}",
                           "${(a)}",
                           "${x:}",
                           "${x/@(a/b)/c}",
                           "${x#@(a}b)}",
                           "\"${x:-<(a}b)}\"",
                           "\"${x:-'}'}\"",
                           "${x:a'?'b:c}",
                           "\"${x:-$'\\''}\"",
                           "\"${x:-$y$'a'}\"",
                           "\"${x:-$\"a\"}\"",
                           "coproc \"a\" [[ b ]]",
                           "coproc $a [[ b ]]",
                           "a=(1)b",
                           "a[1 2] b",
                           "{a[$i]}>f b",
                           "a 99999999999>b",
                           "$'\\x{41}'",
                           "$[ ( ]",
                           "@((a))",
                           "for x-y in a; do b; done"}) {
    EXPECT_FALSE(parse(text)) << text;
  }
}

TEST(ParseError, InsideBackquotesCounts) {
  EXPECT_EQ(shape_of("a `b |`"), "error 1:7: unexpected end");
  EXPECT_EQ(shape_of("a `b \\$x |`"), "error 1:3: unexpected end");
}

}  // namespace
}  // namespace assay::shell
