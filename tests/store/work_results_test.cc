// SPDX-License-Identifier: Apache-2.0
// Which of a leased case's results stays, and which server cannot be used any more.
#include "assay/internal/work_queue.h"
#include "store_file.h"

namespace assay {
namespace {

using testing::HasSubstr;

class WorkResultsTest : public testing::Test {
 protected:
  void SetUp() override {
    SKIP_WITHOUT_SERVER(StoreKind::server);
    url_ = places_.place("store");
    Store({.file = url_}).join_run(sample_info("r1"));
  }

  WorkQueue join(const std::string& worker) {
    return WorkQueue(
        {.url = url_, .run_id = "r1", .worker = worker, .lease = std::chrono::milliseconds(600'000)},
        {{"files", "a", 1}, {"files", "b", 1}, {"files", "c", 1}});
  }
  static Result unmeasured(const std::string& id) {
    auto result = sample_result(id, 0);
    result.answer.ending = Ending::unavailable;
    result.grade.status = Status::unmeasured;
    return result;
  }
  std::string sql(const std::string& query) { return rows_seen(url_, query); }

  StorePlaces places_{StoreKind::server};
  std::filesystem::path url_;
};

TEST_F(WorkResultsTest, AMeasuredResultReplacesAnUnmeasuredOneThatCameFirst) {
  auto one = join("one");
  const Lease a = one.take(1).front();
  change_store(url_, "UPDATE work SET worker = 'gone', lease_until = now() WHERE state = 1");
  auto two = join("two");
  EXPECT_TRUE(two.finish(two.take(1).front(), unmeasured("a"), 0).counts);
  Store({.file = url_}).set_aggregate_json("r1", "{}");
  EXPECT_TRUE(one.finish(a, sample_result("a", 0.5), 0).counts);
  EXPECT_EQ(Store({.file = url_}).aggregate_json("r1"), std::nullopt);
  EXPECT_FALSE(two.finish(a, unmeasured("a"), 0).counts) << "the measured one stays";
  EXPECT_EQ(sql("SELECT score FROM eval_figures"), "0.500000\n");
  EXPECT_EQ(sql("SELECT count(*) FROM eval_rows"), "1\n");
  EXPECT_EQ(two.state().duplicates, 1);
  EXPECT_EQ(two.state().done, 1);
}

TEST_F(WorkResultsTest, AMergedMeasuredResultReplacesAnUnmeasuredOne) {
  auto one = join("one");
  one.finish(one.take(1).front(), unmeasured("a"), 0);
  const auto kept = places_.folder() / "kept.db";
  {
    Store file({.file = kept});
    file.join_run(sample_info("r1"));
    file.add_result("r1", sample_result("a", 0.5));
  }
  EXPECT_EQ(Store({.file = url_}).merge(kept).results_added, 1);
  EXPECT_EQ(Store({.file = url_}).merge(kept).results_added, 0);
  EXPECT_EQ(sql("SELECT score FROM eval_figures"), "0.500000\n");
  EXPECT_EQ(sql("SELECT count(*) FROM eval_rows"), "1\n");
  const auto other = places_.folder() / "other.db";
  Store({.file = other}).add({sample_info("r1"), {sample_result("a", 1.0)}});
  EXPECT_EQ(Store({.file = url_}).merge(other).results_dropped, 1);
  EXPECT_TRUE(Store({.file = url_, .access = StoreOptions::Access::read}).check().empty());
}

TEST_F(WorkResultsTest, ALostServerIsToldFromARefusedStatement) {
  auto one = join("one");
  const Lease a = one.take(1).front();
  change_store(url_, "ALTER TABLE eval_rows RENAME TO elsewhere");
  try {
    one.finish(a, sample_result("a"), 0);
    ADD_FAILURE() << "the table is gone";
  } catch (const LostServer& error) {
    ADD_FAILURE() << "the server is there: " << error.what();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("eval_rows"));
  }
  change_store(url_, "ALTER TABLE elsewhere RENAME TO eval_rows");
  EXPECT_TRUE(one.finish(a, sample_result("a"), 0).counts) << "it goes on";
  change_store(url_, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()");
  EXPECT_THROW(one.state(), LostServer);
}

TEST_F(WorkResultsTest, SaysHowManyItemsAreOpen) {
  EXPECT_EQ(open_items(url_, "r1"), 0) << "there is no queue";
  auto one = join("one");
  one.take(1);
  EXPECT_EQ(open_items(url_, "r1"), 3);
  EXPECT_EQ(open_items(url_, "r2"), 0);
  one.finish({.item = 0, .place = 0}, sample_result("a"), 0);
  EXPECT_EQ(open_items(url_, "r1"), 2);
  EXPECT_EQ(open_items(places_.folder() / "file.db", "r1"), 0) << "a file has none";
}

}  // namespace
}  // namespace assay
