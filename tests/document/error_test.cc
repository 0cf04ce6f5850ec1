// SPDX-License-Identifier: Apache-2.0
#include "assay/error.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(Problem, NamesFileLinePointerAndNextStep) {
  const Problem problem{{"d.json", 7}, "/test_cases/0/id", "member \"id\" is missing", "add \"id\""};
  EXPECT_EQ(to_string(problem),
            "d.json:7: error: member \"id\" is missing (at /test_cases/0/id)\n  next: add \"id\"");
}

TEST(Problem, LeavesOutWhatIsEmpty) {
  EXPECT_EQ(to_string(Problem{{"d.json", 0}, "", "is empty", ""}), "d.json: error: is empty");
  EXPECT_EQ(to_string(Problem{{"", 0}, "", "no tool", ""}), "error: no tool");
}

TEST(Error, TellsEveryProblemOnALineOfItsOwn) {
  const Error error(std::vector<Problem>{{{"a", 1}, "", "first", ""}, {{"a", 2}, "", "second", ""}});
  EXPECT_STREQ(error.what(), "a:1: error: first\na:2: error: second");
  EXPECT_EQ(error.problems().size(), 2u);
}

TEST(ErrorTest, NothingFromOutsideReachesTheTerminalRaw) {
  EXPECT_EQ(to_string(Problem{.where = {"a\x1b[2J.json", 3},
                              .pointer = "/\x1b",
                              .what = "no \x1b]0;run\a\n",
                              .next = "rm \x1b[31m"}),
            "a\\x1B[2J.json:3: error: no \\x1B]0;run\\x07\\n (at /\\x1B)\n  next: rm \\x1B[31m");
}

}  // namespace
}  // namespace assay
