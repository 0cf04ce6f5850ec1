// SPDX-License-Identifier: Apache-2.0
// Which cases are asked first, and the benefit of that when many machines ask them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/internal/case_part.h"
#include "makespan.h"

namespace assay {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;

TEST(LongestFirst, WhatWasNotTimedComesBeforeAllAndEqualsStayInOrder) {
  const std::optional<std::chrono::nanoseconds> durations[] = {2ns, 5ns, {}, 2ns, 9ns, {}};
  EXPECT_THAT(longest_first(durations), ElementsAre(2u, 5u, 4u, 1u, 0u, 3u));
  EXPECT_TRUE(longest_first({}).empty());
}

TEST(ShardAt, GoesToTheFirstShardAgainOrBackFromTheLast) {
  std::vector<std::size_t> in_turn, snake;
  for (std::size_t index = 0; index < 8; ++index) {
    in_turn.push_back(shard_at(index, 3, Deal::in_turn));
    snake.push_back(shard_at(index, 3, Deal::snake));
  }
  EXPECT_THAT(in_turn, ElementsAre(1u, 2u, 3u, 1u, 2u, 3u, 1u, 2u));
  EXPECT_THAT(snake, ElementsAre(1u, 2u, 3u, 3u, 2u, 1u, 1u, 2u));
}

// One worker with four slots: seven cases of one second and one of four, which comes last in the dataset.
bench::World one_worker() {
  bench::World world;
  world.seconds = {1, 1, 1, 1, 1, 1, 1, 4};
  world.expected = world.seconds;
  world.starts = {0.0};
  world.speeds = {1.0};
  return world;
}

TEST(Makespan, IsWhatCanBeCountedByHand) {
  const bench::World world = one_worker();
  EXPECT_DOUBLE_EQ(bench::end_of_leases(world, bench::dataset_order(world)), 5.0)
      << "the long case begins when the first four have ended";
  EXPECT_DOUBLE_EQ(bench::end_of_leases(world, bench::longest_first_order(world)), 4.0);
  EXPECT_NEAR(bench::ideal(world), 4.0, 1e-9) << "which is as long as the longest case";
  EXPECT_DOUBLE_EQ(bench::end_of_shards(world, bench::dataset_order(world), 2, Deal::in_turn), 5.0)
      << "cases 1, 3, 5 and 7 in a second, then 2, 4, 6 and the long one in four";
}

TEST(Makespan, ASlowWorkerTakesTwiceAsLongButForWhatHangs) {
  bench::World world = one_worker();
  world.speeds = {0.5};
  EXPECT_DOUBLE_EQ(bench::end_of_leases(world, bench::longest_first_order(world)), 8.0);
  world.seconds.back() = bench::kLimit;
  EXPECT_DOUBLE_EQ(bench::seconds_on(world, 7, 0), bench::kLimit);
}

class Schedule : public testing::TestWithParam<bench::Tail> {};

TEST_P(Schedule, LeasesLongestFirstEndNearTheIdeal) {
  const double most = GetParam() == bench::Tail::none ? 1.1 : 1.35;
  for (const std::size_t workers : {8u, 32u, 64u}) {
    const auto found = bench::makespans_of(bench::made_world(5000, workers, GetParam(), 1));
    EXPECT_LE(found.leases_longest_first, most) << workers;
    EXPECT_LT(found.leases_longest_first, found.leases) << workers;
    EXPECT_GE(found.leases_longest_first, 0.999) << workers << ": or the ideal is none";
  }
}

INSTANTIATE_TEST_SUITE_P(Tails, Schedule, testing::Values(bench::Tail::none, bench::Tail::hangs));

}  // namespace
}  // namespace assay
