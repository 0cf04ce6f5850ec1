// SPDX-License-Identifier: Apache-2.0
// Cases leased to workers by a server.
#include "assay/internal/work_queue.h"

#include <future>
#include <thread>

#include "error_of.h"
#include "store_file.h"

namespace assay {
namespace {

using std::chrono::milliseconds;
using testing::AllOf;
using testing::HasSubstr;

// Long enough to outlast a test on a busy machine; tests that wait for a lease to expire use kShort.
constexpr milliseconds kLong{600'000};
constexpr milliseconds kShort{100};

std::vector<WorkItem> items(const std::vector<std::string_view>& ids) {
  std::vector<WorkItem> all;
  for (const auto id : ids) all.push_back({"files", std::string(id), 1});
  return all;
}

class WorkQueueTest : public testing::Test {
 protected:
  void SetUp() override {
    SKIP_WITHOUT_SERVER(StoreKind::server);
    url_ = places_.place("store");
    Store({.file = url_}).join_run(sample_info("r1"));
  }

  WorkQueue join(const std::string& worker, milliseconds lease = kLong,
                 const std::vector<std::string_view>& ids = {"a", "b", "c"}) {
    return WorkQueue({.url = url_, .run_id = "r1", .worker = worker, .lease = lease}, items(ids));
  }
  static std::vector<std::size_t> taken(const std::vector<Lease>& leases) {
    std::vector<std::size_t> indices;
    for (const Lease& lease : leases) indices.push_back(lease.item);
    return indices;
  }
  // Waits until a lease that nobody renews expires.
  static Lease take_when_it_ran_out(WorkQueue& queue) {
    for (;;) {
      if (const auto leases = queue.take(1); !leases.empty()) return leases.front();
      std::this_thread::sleep_for(queue.state().until_next_end);
    }
  }
  // The state after a worker was killed: nobody renews its leases.
  void lose_leases_of(const std::string& worker) {
    change_store(url_,
                 "UPDATE work SET worker = 'gone', lease_until = now() WHERE worker = '" + worker + "'");
  }
  std::string sql(const std::string& query) { return rows_seen(url_, query); }

  StorePlaces places_{StoreKind::server};
  std::filesystem::path url_;
};

TEST_F(WorkQueueTest, HandsOutEachItemOnceInTheOrderOfWhoeverCameFirst) {
  auto one = join("one", kLong, {"c", "a", "b"});
  auto two = join("two");
  EXPECT_EQ(taken(two.take(1)), std::vector<std::size_t>{2}) << "c, by its own index";
  EXPECT_EQ(taken(one.take(5)), (std::vector<std::size_t>{1, 2})) << "a and b";
  EXPECT_TRUE(two.take(1).empty());
}

TEST_F(WorkQueueTest, CommitsAResultAndTakesTheNextAtOnce) {
  auto queue = join("one");
  const Lease a = queue.take(1).front();
  auto result = sample_result("a");
  result.answer.stdout_bytes = std::string(3000, 'x');
  result.answer.stderr_bytes = "short";
  const auto finished = queue.finish(a, result, 1);
  EXPECT_TRUE(finished.counts);
  EXPECT_EQ(taken(finished.taken), std::vector<std::size_t>{1});
  const Store store({.file = url_, .access = StoreOptions::Access::read});
  const auto run = store.load_run("r1");
  ASSERT_EQ(run.results.size(), 1);
  EXPECT_EQ(run.results[0].answer.stdout_bytes, result.answer.stdout_bytes);
  EXPECT_EQ(run.results[0].answer.stderr_bytes, "short");
  EXPECT_TRUE(store.check().empty());
  const auto state = queue.state();
  EXPECT_EQ(state.items, 3);
  EXPECT_EQ(state.done, 1);
  EXPECT_GT(state.until_next_end.count(), 0);
}

TEST_F(WorkQueueTest, TheFirstResultCountsAndTheSecondIsCounted) {
  auto one = join("one");
  const Lease a = one.take(1).front();
  lose_leases_of("one");
  auto two = join("two");
  const Lease again = take_when_it_ran_out(two);
  EXPECT_EQ(again.item, a.item);
  EXPECT_EQ(again.tries, 2);
  EXPECT_TRUE(one.finish(a, sample_result("a", 0.5), 0).counts);
  EXPECT_FALSE(two.finish(again, sample_result("a", 1.0), 0).counts);
  EXPECT_EQ(two.state().duplicates, 1);
  EXPECT_EQ(two.state().done, 1);
  EXPECT_EQ(sql("SELECT count(*) FROM eval_rows"), "1\n");
  EXPECT_EQ(sql("SELECT score FROM eval_figures"), "0.500000\n");
}

TEST_F(WorkQueueTest, OfTwoThatFinishAtTheSameMomentOneCounts) {
  constexpr int kCases = 40;
  std::vector<std::string> names;
  for (int i = 0; i < kCases; ++i) names.push_back("c" + std::to_string(i));
  auto one = join("one", kLong, {names.begin(), names.end()});
  auto two = join("two", kLong, {names.begin(), names.end()});
  const auto leases = one.take(kCases);
  ASSERT_EQ(leases.size(), kCases);
  const auto finish_all = [&](WorkQueue& queue, double score) {
    int counted = 0;
    for (const Lease& lease : leases)
      counted += queue.finish(lease, sample_result(names[lease.item], score), 0).counts;
    return counted;
  };
  auto others = std::async(std::launch::async, [&] { return finish_all(two, 0.25); });
  const int own = finish_all(one, 0.75);
  EXPECT_EQ(own + others.get(), kCases);
  EXPECT_EQ(one.state().duplicates, kCases);
  EXPECT_EQ(sql("SELECT count(*) FROM eval_rows"), "40\n");
}

TEST_F(WorkQueueTest, AWorkerKeepsItsLeasesAsLongAsItLives) {
  auto one = join("one", kShort);
  ASSERT_EQ(one.take(3).size(), 3);
  auto two = join("two", kShort);
  const auto end = std::chrono::steady_clock::now() + 4 * kShort;
  while (std::chrono::steady_clock::now() < end)
    if (const auto mine = two.take(1); !mine.empty())
      GTEST_SKIP() << "this machine stood still for longer than a lease";
  EXPECT_EQ(one.state().done, 0);
}

TEST_F(WorkQueueTest, WhatWasGivenBackCountsForNothing) {
  auto one = join("one");
  one.take(2);
  one.release();
  EXPECT_EQ(one.state().until_next_end.count(), 0);
  const auto leases = join("two").take(3);
  ASSERT_EQ(leases.size(), 3);
  EXPECT_EQ(leases[0].tries, 1);
}

TEST_F(WorkQueueTest, OtherItemsAreRefused) {
  join("one");
  EXPECT_THAT(error_of([&] {
                join("two", kLong, {"a", "b"});
              }),
              AllOf(HasSubstr("share 3 attempts of cases; these are 2"), HasSubstr("next: ")));
  EXPECT_THAT(error_of([&] { join("two", kLong, {"a", "b", "d"}); }), HasSubstr("or others"));
}

TEST_F(WorkQueueTest, WhatHasAResultAlreadyIsNotHandedOut) {
  Store({.file = url_}).add_result("r1", sample_result("b"));
  auto one = join("one");
  EXPECT_EQ(one.state().done, 1);
  EXPECT_EQ(taken(one.take(3)), (std::vector<std::size_t>{0, 2}));
}

TEST_F(WorkQueueTest, AResultThatCameByAnotherWayMeanwhileCounts) {
  auto one = join("one");
  const auto leases = one.take(1);
  Store({.file = url_}).add_result("r1", sample_result("a", 1.0));
  EXPECT_FALSE(one.finish(leases[0], sample_result("a", 0.5), 1).counts);
  EXPECT_EQ(one.state().duplicates, 1);
  EXPECT_EQ(one.state().done, 1);
}

TEST_F(WorkQueueTest, AMergeTakesTheFirstResultsAndCountsTheOthers) {
  auto one = join("one");
  one.finish(one.take(1).front(), sample_result("a", 1.0), 0);
  const auto kept = places_.folder() / "kept.db";
  {
    Store file({.file = kept});
    file.join_run(sample_info("r1"));
    file.add_result("r1", sample_result("a", 0.5));
    file.add_result("r1", sample_result("b", 0.5));
  }
  EXPECT_EQ(Store({.file = url_}).merge(kept).results_added, 1);
  EXPECT_EQ(sql("SELECT query_id, score FROM eval_figures ORDER BY query_id"), "a|1.000000\nb|0.500000\n");
  EXPECT_EQ(sql("SELECT count(*) FROM eval_rows"), "2\n");
  auto two = join("two");
  EXPECT_EQ(two.state().duplicates, 1);
  EXPECT_EQ(taken(two.take(3)), std::vector<std::size_t>{2});
}

TEST_F(WorkQueueTest, ALateResultCountsOnceHoweverOftenItIsMerged) {
  auto one = join("one");
  one.finish(one.take(1).front(), sample_result("a", 1.0), 0);
  for (const auto& [name, score] : {std::pair{"kept.db", 0.5}, std::pair{"other.db", 0.25}}) {
    Store file({.file = places_.folder() / name});
    file.join_run(sample_info("r1"));
    file.add_result("r1", sample_result("a", score));
  }
  const auto duplicates_after = [&](const std::string& merged) {
    Store({.file = url_}).merge(places_.folder() / merged);
    return one.state().duplicates;
  };
  EXPECT_EQ(duplicates_after("kept.db"), 1u);
  EXPECT_EQ(duplicates_after("kept.db"), 1u);
  EXPECT_EQ(duplicates_after("other.db"), 2u) << "of another worker";
  Store({.file = places_.folder() / "kept.db"}).forget_outputs(KeptOutputs::none);
  EXPECT_EQ(duplicates_after("kept.db"), 2u);
  EXPECT_EQ(sql("SELECT score FROM eval_figures"), "1.000000\n");
}

TEST_F(WorkQueueTest, AResultThatItsWorkerBroughtAndThenAMergeCountsOnce) {
  auto one = join("one");
  const auto leases = one.take(1);
  Store({.file = url_}).add_result("r1", sample_result("a", 1.0));
  EXPECT_FALSE(one.finish(leases[0], sample_result("a", 0.5), 0).counts);
  Store kept({.file = places_.folder() / "kept.db"});
  kept.add({sample_info("r1"), {sample_result("a", 0.5)}});
  Store({.file = url_}).merge(kept.file());
  EXPECT_EQ(one.state().duplicates, 1u);
}

TEST_F(WorkQueueTest, ASchemaThatIsGoneIsSaid) {
  auto one = join("one");
  change_store(url_, "DROP TABLE work, work_queues, work_duplicates");
  EXPECT_THAT(
      error_of([&] { one.take(1); }),
      AllOf(HasSubstr("the store lacks a table: relation \"work\" does not exist"), HasSubstr("next: ")));
}

TEST_F(WorkQueueTest, JoiningWhatIsNotDoneForgetsTheAggregate) {
  const auto aggregate = [&] { return Store({.file = url_}).aggregate_json("r1"); };
  auto one = join("one", kLong, {"a"});
  Store({.file = url_}).set_aggregate_json("r1", "{}");
  join("two", kLong, {"a"});
  EXPECT_EQ(aggregate(), std::nullopt);
  one.finish(one.take(1).front(), sample_result("a"), 0);
  Store({.file = url_}).set_aggregate_json("r1", "{}");
  join("two", kLong, {"a"});
  EXPECT_EQ(aggregate(), "{}") << "no result is to come";
}

TEST_F(WorkQueueTest, GoesWithItsRun) {
  auto one = join("one");
  const auto leases = one.take(1);
  Store({.file = url_}).add_result("r1", sample_result("a", 1.0));
  one.finish(leases[0], sample_result("a", 0.5), 0);
  Store({.file = url_}).delete_run("r1");
  EXPECT_EQ(sql("SELECT (SELECT count(*) FROM work), (SELECT count(*) FROM work_queues), "
                "(SELECT count(*) FROM work_duplicates)"),
            "0|0|0\n");
}

TEST_F(WorkQueueTest, IdsMayBeAnyBytes) {
  using namespace std::string_view_literals;
  auto one = join("one", kLong, {"with \0 in it"sv, "\xff\"'", "{}"});
  EXPECT_EQ(taken(one.take(3)), (std::vector<std::size_t>{0, 1, 2}));
}

}  // namespace
}  // namespace assay
