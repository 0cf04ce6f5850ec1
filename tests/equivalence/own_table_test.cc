// SPDX-License-Identifier: Apache-2.0
// Facts in a user's own table hold like those in assay's tables.
#include <gtest/gtest.h>

#include "assay/equivalence.h"
#include "assay/internal/utilities.h"

namespace assay {
namespace {

constexpr std::string_view kFrob = R"({
  "name": "frob", "stdin": "without_operands", "dash_is_stdin": true,
  "filter": {"unless": ["--follow"]},
  "anonymous_input": {"unless": ["-H"]},
  "hides_paths": {"unless": ["-v"], "single": true},
  "one_by_one": {"only": ["-q"]},
  "equal_options": [{"options": ["-q", "-v"], "unless": ["-H"]},
                    {"options": ["--before=*", "--after=*"], "are": ["--around=*"]},
                    {"options": ["--depth=0"], "are": ["-S"], "with": ["-H"], "configured": true}],
  "operands": [{"role": "path", "many": true, "optional": true}],
  "options": [
    {"names": ["--follow"], "repetition": "idempotent"},
    {"names": ["-H"], "repetition": "idempotent"},
    {"names": ["-q"], "repetition": "idempotent"},
    {"names": ["-v"], "repetition": "idempotent"},
    {"names": ["--order"], "arity": "required", "repetition": "last_wins", "kind": "choice",
     "choices": [["size"], ["name"]], "says": {"size": "-S"}},
    {"names": ["-S"], "repetition": "idempotent"},
    {"names": ["-U"], "arity": "required", "repetition": "last_wins", "says": {"*": "--unified"}},
    {"names": ["--unified"], "arity": "required", "repetition": "last_wins"},
    {"names": ["--before"], "arity": "required", "repetition": "last_wins"},
    {"names": ["--after"], "arity": "required", "repetition": "last_wins"},
    {"names": ["--around"], "arity": "required", "repetition": "last_wins"},
    {"names": ["--depth"], "arity": "required", "repetition": "last_wins"}]
})";

Equivalence verdict(std::string_view a, std::string_view b, std::string_view table = kFrob) {
  UtilityTables tables;
  tables.add(table, "frob.json");
  return compare(a, b, {.tables = &tables, .detail = Detail::verdict}).verdict;
}

bool proven(std::string_view a, std::string_view b) {
  const Equivalence found = verdict(a, b);
  return found == Equivalence::equivalent || found == Equivalence::conditionally;
}

TEST(OwnTable, AFilterTakesTheFileThatCatWouldGiveIt) {
  EXPECT_TRUE(proven("cat f | frob", "frob < f"));
  EXPECT_FALSE(proven("cat f | frob --follow", "frob --follow < f"));
}

TEST(OwnTable, AnAnonymousInputMayBeNamed) {
  EXPECT_TRUE(proven("frob f", "frob < f"));
  EXPECT_TRUE(proven("ls | frob -", "ls | frob"));
  EXPECT_FALSE(proven("frob -H f", "frob -H < f"));
  EXPECT_FALSE(proven("ls | frob -H -", "ls | frob -H"));
}

TEST(OwnTable, HiddenPathsHaveOneSpelling) {
  EXPECT_TRUE(proven("frob ./d//f", "frob d/f"));
  EXPECT_FALSE(proven("frob -v d//f", "frob -v d/f"));
  EXPECT_FALSE(proven("frob d//f e", "frob d/f e"));
}

TEST(OwnTable, EqualOptionsAreLeftOutTogether) {
  EXPECT_TRUE(proven("frob -v -q f", "frob f"));
  EXPECT_FALSE(proven("frob -q f", "frob f"));
  EXPECT_FALSE(proven("frob -q -v -H f", "frob -H f"));
}

TEST(OwnTable, EqualOptionsTakeOneValue) {
  EXPECT_TRUE(proven("frob --after=2 --before=2 f", "frob --around=2 f"));
  EXPECT_FALSE(proven("frob --after=2 --before=3 f", "frob --around=2 f"));
  EXPECT_FALSE(proven("frob --after=2 --before=\"$n\" f", "frob --around=2 f"));
  EXPECT_FALSE(proven("frob --after=2 --after=3 --before=3 f", "frob --around=2 f"));
}

TEST(OwnTable, EqualOptionsMayNeedAnotherAndNoVariable) {
  EXPECT_TRUE(proven("frob --depth=0 -H f", "frob -S -H f"));
  EXPECT_FALSE(proven("frob --depth=0 f", "frob -S f"));
  EXPECT_FALSE(proven("frob --depth=1 -H f", "frob -S -H f"));
  EXPECT_FALSE(proven("FROB=1 frob --depth=0 -H f", "FROB=1 frob -S -H f"));
}

TEST(OwnTable, PathsOneByOneMayComeAtOnce) {
  EXPECT_TRUE(proven("find . -type f -exec frob -q {} \\;", "find . -type f -exec frob -q {} +"));
  EXPECT_FALSE(proven("find . -type f -exec frob -v {} \\;", "find . -type f -exec frob -v {} +"));
}

TEST(OwnTable, AnOptionSaysWhatAnotherSays) {
  EXPECT_TRUE(proven("frob --order=size f", "frob -S f"));
  EXPECT_FALSE(proven("frob --order=name f", "frob -S f"));
  EXPECT_TRUE(proven("frob -U 3 f", "frob --unified=3 f"));
  EXPECT_FALSE(proven("frob -U 3 f", "frob --unified=4 f"));
}

TEST(OwnTable, ABuiltinSaysWhatItDoesToTheShell) {
  const auto with = [](std::string_view effect) {
    return verdict("frob x; ls -l -a", "frob x; ls -a -l",
                   R"({"name": "frob", "order": "none", "builtin": ")" + std::string(effect) + "\"}");
  };
  EXPECT_EQ(with("state"), Equivalence::equivalent);
  EXPECT_EQ(with("rereads"), Equivalence::unknown);
}

}  // namespace
}  // namespace assay
