// SPDX-License-Identifier: Apache-2.0
// How near a miss is: the figures of partial credit, and that no score depends on them.
#include "partial_credit.h"

#include <gmock/gmock.h>

#include "answers.h"
#include "named_levels.h"

namespace assay {
namespace {

using testing::DoubleNear;
using testing::Optional;

PartialCredit credit(const std::vector<std::string>& accepted, std::string_view generated) {
  return partial_credit(accepted, generated, nullptr).value();
}
auto is_near(double value) { return Optional(DoubleNear(value, 1e-9)); }

TEST(PartialCredit, OverlapIsTheMetricOfNlc2cmd) {
  // find has one of two flags, tail all of them: ((1 + 0/2)/2 + (1 + 1/1)/2) / 2
  EXPECT_THAT(credit({"find . -type f -ctime -3 | tail -n 5"}, "find . -type f | tail -n 5").overlap,
              is_near(0.75));
  // (1 + (0 − 2)/1)/2
  EXPECT_THAT(credit({"ls -l"}, "ls -a").overlap, is_near(-0.5));
}

TEST(PartialCredit, AnotherUtilityCountsAgainstTheAnswer) {
  EXPECT_THAT(credit({"ls"}, "find .").overlap, is_near(-1.0));
  EXPECT_THAT(credit({"ls"}, "ls | wc -l").overlap, is_near(0.0)) << "one is right, one too many";
}

TEST(PartialCredit, FlagsAreTakenByTheirNames) {
  EXPECT_THAT(credit({"ls -a -l x"}, "ls --all -l y").overlap, is_near(1.0));
  EXPECT_THAT(credit({"find . -not -name a"}, "find . ! -name b").overlap, is_near(1.0));
}

TEST(PartialCredit, CommandsInCommandsCount) {
  EXPECT_THAT(credit({"find . -exec grep -l x {} +"}, "find . -exec rm -l x {} +").overlap, is_near(0.0));
  EXPECT_THAT(credit({"ls | xargs rm -f"}, "ls | xargs rm").overlap, is_near((1.0 + 1.0 + 0.0) / 3));
}

TEST(PartialCredit, TheTemplateIsTheCommandWithoutItsArguments) {
  EXPECT_THAT(credit({"grep -i a f | sort"}, "grep -i 'b c' g | sort").template_match, Optional(true));
  EXPECT_THAT(credit({"grep -i a f | sort"}, "grep -i a f && sort").template_match, Optional(false));
  EXPECT_THAT(credit({"grep -i a f"}, "grep a f").template_match, Optional(false));
  EXPECT_THAT(credit({"cp a b"}, "cp a b c").template_match, Optional(false)) << "one argument more";
}

TEST(PartialCredit, TokensAreCountedAsOftenAsTheyStand) {
  EXPECT_NEAR(credit({"cp a b"}, "cp a c").token_f1, 2.0 / 3, 1e-9);
  EXPECT_NEAR(credit({"echo a a"}, "echo a").token_f1, 4.0 / 5, 1e-9);
}

TEST(PartialCredit, TheNearestAcceptedCommandCounts) {
  EXPECT_THAT(credit({"find . -name x", "ls -la"}, "ls -l").overlap, is_near(0.5));
}

TEST(PartialCredit, WhatIsNotReadHasTokensAlone) {
  const PartialCredit broken = credit({"ls -l"}, "ls -l 'x");
  EXPECT_EQ(broken.overlap, std::nullopt);
  EXPECT_EQ(broken.template_match, std::nullopt);
  EXPECT_GT(broken.token_f1, 0.0);
}

Grade graded_as(const std::string& accepted, const std::string& generated, const std::string& level) {
  return grade(a_case("c", {accepted}), answered(generated), levels_named({level}));
}

TEST(PartialCredit, IsKeptBesideAGradeAndPassesNothing) {
  const Grade near_miss = graded_as("ls -la", "ls -l", "canonical");
  EXPECT_EQ(near_miss.status, Status::miss);
  EXPECT_EQ(near_miss.score, 0.0);
  EXPECT_THAT(near_miss.partial->overlap, is_near(0.5));
  EXPECT_EQ(graded_as("ls", "ls", "exact").partial, (PartialCredit{1.0, 1.0, true}));
  EXPECT_EQ(graded_as("four files", "five files", "text_equals").partial, std::nullopt)
      << "words are no commands";
}

}  // namespace
}  // namespace assay
