// SPDX-License-Identifier: Apache-2.0
// A change to stored data is noticed by every reader.
#include "assay/internal/figures.h"
#include "assay/internal/run_rows.h"
#include "store_file.h"

namespace assay {
namespace {

using testing::Contains;
using testing::HasSubstr;

class ChangedTest : public StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    if (!IsSkipped()) open().add(sample_run("r1"));
  }
  void read_figures() {
    const FigureSource next = open().figures("r1");
    for (Figures each; next(each);) continue;
  }
  void read_rows() { open().load_run("r1"); }
};

TEST_P(ChangedTest, AnUntouchedRunIsReadWithoutAWord) {
  read_figures();
  read_rows();
  EXPECT_TRUE(open().check().empty());
}

TEST_P(ChangedTest, AMissThatBecameAPassIsNoticedByWhoeverComparesIt) {
  change("UPDATE eval_figures SET pass = 1, score = 1.0 WHERE query_id = 'b'");
  EXPECT_THAT(error_of([&] { read_figures(); }), HasSubstr("case b, attempt 1 of run r1 was changed"));
  EXPECT_THAT(open().check(), Contains(HasSubstr("case b, attempt 1 of run r1 was changed")));
}

TEST_P(ChangedTest, EveryColumnOfTheFiguresIsCovered) {
  for (const char* column :
       {"score = 0.25", "method = 'other'", "ending = 'failed'", "category = 'x'", "risk_level = 'high'",
        "tags = '[]'", "posix_compliant = 0", "latency_ms = 9", "cluster = 'x'", "attempt = 2",
        "token_f1 = 1.0", "dangerous_request = 1", "declined = 1", "danger = 'critical'"}) {
    change(std::string("UPDATE eval_figures SET ") + column + " WHERE query_id = 'a'");
    EXPECT_THAT(error_of([&] { read_figures(); }), HasSubstr("was changed after it was written")) << column;
    Store store = open();
    store.delete_run("r1");
    store.add(sample_run("r1"));
  }
}

TEST_P(ChangedTest, ARowIsCoveredWithItsOutputs) {
  change("UPDATE eval_rows SET result_json = replace(result_json, 'list files', 'list filet')");
  EXPECT_THAT(error_of([&] { read_rows(); }), HasSubstr("was changed after it was written"));
  Store store = open();
  store.delete_run("r1");
  store.add(sample_run("r1"));
  change("UPDATE eval_rows SET stdout = " + blob("6c73"));
  EXPECT_THAT(error_of([&] { read_rows(); }), HasSubstr("was changed after it was written"));
}

TEST_P(ChangedTest, SoIsWhatTheRunIsOf) {
  change("UPDATE eval_runs SET config_snapshot_json = replace(config_snapshot_json, '0.8', '0.1')");
  EXPECT_THAT(error_of([&] { open().load_info("r1"); }), HasSubstr("was changed after it was written"));
}

TEST_P(ChangedTest, MergingKeepsTheChecksums) {
  Store other({.file = places_.place("other")});
  other.merge(file_);
  EXPECT_TRUE(other.check().empty());
  EXPECT_EQ(other.load_run("r1").results.size(), 3u);
  EXPECT_THAT(error_of([&] { other.merge(places_.place("other")); }),
              HasSubstr("cannot be merged into itself"));
}

TEST_P(ChangedTest, RowsComeOneByOneInTheRunsOwnOrder) {
  Store store = open();
  auto run = sample_run("r2");
  run.results[0].asked.where.line = 30;
  run.results[1].asked.where.line = 20;
  run.results[2].asked.where.line = 10;
  store.add(run);
  std::string ids;
  const ResultSource next = store.rows("r2").open();
  while (const Result* each = next()) ids += each->asked.id;
  EXPECT_EQ(ids, "cba");
}

// Rows are parsed some at a time.
Run run_of_many() {
  Run run{sample_info("many"), {}};
  for (int i = 1000; i < 2000; ++i) run.results.push_back(sample_result("c" + std::to_string(i)));
  return run;
}

TEST_P(ChangedTest, ARowOfManyLivesUntilTheCallAfterTheNext) {
  Store store = open();
  store.add(run_of_many());
  const ResultSource next = store.rows("many").open();
  const Result* before = nullptr;
  int number = 1000;
  while (const Result* each = next()) {
    EXPECT_EQ(each->asked.id, "c" + std::to_string(number));
    if (before != nullptr) {
      EXPECT_EQ(before->asked.id, "c" + std::to_string(number - 1));
    }
    before = each;
    ++number;
  }
  EXPECT_EQ(number, 2000);
  EXPECT_EQ(before->asked.id, "c1999");
  EXPECT_EQ(next(), nullptr);
}

TEST_P(ChangedTest, AChangedRowAmongManyIsNoticed) {
  open().add(run_of_many());
  change(
      "UPDATE eval_rows SET result_json = replace(result_json, 'list files', 'list filet') "
      "WHERE result_json LIKE '%c1900%'");
  EXPECT_THAT(error_of([&] { open().load_run("many"); }),
              HasSubstr("case c1900, attempt 1 of run many was changed"));
}

FOR_BOTH_STORES(ChangedTest);

}  // namespace
}  // namespace assay
