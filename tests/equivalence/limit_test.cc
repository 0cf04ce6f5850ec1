// SPDX-License-Identifier: Apache-2.0
// Input too large to be read is unknown, with a reason, and is never equivalent for that.
#include <gmock/gmock.h>

#include "verdicts.h"

namespace assay {
namespace {

using testing::HasSubstr;

std::string repeated(std::string_view text, int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

// One command is the other with its last two words swapped, which is provably equivalent if the command is
// small.
struct Swapped {
  std::string a, b;
};

Swapped with_options(int count) {
  const std::string start = "ls" + repeated(" -l", count);
  return {start + " -a -r", start + " -r -a"};
}

void expect_unknown(const Swapped& pair, std::string_view reason) {
  const Comparison result = compare(pair.a, pair.b);
  EXPECT_EQ(result.verdict, Equivalence::unknown);
  EXPECT_THAT(result.why, HasSubstr(reason));
  EXPECT_EQ(compare(pair.a, pair.a + " ").verdict, Equivalence::equivalent);
}

TEST(Limit, WordsOfACommand) {
  EXPECT_EQ(compare(with_options(1021).a, with_options(1021).b).method, "flag_order");
  expect_unknown(with_options(1022), "more than 1,024 words");
}

TEST(Limit, BracesCountWrittenOut) {
  expect_unknown({"rm -r -f {1..900} {1..900}", "rm -f -r {1..900} {1..900}"}, "more than 1,024 words");
}

TEST(Limit, Redirections) {
  const std::string many = repeated(" 2>&1 >o", 33);
  expect_unknown({"ls 4>a 5>/dev/null" + many, "ls 5>/dev/null 4>a" + many}, "more than 64 redirections");
}

TEST(Limit, CommandsOfAPipeline) {
  const std::string many = repeated(" | tee", 64);
  expect_unknown({"cat f | sort" + many, "sort < f" + many}, "more than 64 commands");
}

TEST(Limit, FunctionsOfAScript) {
  const std::string many = repeated("f() { :; }; ", 65);
  expect_unknown({many + "ls -a -l", many + "ls -l -a"}, "more than 64 functions");
}

TEST(Limit, BytesOfAScript) {
  const std::string many = repeated("ls -a -l\n", 8000);
  expect_unknown({many + "ls -a -l", many + "ls -l -a"}, "more than 64 KiB");
}

TEST(Limit, BytesOfACanonicalForm) {
  const std::string braces = "v  " + repeated("x", 90) + "{1..900}";
  EXPECT_EQ(canonical_form(braces), braces);
  EXPECT_EQ(canonical_form("v  x{1..2}"), "v x1 x2");
}

TEST(Limit, WhatAProgramPrints) {
  const std::string format = "printf '" + repeated("x", 60'000) + "%s'";
  EXPECT_FALSE(is_proven(compare(format + " a b", format + " 'a' c")));
}

}  // namespace
}  // namespace assay
