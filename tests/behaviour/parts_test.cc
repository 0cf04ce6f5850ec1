// SPDX-License-Identifier: Apache-2.0
// What one of two commands has and the other has not.
#include "parts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace assay::behaviour {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using testing::UnorderedElementsAre;

std::vector<std::string> names(std::string_view own, std::string_view other,
                               Question question = Question::equivalent) {
  std::vector<std::string> all;
  for (const Part& part : parts_of(own, other, question)) all.push_back(part.what);
  return all;
}

// All texts without a part.
std::vector<std::string> without(std::string_view own, std::string_view other) {
  std::vector<std::string> all;
  for (const Part& part : parts_of(own, other, Question::equivalent))
    all.insert(all.end(), part.without.begin(), part.without.end());
  return all;
}

TEST(PartsTest, AnOptionIsTakenOutOfItsOwnCommand) {
  EXPECT_THAT(without("grep -i x f", "grep x f"), ElementsAre("grep x f"));
  EXPECT_THAT(without("grep x f", "grep -i x f"), IsEmpty());
  EXPECT_THAT(without("tar -x -k -f a.tar", "tar -x -f a.tar"), ElementsAre("tar -x -f a.tar"));
  EXPECT_THAT(without("find . -type f -name a", "find . -name a"), ElementsAre("find . -name a"));
}

TEST(PartsTest, AlsoOutOfACluster) {
  EXPECT_THAT(without("ls -la d", "ls -l d"), ElementsAre("ls -l d"));
  EXPECT_THAT(without("sort -rnk2 f", "sort -rk2 f"), ElementsAre("sort -rk2 f"));
}

TEST(PartsTest, OfTwoOptionsExchangedEachIsTakenOutOfItsOwn) {
  EXPECT_THAT(without("diff -w a b", "diff -b a b"), ElementsAre("diff a b"));
  EXPECT_THAT(without("diff -b a b", "diff -w a b"), ElementsAre("diff a b"));
}

TEST(PartsTest, ANumberIsAlsoOneMoreAndOneLess) {
  EXPECT_THAT(without("head -n 5 f", "head -n 6 f"),
              UnorderedElementsAre("head f", "head -n 4 f", "head -n 6 f"));
  const auto others = without("find . -mtime +7", "find . -mtime +8");
  for (const char* text : {"find .", "find . -mtime +8", "find . -mtime +6"})
    EXPECT_THAT(others, Contains(text));
}

TEST(PartsTest, AStageAnOperatorAndARedirectionAreParts) {
  EXPECT_THAT(without("sort f | uniq", "sort f"), ElementsAre("sort f"));
  EXPECT_THAT(without("cp a b && rm a", "cp a b; rm a"), ElementsAre("cp a b ; rm a"));
  EXPECT_THAT(without("ls > o 2>&1", "ls > o"), ElementsAre("ls > o "));
  EXPECT_THAT(without("echo a > f", "echo a >> f"), Contains("echo a >> f"));
  EXPECT_THAT(without("x=1 ls", "ls"), ElementsAre(" ls"));
  EXPECT_THAT(without("! ls", "ls"), ElementsAre(" ls"));
}

TEST(PartsTest, QuotesAndExpansionsAreParts) {
  EXPECT_THAT(without("rm \"$f\"", "rm $f"), Contains("rm $f"));
  EXPECT_THAT(without("echo ${v:-x}", "echo ${v-x}"), Contains("echo ${v-x}"));
}

TEST(PartsTest, WordsThatResembleEachOtherDifferByPieces) {
  EXPECT_THAT(without("find . -iname '*.pdf'", "find . -iname '*pdf'"), Contains("find . -iname '*pdf'"));
  EXPECT_THAT(without("sed 's/a/b/g' f", "sed 's/a/b/' f"), Contains("sed 's/a/b/' f"));
  EXPECT_THAT(without("sort -k2,2 f", "sort -k2 f"), Contains("sort -k2 f"));
}

TEST(PartsTest, WhatIsProvenOrKnownToBeNeutralIsNone) {
  EXPECT_THAT(names("find . -name a -print", "find . -name a"), IsEmpty());
  EXPECT_THAT(names("head -n 10 f", "head f"), IsEmpty());
  EXPECT_THAT(names("ls 2>/dev/null", "ls"), IsEmpty()) << "nobody looks at standard error";
  EXPECT_THAT(names("sort --parallel=2 f", "sort f"), IsEmpty()) << "only how fast";
  EXPECT_THAT(names("ls /etc/", "ls /etc"), Not(Contains("/ in /etc/")));
  EXPECT_THAT(names("ls src/", "ls src"), Contains("/ in src/")) << "it may be a link";
}

TEST(PartsTest, ATerminalIsMissedOnlyUnderEquivalent) {
  EXPECT_THAT(names("ls -1", "ls", Question::fulfils), IsEmpty());
  EXPECT_THAT(names("ls --color=auto", "ls", Question::fulfils), IsEmpty());
  EXPECT_THAT(names("ls --color=auto", "ls"), Not(IsEmpty()));
}

TEST(PartsTest, AnOptionNamesItsData) {
  const auto parts = parts_of("grep -w x f", "grep x f", Question::equivalent);
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_EQ(parts.front().what, "-w");
  EXPECT_TRUE(parts.front().is_option);
  EXPECT_THAT(parts.front().data, Contains(Data::word_parts));
}

TEST(PartsTest, WhatDoesNotParseHasNone) { EXPECT_THAT(names("ls 'a", "ls"), IsEmpty()); }

}  // namespace
}  // namespace assay::behaviour
