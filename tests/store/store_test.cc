#include "assay/store.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sample.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class StoreTest : public testing::Test {
 protected:
  Store open(StoreOptions::Access access = StoreOptions::Access::write) {
    return Store({.file = file_, .access = access});
  }

  // What a person with the sqlite3 program sees.
  std::string sql(const std::string& query) {
    SQLite::Database database(file_.string());
    SQLite::Statement statement(database, query);
    std::string text;
    while (statement.executeStep()) {
      for (int i = 0; i < statement.getColumnCount(); ++i)
        text += (i == 0 ? "" : "|") + statement.getColumn(i).getString();
      text += "\n";
    }
    return text;
  }

  template <typename Work>
  std::string refusal(Work work) {
    try {
      work();
    } catch (const Error& error) {
      return error.what();
    }
    return "nothing was refused";
  }

  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_ / "assay.db";
};

std::vector<std::string> rows(const Run& run) {
  std::vector<std::string> lines;
  for (const auto& each : run.results) lines.push_back(to_json_line(each));
  return lines;
}

TEST_F(StoreTest, ARunIsReadBackAsItWas) {
  assay::Run run = sample_run("r1");
  run.results[0].asked.retrieval = RetrievalExpectation{.expected_doc_ids = {"d"},
                                                        .expected_chunk_ids = {"c"},
                                                        .must_contain = {"x"},
                                                        .forbidden = {},
                                                        .judgements = {{"d", 2}},
                                                        .lang = "en",
                                                        .difficulty = "easy",
                                                        .group = "g"};
  run.results[0].answer.retrieval =
      RetrievalAnswer{{{"c", "d", 0.5}, {"e", "f", {}}}, "text", {{"d", "", true}}, true};
  run.results[1].answer.stdout_bytes = std::string("\xff\0no text", 9);
  run.results[1].answer.stderr_bytes = std::string(100'000, 'x');
  open().add(run);
  const assay::Run read = open(StoreOptions::Access::read).load_run("r1");
  EXPECT_EQ(to_json(read.info), to_json(run.info));
  EXPECT_EQ(rows(read), rows(run));
  EXPECT_EQ(read.results[0].answer.retrieval, run.results[0].answer.retrieval);
  EXPECT_EQ(read.results[0].asked.retrieval, run.results[0].asked.retrieval);
}

TEST_F(StoreTest, ResultsAreInTheRunsOrder) {
  assay::Run run{sample_info("r1"), {}};
  run.info.datasets = {{"network", "1", "c", "n.json", 1}, {"files", "1", "b", "f.json", 2}};
  run.results = {sample_result("z"), sample_result("a"), sample_result("n")};
  run.results[0].asked.where.line = 1;
  run.results[1].asked.where.line = 9;
  run.results[2].asked.dataset = "network";
  open().add(run);
  std::vector<std::string> ids;
  for (const auto& each : open().load_run("r1").results) ids.push_back(each.asked.id);
  EXPECT_THAT(ids, ElementsAre("n", "z", "a"));
}

TEST_F(StoreTest, AFinishedCaseIsSeenByOthersAtOnce) {
  Store writer = open();
  writer.add_run(sample_info("r1"));
  const Store reader = open(StoreOptions::Access::read);
  writer.add_result("r1", sample_result("a"));
  EXPECT_THAT(reader.finished_cases("r1"), ElementsAre(FinishedCase{"files", "a", 1}));
}

TEST_F(StoreTest, ARunThatWasStoppedSaysWhatItHas) {
  {
    Store store = open();
    store.add_run(sample_info("r1"));
    store.add_result("r1", sample_result("a"));
    store.add_result("r1", sample_result("c", 0.9));
  }
  Store store = open();
  store.resume_run(sample_info("r1"));
  EXPECT_THAT(store.finished_cases("r1"),
              ElementsAre(FinishedCase{"files", "a", 1}, FinishedCase{"files", "c", 1}));
  store.add_result("r1", sample_result("b", 0.0));
  store.finish_run(sample_info("r1"));
  EXPECT_EQ(rows(store.load_run("r1")), rows(sample_run("r1")));
}

TEST_F(StoreTest, TheSameResultTwiceIsKeptOnce) {
  Store store = open();
  store.add(sample_run("r1"));
  store.add_results("r1", sample_run("r1").results);
  EXPECT_EQ(store.count_results("r1"), 3);
  EXPECT_EQ(sql("SELECT count(*) FROM eval_rows"), "3\n");
}

TEST_F(StoreTest, AResultThatContradictsAnotherIsRefused) {
  Store store = open();
  store.add(sample_run("r1"));
  EXPECT_THAT(refusal([&] { store.add_result("r1", sample_result("a", 0.5)); }),
              HasSubstr("another result for case a, attempt 1"));
  EXPECT_EQ(store.count_results("r1"), 3);
  store.add_result("r1", sample_result("a", 0.5, 2));
  EXPECT_EQ(store.count_results("r1"), 4);
}

TEST_F(StoreTest, ManyResultsAreAddedAllOrNone) {
  Store store = open();
  store.add_run(sample_info("r1"));
  store.add_result("r1", sample_result("z"));
  const std::vector<Result> some = {sample_result("a"), sample_result("z", 0.0)};
  EXPECT_THROW(store.add_results("r1", some), Error);
  EXPECT_EQ(store.count_results("r1"), 1);
  store.add_result("r1", sample_result("b"));  // the store goes on
}

TEST_F(StoreTest, TwoRunsWithOneIdAreRefused) {
  Store store = open();
  store.add_run(sample_info("r1"));
  EXPECT_THAT(refusal([&] { store.add_run(sample_info("r1")); }), HasSubstr("has a run r1 already"));
  RunInfo other = sample_info("r1");
  other.tool_sha256 = "cccc";
  EXPECT_THAT(refusal([&] { store.resume_run(other); }), HasSubstr("with another tool"));
  other = sample_info("r1");
  other.tool_files = {{"ask.py", "dddd"}};
  EXPECT_THAT(refusal([&] { store.resume_run(other); }),
              HasSubstr("another file that the tool's arguments name"));
  other = sample_info("r1");
  other.description_sha256 = "eeee";
  EXPECT_THAT(refusal([&] { store.resume_run(other); }), HasSubstr("another description of the tool"));
}

TEST_F(StoreTest, AnUnknownRunIsRefused) {
  Store store = open();
  EXPECT_THAT(refusal([&] { store.add_result("r9", sample_result("a")); }), HasSubstr("no run r9"));
  EXPECT_THAT(refusal([&] { store.load_run("r9"); }), HasSubstr("no run r9"));
  EXPECT_THAT(refusal([&] { store.finish_run(sample_info("r9")); }), HasSubstr("no run r9"));
  EXPECT_THAT(refusal([&] { store.delete_run("r9"); }), HasSubstr("no run r9"));
}

TEST_F(StoreTest, OutputIsKeptOnceHoweverManyPrintedIt) {
  Store store = open();
  assay::Run run = sample_run("r1");
  for (auto& each : run.results) each.answer.stdout_bytes = std::string(5000, 'o');
  store.add(run);
  run.info.run_id = "r2";
  store.add(run);
  EXPECT_EQ(sql("SELECT count(*), length(bytes) FROM blobs"), "1|5000\n");
  EXPECT_EQ(store.load_run("r2").results[2].answer.stdout_bytes, std::string(5000, 'o'));
}

TEST_F(StoreTest, GarbageIsOutputThatNoResultRefersTo) {
  Store store = open();
  assay::Run run = sample_run("r1");
  run.results[0].answer.stdout_bytes = std::string(50'000, 'o');
  store.add(run);
  EXPECT_EQ(store.collect_garbage().outputs, 0);
  store.delete_run("r1");
  const GarbageCounts counts = store.collect_garbage();
  EXPECT_EQ(counts.outputs, 1);
  EXPECT_GT(counts.bytes, 40'000);
  EXPECT_EQ(sql("SELECT (SELECT count(*) FROM eval_rows), (SELECT count(*) FROM eval_figures)"), "0|0\n");
}

TEST_F(StoreTest, DeletingARunLeavesTheOthers) {
  Store store = open();
  store.add(sample_run("r1"));
  store.add(sample_run("r2"));
  store.delete_run("r1");
  EXPECT_FALSE(store.has_run("r1"));
  EXPECT_EQ(rows(store.load_run("r2")), rows(sample_run("r2")));
}

TEST_F(StoreTest, RunsAreListedNewestFirst) {
  Store store = open();
  store.add(sample_run("r1", "2026-01-01T00:00:00.000Z"));
  store.add(sample_run("r3", "2026-01-03T00:00:00.000Z"));
  store.add(sample_run("r2", "2026-01-02T00:00:00.000Z"));
  std::vector<std::string> ids;
  for (const auto& each : store.list_runs()) ids.push_back(each.run_id);
  EXPECT_THAT(ids, ElementsAre("r3", "r2", "r1"));
  EXPECT_EQ(store.list_runs().front().results, 3);
  EXPECT_TRUE(store.list_runs("other suite").empty());
}

TEST_F(StoreTest, NamesOfRuns) {
  Store store = open();
  EXPECT_THAT(refusal([&] { store.resolve("latest"); }), HasSubstr("no runs"));
  store.add(sample_run("0194-aa", "2026-01-01T00:00:00.000Z"));
  store.add(sample_run("0194-ab", "2026-01-02T00:00:00.000Z"));
  EXPECT_EQ(store.resolve("latest"), "0194-ab");
  EXPECT_EQ(store.resolve("latest~"), "0194-aa");
  EXPECT_EQ(store.resolve("latest~1"), "0194-aa");
  EXPECT_EQ(store.resolve("0194-aa"), "0194-aa");
  EXPECT_EQ(store.resolve("0194-ab", "correctness"), "0194-ab");
  EXPECT_THAT(refusal([&] { store.resolve("latest~2"); }), HasSubstr("only 2"));
  EXPECT_THAT(refusal([&] { store.resolve("0194"); }), HasSubstr("the beginning of 2 runs"));
  EXPECT_THAT(refusal([&] { store.resolve("zz"); }), HasSubstr("no run zz"));
  EXPECT_THAT(refusal([&] { store.resolve(""); }), HasSubstr("no run"));
}

// A run of three cases of which one was asked, as `ctest -R one_case` leaves it.
assay::Run one_case_run(const std::string& run_id, const std::string& started) {
  assay::Run run = sample_run(run_id, started);
  run.info.finished_at = started;
  run.results.resize(1);
  return run;
}

TEST_F(StoreTest, LatestIsTheNewestCompleteRun) {
  Store store = open();
  store.add(one_case_run("r1", "2026-01-01T00:00:00.000Z"));
  store.add(one_case_run("r2", "2026-01-02T00:00:00.000Z"));
  EXPECT_EQ(store.resolve("latest"), "r2") << "where none is complete, the newest";
  EXPECT_EQ(store.resolve("latest~1"), "r1");
  store.add(sample_run("r3", "2026-01-03T00:00:00.000Z"));
  store.add(one_case_run("r4", "2026-01-04T00:00:00.000Z"));
  store.add(sample_run("r5", "2026-01-05T00:00:00.000Z"));
  store.add(one_case_run("r6", "2026-01-06T00:00:00.000Z"));
  EXPECT_EQ(store.resolve("latest"), "r5");
  EXPECT_EQ(store.resolve("latest~1"), "r3");
  EXPECT_THAT(refusal([&] { store.resolve("latest~2"); }), HasSubstr("only 2 such runs that are complete"));
  EXPECT_EQ(store.resolve("latest", "", Latest::any), "r6");
  EXPECT_EQ(store.resolve("latest~2", "", Latest::any), "r4");
  EXPECT_EQ(store.resolve("r6"), "r6");
}

TEST_F(StoreTest, ACaseThatWasRepeatedIsNotTheWholeRun) {
  Store store = open();
  assay::Run run = one_case_run("r1", "2026-01-01T00:00:00.000Z");
  run.results = {sample_result("a", 1.0, 1), sample_result("a", 1.0, 2), sample_result("a", 1.0, 3)};
  store.add(run);
  EXPECT_FALSE(store.is_complete("r1"));
  EXPECT_EQ(store.list_runs().front().results, 3);
  EXPECT_EQ(store.list_runs().front().cases, 1);
  store.add_results("r1", sample_run("r1").results);
  EXPECT_TRUE(store.is_complete("r1"));
  EXPECT_THAT(refusal([&] { store.is_complete("r9"); }), HasSubstr("no run r9"));
}

TEST_F(StoreTest, FiguresComeInOrderWithEverythingThatMetricsRead) {
  Store store = open();
  assay::Run run{sample_info("r1"),
                 {sample_result("b", 0.0), sample_result("a", 0.9, 2), sample_result("a")}};
  run.results[0].grade.status = Status::unmeasured;
  run.results[0].asked.world = "home";
  store.add(run);
  const FigureSource next = store.figures("r1");
  std::vector<Figures> all;
  for (Figures each; next(each);) all.push_back(each);
  ASSERT_EQ(all.size(), 3);
  EXPECT_EQ(all[0].id, "a");
  EXPECT_EQ(all[0].attempt, 1);
  EXPECT_EQ(all[1].attempt, 2);
  EXPECT_EQ(all[1].score, 0.9);
  EXPECT_EQ(all[0].latency, std::chrono::microseconds(1500));
  EXPECT_EQ(all[0].tags, "[\"ls\"]");
  EXPECT_EQ(all[2].status, Status::unmeasured);
  EXPECT_EQ(all[2].score, std::nullopt);
  EXPECT_EQ(all[2].cluster, "home");
}

TEST_F(StoreTest, FiguresOfQueriesAmongCommands) {
  Store store = open();
  assay::Run run = sample_run("r1");
  run.results[1].asked.retrieval = RetrievalExpectation{};
  run.results[1].asked.retrieval->expected_chunk_ids = {"c"};
  run.results[1].asked.retrieval->expected_doc_ids = {"d"};
  run.results[1].answer.retrieval = RetrievalAnswer{{{"x", "y", {}}, {"c", "d", {}}}, {}, {}, {}};
  store.add(run);
  const FigureSource next = store.figures("r1");
  std::vector<Figures> all;
  for (Figures each; next(each);) all.push_back(each);
  ASSERT_EQ(all.size(), 3);
  EXPECT_FALSE(all[0].retrieval.has_value());
  ASSERT_TRUE(all[1].retrieval.has_value());
  EXPECT_EQ(all[1].retrieval->chunk_rank, 2);
  EXPECT_EQ(all[1].retrieval->hits, 2);
  EXPECT_EQ(all[1].retrieval->ndcg.has_value(), true);
  EXPECT_FALSE(all[2].retrieval.has_value());
}

TEST_F(StoreTest, TheViewHasRowsAndFigures) {
  open().add(sample_run("r1"));
  EXPECT_EQ(
      sql("SELECT query_id, status, score, json_extract(result_json, '$.generated') FROM eval_query_results "
          "WHERE run_id = 'r1' ORDER BY query_id"),
      "a|pass|1.0|ls\nb|miss|0.0|ls\nc|pass|0.9|ls\n");
}

TEST_F(StoreTest, TheViewReadsNoRowForFigures) {
  open().add(sample_run("r1"));
  EXPECT_THAT(sql("EXPLAIN QUERY PLAN SELECT count(*), avg(score), sum(pass) FROM eval_query_results"),
              testing::Not(HasSubstr("eval_rows")));
}

TEST_F(StoreTest, AnAggregateIsForgottenWhenResultsComeLater) {
  Store store = open();
  store.add_run(sample_info("r1"));
  store.add_result("r1", sample_result("a"));
  store.set_aggregate_json("r1", "{}");
  EXPECT_EQ(store.aggregate_json("r1"), "{}");
  store.add_result("r1", sample_result("b"));
  EXPECT_EQ(store.aggregate_json("r1"), std::nullopt);
}

TEST_F(StoreTest, ANewStoreIsSound) {
  Store store = open();
  store.add(sample_run("r1"));
  EXPECT_TRUE(store.check().empty());
}

TEST_F(StoreTest, TheDefaultIsNamedByTheEnvironment) {
  setenv("ASSAY_STORE", "/some/where.db", 1);
  EXPECT_EQ(default_store_file(), "/some/where.db");
  unsetenv("ASSAY_STORE");
  EXPECT_EQ(default_store_file(), "assay.db");
}

}  // namespace
}  // namespace assay
