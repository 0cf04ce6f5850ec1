// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>

#include "assay/internal/shell.h"
#include "oracle.h"
#include "shape.h"

namespace assay::shell {
namespace {

TEST(Coprocess, IsASimpleCommandWithoutAName) {
  EXPECT_EQ(shape_of("coproc a b >f"), "(coproc COPROC {a b >f})");
  EXPECT_EQ(shape_of("coproc a=1 b"), "(coproc COPROC {set a=1 b})");
  EXPECT_EQ(shape_of("coproc a | b"), "(coproc COPROC {a})|{b}");
  EXPECT_EQ(shape_of("coproc a\n{ b; }"), "(coproc COPROC {a}); (group {b})");
}

TEST(Coprocess, HasANameInFrontOfACompoundCommand) {
  EXPECT_EQ(shape_of("coproc { a; } <f"), "(coproc COPROC (group {a} <f))");
  EXPECT_EQ(shape_of("coproc P { a; } <f"), "(coproc P (group {a} <f))");
  EXPECT_EQ(shape_of("coproc P(a)"), "(coproc P (sub {a}))");
  EXPECT_EQ(shape_of("coproc P while a; do b; done & c"), "(coproc P (while {a} do {b})) &; {c}");
  EXPECT_EQ(shape_of("if coproc { a; } then b; fi"), "(if (coproc COPROC (group {a})) then {b})");
}

TEST(Coprocess, PrintsAndReadsBack) {
  for (const char* text : {"coproc a b > f", "coproc { a; }", "coproc P (a) < f | b",
                           "coproc P while a; do b; done", "coproc cat <<E\nx\nE"}) {
    const Parsed parsed = parse(text);
    ASSERT_TRUE(parsed) << text;
    const Parsed again = parse(print(parsed.tree));
    ASSERT_TRUE(again) << print(parsed.tree);
    EXPECT_TRUE(again.tree == parsed.tree) << print(parsed.tree);
  }
}

TEST(Coprocess, IsReadWhereBashReadsIt) {
  if (!run("bash --version", "")) GTEST_SKIP() << "bash is not installed";
  constexpr std::array kTexts = {"coproc a",
                                 "coproc a b | c",
                                 "coproc a { b; }",
                                 "coproc a (b)",
                                 "coproc (b) >f",
                                 "coproc a in",
                                 "coproc a done",
                                 "coproc a if",
                                 "coproc f() { a; }",
                                 "coproc >f a",
                                 "coproc >f { a; }",
                                 "coproc",
                                 "coproc ;",
                                 "coproc ! a",
                                 "coproc coproc a",
                                 "coproc a ! b",
                                 "coproc a coproc b",
                                 "coproc a [[ -f x ]]",
                                 "coproc a ((1))",
                                 "coproc ((1))",
                                 "coproc a function",
                                 "coproc function f (a)",
                                 "coproc a }",
                                 "coproc a {",
                                 "coproc a\n{ b; }",
                                 "coproc a b if",
                                 "time coproc a",
                                 "! coproc a",
                                 "coproc x=1 { a; }",
                                 "coproc {a}>f",
                                 "coproc 2>f a { b; }",
                                 "coproc a case",
                                 "if coproc a; then b; fi",
                                 "if coproc { a; } then b; fi",
                                 "if coproc { a; } >f then b; fi",
                                 "coproc a & b"};
  for (const char* text : kTexts) {
    const bool bash_accepts = run("bash -O extglob -n", std::string(text) + "\n")->status == 0;
    EXPECT_EQ(static_cast<bool>(parse(text)), bash_accepts) << text;
  }
}

}  // namespace
}  // namespace assay::shell
