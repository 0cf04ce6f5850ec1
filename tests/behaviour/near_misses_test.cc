// SPDX-License-Identifier: Apache-2.0
// Near misses: one edit of a command each, by class.
#include "assay/internal/near_misses.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <initializer_list>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "assay/equivalence.h"

namespace assay::behaviour {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

// Those of a class, or of all classes, in canonical form.
std::vector<std::string> texts(std::string_view command, std::optional<NearMissClass> of = {},
                               Question question = Question::equivalent) {
  std::vector<std::string> all;
  for (const NearMiss& each : near_misses_of(command, question, 1000))
    if (!of || each.of == *of) all.push_back(canonical_form(each.command));
  return all;
}

TEST(NearMissesTest, TheClassesAreInOrder) {
  std::size_t at = 0;
  std::set<std::string_view> ids;
  for (const NearMissKind& each : near_miss_kinds()) {
    EXPECT_EQ(static_cast<std::size_t>(each.of), at++) << each.id;
    EXPECT_TRUE(ids.insert(each.id).second) << each.id;
  }
  EXPECT_EQ(near_miss_kinds().back().of, NearMissClass::expansion);
}

// In a table, a bar would end the cell.
std::string cell(std::string_view text) {
  std::string escaped;
  for (const char c : text) escaped += c == '|' ? std::string("\\|") : std::string(1, c);
  return escaped;
}

TEST(NearMissesTest, TheTableOfThePageIsThatOfTheCode) {
  std::string table;
  for (const NearMissKind& each : near_miss_kinds())
    table += "| `" + std::string(each.id) + "` | " + cell(each.meaning) + " | `" + cell(each.command) +
             "` | `" + cell(each.near_miss) + "` |\n";
  std::ifstream file(ASSAY_SOURCE_DIR "/docs/worlds.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  EXPECT_THAT(page, HasSubstr("|---|---|---|---|\n" + table + "\n"))
      << "the table of classes in docs/worlds.md";
}

TEST(NearMissesTest, EachClassMakesItsExample) {
  for (const NearMissKind& each : near_miss_kinds())
    EXPECT_THAT(texts(each.command, each.of), Contains(canonical_form(each.near_miss))) << each.id;
}

TEST(NearMissesTest, OneEditEach) {
  struct Row {
    NearMissClass of;
    const char* command;
    const char* near_miss;
  };
  using enum NearMissClass;
  for (const Row& each : std::initializer_list<Row>{
           {option_dropped, "ls -la d", "ls -a d"},
           {option_dropped, "find . -type f -name a", "find . -name a"},
           {option_added, "cat f", "cat -n f"},
           {option_exchanged, "sort -nu f", "sort -gu f"},
           {number, "sed -n 2p f", "sed -n 3p f"},
           {number, "awk '{print $2}' f", "awk '{print $1}' f"},
           {number, "cut -f 2 f", "cut -f 1 f"},
           {anchor, "grep a f", "grep -w a f"},
           {anchor, "grep 'a' f", "grep 'a$' f"},
           {anchor, "sed 's/ *$//' f", "sed 's/ *//' f"},
           {letter_case, "find . -name '*.txt'", "find . -iname '*.txt'"},
           {letter_case, "grep 'error' f", "grep 'Error' f"},
           {quoting, "echo '$HOME'", "echo \"$HOME\""},
           {quoting, "find . -name '*.txt'", "find . -name *.txt"},
           {append, "echo a > f", "echo a >> f"},
           {hidden, "rm *.txt", "rm *.txt .*.txt"},
           {links, "find . -name a", "find -L . -name a"},
           {depth, "cp -r a b", "cp a b"},
           {question, "rm -f a", "rm a"},
           {negation, "! grep a f", "grep a f"},
           {logic, "a=1 && echo $a", "a=1 || echo $a"},
           {stage, "ls | wc -l", "wc -l"},
           {comparison, "find . -size +1k", "find . -size -1k"},
           {comparison, "[ $a -gt 2 ] && ls", "[ $a -ge 2 ] && ls"},
           {comparison, "awk '$1 > 2' f", "awk '$1 >= 2' f"},
           {glob, "find . -name '*.txt'", "find . -name '*txt'"},
           {every_match, "sed 's/a/b/' f", "sed 's/a/b/g' f"},
       })
    EXPECT_THAT(texts(each.command, each.of), Contains(canonical_form(each.near_miss))) << each.command;
}

TEST(NearMissesTest, AreBoundedAndSpreadOverTheClasses) {
  const auto all = near_misses_of("find . -maxdepth 2 -name '*.txt' ! -size +1k | sort -rn | head -n 5 > f",
                                  Question::equivalent);
  EXPECT_THAT(all, SizeIs(kMostNearMisses));
  std::map<NearMissClass, int> counts;
  for (const NearMiss& each : all) ++counts[each.of];
  for (const auto& [of, count] : counts) EXPECT_LE(count, 4) << to_string(of);
  EXPECT_GE(counts.size(), 10u);
}

TEST(NearMissesTest, WhatIsProvenTheSameIsNone) {
  EXPECT_THAT(texts("find . -name a -print"), Not(Contains(canonical_form("find . -name a"))));
  EXPECT_THAT(texts("head -n 10 f"), Not(Contains(canonical_form("head f"))));
  EXPECT_THAT(texts("grep a 'f'"), Not(Contains(canonical_form("grep a f"))));
}

TEST(NearMissesTest, UnderFulfilsOnlyOptionsThatShowOnOrdinaryDataAreAdded) {
  EXPECT_THAT(texts("ls", {}, Question::equivalent), Contains(canonical_form("ls -b")));
  EXPECT_THAT(texts("ls", {}, Question::fulfils), Not(Contains(canonical_form("ls -b"))));
  EXPECT_THAT(texts("sort f", {}, Question::equivalent), Not(Contains(canonical_form("sort --debug f"))))
      << "messages only";
}

TEST(NearMissesTest, WhatNoWorldCanShowIsNotAdded) {
  for (const Question question : {Question::equivalent, Question::fulfils}) {
    EXPECT_THAT(texts("ls -r", {}, question), Not(Contains(canonical_form("ls -1 -r")))) << "only a terminal";
    EXPECT_THAT(texts("rm -r a", {}, question), Not(Contains(canonical_form("rm --one-file-system -r a"))));
  }
}

TEST(NearMissesTest, WhatDoesNotParseHasNone) { EXPECT_THAT(texts("ls 'a"), IsEmpty()); }

}  // namespace
}  // namespace assay::behaviour
