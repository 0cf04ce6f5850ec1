// SPDX-License-Identifier: Apache-2.0
#include "store_file.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> rows(const Run& run) {
  std::vector<std::string> lines;
  for (const auto& each : run.results) lines.push_back(to_json_line(each));
  return lines;
}

TEST_P(StoreTest, ARunIsReadBackAsItWas) {
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

TEST_P(StoreTest, ResultsAreInTheRunsOrder) {
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

TEST_P(StoreTest, AFinishedCaseIsSeenByOthersAtOnce) {
  Store writer = open();
  writer.add_run(sample_info("r1"));
  const Store reader = open(StoreOptions::Access::read);
  writer.add_result("r1", sample_result("a"));
  EXPECT_THAT(reader.finished_cases("r1"), ElementsAre(FinishedCase{"files", "a", 1}));
}

TEST_P(StoreTest, ARunThatWasStoppedSaysWhatItHas) {
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

TEST_P(StoreTest, ARowNamesTheDigestsOfItsDatasetAndTool) {
  Result unnamed = sample_result("a");
  unnamed.dataset_sha256.clear();
  unnamed.tool_sha256.clear();
  {
    Store store = open();
    store.add_run(sample_info("r1"));
    store.add_result("r1", unnamed);
    store.add_result("r1", unnamed);  // the same row as before
  }
  const assay::Run read = open().load_run("r1");
  ASSERT_EQ(read.results.size(), 1u);
  EXPECT_EQ(read.results[0].dataset_sha256, "bbbb");
  EXPECT_EQ(read.results[0].tool_sha256, "aaaa");
}

TEST_P(StoreTest, TheSameResultTwiceIsKeptOnce) {
  Store store = open();
  store.add(sample_run("r1"));
  store.add_results("r1", sample_run("r1").results);
  EXPECT_EQ(store.count_results("r1"), 3);
  EXPECT_EQ(sql("SELECT count(*) FROM eval_rows"), "3\n");
}

TEST_P(StoreTest, AResultThatContradictsAnotherIsRefused) {
  Store store = open();
  store.add(sample_run("r1"));
  EXPECT_THAT(error_of([&] { store.add_result("r1", sample_result("a", 0.5)); }),
              HasSubstr("another result for case a, attempt 1"));
  EXPECT_EQ(store.count_results("r1"), 3);
  store.add_result("r1", sample_result("a", 0.5, 2));
  EXPECT_EQ(store.count_results("r1"), 4);
}

TEST_P(StoreTest, ManyResultsAreAddedAllOrNone) {
  Store store = open();
  store.add_run(sample_info("r1"));
  store.add_result("r1", sample_result("z"));
  const std::vector<Result> some = {sample_result("a"), sample_result("z", 0.0)};
  EXPECT_THROW(store.add_results("r1", some), Error);
  EXPECT_EQ(store.count_results("r1"), 1);
  store.add_result("r1", sample_result("b"));  // the store remains usable
}

TEST_P(StoreTest, TwoRunsWithOneIdAreRefused) {
  Store store = open();
  store.add_run(sample_info("r1"));
  EXPECT_THAT(error_of([&] { store.add_run(sample_info("r1")); }), HasSubstr("has a run r1 already"));
  RunInfo other = sample_info("r1");
  other.tool_sha256 = "cccc";
  EXPECT_THAT(error_of([&] { store.resume_run(other); }), HasSubstr("with another tool"));
  other = sample_info("r1");
  other.tool_files = {{"ask.py", "dddd"}};
  EXPECT_THAT(error_of([&] { store.resume_run(other); }),
              HasSubstr("another file that the tool's arguments name"));
  other = sample_info("r1");
  other.description_sha256 = "eeee";
  EXPECT_THAT(error_of([&] { store.resume_run(other); }), HasSubstr("another description of the tool"));
}

TEST_P(StoreTest, AnUnknownRunIsRefused) {
  Store store = open();
  EXPECT_THAT(error_of([&] { store.add_result("r9", sample_result("a")); }), HasSubstr("no run r9"));
  EXPECT_THAT(error_of([&] { store.load_run("r9"); }), HasSubstr("no run r9"));
  EXPECT_THAT(error_of([&] { store.finish_run(sample_info("r9")); }), HasSubstr("no run r9"));
  EXPECT_THAT(error_of([&] { store.delete_run("r9"); }), HasSubstr("no run r9"));
}

TEST_P(StoreTest, OutputIsKeptOnceHoweverManyPrintedIt) {
  Store store = open();
  assay::Run run = sample_run("r1");
  for (auto& each : run.results) each.answer.stdout_bytes = std::string(5000, 'o');
  store.add(run);
  run.info.run_id = "r2";
  store.add(run);
  EXPECT_EQ(sql("SELECT count(*), max(length(bytes)) FROM blobs"), "1|5000\n");
  EXPECT_EQ(store.load_run("r2").results[2].answer.stdout_bytes, std::string(5000, 'o'));
}

TEST_P(StoreTest, GarbageIsOutputThatNoResultRefersTo) {
  Store store = open();
  assay::Run run = sample_run("r1");
  run.results[0].answer.stdout_bytes = std::string(50'000, 'o');
  store.add(run);
  EXPECT_EQ(store.collect_garbage().outputs, 0);
  store.delete_run("r1");
  const GarbageCounts counts = store.collect_garbage();
  EXPECT_EQ(counts.outputs, 1);
  if (GetParam() == StoreKind::file) {  // a server keeps free space for later rows, and compresses
    EXPECT_GT(counts.bytes, 40'000);
  }
  EXPECT_EQ(sql("SELECT (SELECT count(*) FROM eval_rows), (SELECT count(*) FROM eval_figures)"), "0|0\n");
}

TEST_P(StoreTest, DeletingARunLeavesTheOthers) {
  Store store = open();
  store.add(sample_run("r1"));
  store.add(sample_run("r2"));
  store.delete_run("r1");
  EXPECT_FALSE(store.has_run("r1"));
  EXPECT_EQ(rows(store.load_run("r2")), rows(sample_run("r2")));
}

TEST_P(StoreTest, ANewStoreIsSound) {
  Store store = open();
  store.add(sample_run("r1"));
  EXPECT_TRUE(store.check().empty());
}

FOR_BOTH_STORES(StoreTest);

}  // namespace
}  // namespace assay
