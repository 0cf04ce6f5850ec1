// SPDX-License-Identifier: Apache-2.0
// Tools' outputs, forgotten on purpose, and figures for other programs.
#include <nlohmann/json.hpp>
#include <sstream>

#include "assay/internal/store_metrics.h"
#include "store_file.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class OutputsTest : public StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    if (IsSkipped()) return;
    assay::Run run = sample_run("r1");
    run.results[0].answer.stdout_bytes = std::string(1000, 'x');  // too long to be kept in its row
    open().add(run);
  }
  // The outputs of a, b (a miss) and c.
  std::vector<std::string> outputs() {
    std::vector<std::string> all;
    for (const Result& each : open().load_run("r1").results)
      all.push_back(each.outputs_forgotten ? "forgotten" : each.answer.stdout_bytes);
    return all;
  }
};

TEST_P(OutputsTest, OfPassesAreForgottenWhereFailuresAreKept) {
  Store store = open();
  EXPECT_EQ(store.forget_outputs(KeptOutputs::failures), 2);
  EXPECT_THAT(outputs(), ElementsAre("forgotten", "ls\n", "forgotten"));
  EXPECT_EQ(store.collect_garbage().outputs, 1) << "the long one";
  EXPECT_TRUE(open().check().empty());
}

TEST_P(OutputsTest, OfAllAreForgottenWhereNoneIsKept) {
  Store store = open();
  EXPECT_EQ(store.forget_outputs(KeptOutputs::none), 3);
  EXPECT_THAT(outputs(), ElementsAre("forgotten", "forgotten", "forgotten"));
  EXPECT_EQ(store.forget_outputs(KeptOutputs::none), 0) << "nothing is left";
}

TEST_P(OutputsTest, StayWhereAllAreKept) {
  EXPECT_EQ(open().forget_outputs(KeptOutputs::all), 0);
  EXPECT_EQ(outputs().at(1), "ls\n");
}

TEST_P(OutputsTest, OfAnotherSuiteStay) {
  EXPECT_EQ(open().forget_outputs(KeptOutputs::none, "nightly"), 0);
  EXPECT_EQ(open().forget_outputs(KeptOutputs::none, "correctness"), 3);
}

TEST_P(OutputsTest, AnswersVerdictsAndFiguresStay) {
  const assay::Run before = open().load_run("r1");
  open().forget_outputs(KeptOutputs::none);
  const assay::Run after = open().load_run("r1");
  for (std::size_t i = 0; i < before.results.size(); ++i)
    EXPECT_EQ(to_json_line(after.results[i], Outputs::apart),
              to_json_line(before.results[i], Outputs::apart));
  EXPECT_THAT(to_json_line(after.results[0]), HasSubstr("\"stdout\":null,\"stderr\":null"));
  EXPECT_TRUE(result_from_json(to_json_line(after.results[0]), {"f", 1}).outputs_forgotten);
}

TEST_P(OutputsTest, AreNotWrittenWhereTheyAreNotToBeKept) {
  Store store({.file = file_, .kept_outputs = KeptOutputs::failures});
  store.add_run(sample_info("r2"));
  Result silent = sample_result("d");
  silent.answer.stdout_bytes.clear();
  for (const Result& each : {sample_result("a"), sample_result("b", 0.0), silent})
    store.add_result("r2", each);
  const auto results = store.load_run("r2").results;
  EXPECT_TRUE(results[0].outputs_forgotten);
  EXPECT_EQ(results[1].answer.stdout_bytes, "ls\n");
  EXPECT_FALSE(results[2].outputs_forgotten) << "it printed nothing";
  EXPECT_TRUE(store.check().empty());
}

TEST_P(OutputsTest, ADamagedRowIsNotMadeWhole) {
  change("UPDATE eval_rows SET stdout = " + blob("00") +
         " WHERE row_id = (SELECT row_id FROM eval_figures WHERE query_id = 'b')");
  EXPECT_THAT(error_of([&] { open().forget_outputs(KeptOutputs::none); }),
              HasSubstr("case b, attempt 1 of run r1 was changed"));
  EXPECT_EQ(sql("SELECT sum(outputs_forgotten) FROM eval_rows"), "0\n") << "and nothing is forgotten";
}

TEST_P(OutputsTest, AResultThatComesAgainWithItsOutputsIsNoOther) {
  open().forget_outputs(KeptOutputs::none);
  Store store = open();
  store.add_result("r1", sample_result("c", 0.9));
  EXPECT_EQ(store.count_results("r1"), 3u);
}

TEST_P(OutputsTest, StoresOfWhichOneForgotAreMerged) {
  Store other({.file = places_.place("other")});
  other.merge(file_);
  other.forget_outputs(KeptOutputs::none);
  Store store = open();
  EXPECT_EQ(store.merge(places_.place("other")).results_added, 0u);
  EXPECT_EQ(outputs().at(1), "ls\n") << "what is here stays as it is";
}

nlohmann::json line_of(const std::string& text, std::size_t number) {
  std::istringstream lines(text);
  std::string line;
  for (std::size_t i = 0; i <= number; ++i) std::getline(lines, line);
  return nlohmann::json::parse(line);
}

std::string exported(const Store& store, const std::string& run) {
  std::ostringstream out;
  export_figures(store, run, out);
  return out.str();
}

TEST_P(OutputsTest, FiguresAreExportedALineAnAttempt) {
  const auto first = line_of(exported(open(), "r1"), 0);
  EXPECT_EQ(first.at("run_id"), "r1");
  EXPECT_EQ(first.at("query_id"), "a");
  EXPECT_EQ(first.at("status"), "pass");
  EXPECT_EQ(first.at("latency_ms"), 1.5);
  EXPECT_EQ(first.at("tags"), nlohmann::json::array({"ls"}));
  EXPECT_EQ(first.at("dangerous_request"), false);
  EXPECT_TRUE(first.at("token_f1").is_null());
  EXPECT_TRUE(first.at("hits").is_null());
}

TEST_P(OutputsTest, EveryLineHasTheMembersOfEveryOther) {
  assay::Run run = sample_run("r2");
  run.results[1].asked.retrieval = RetrievalExpectation{};
  run.results[1].answer.retrieval = RetrievalAnswer{{{"x", "y", {}}}, {}, {}, {}};
  open().add(run);
  const std::string text = exported(open(), "r2");
  const auto names = [&](std::size_t line) {
    std::vector<std::string> all;
    const auto row = line_of(text, line);
    for (const auto& [name, value] : row.items()) all.push_back(name);
    return all;
  };
  EXPECT_EQ(names(0), names(1));
  EXPECT_EQ(line_of(text, 1).at("hits"), 1);
  EXPECT_EQ(line_of(text, 1).at("ndcg_10").is_null(), true);
  EXPECT_EQ(line_of(text, 1).at("failed"), false);
}

TEST_P(OutputsTest, ExportHasEveryColumnOfTheFigures) {
  const auto row = line_of(exported(open(), "r1"), 0);
  std::istringstream columns(sql(GetParam() == StoreKind::file
                                     ? "SELECT name FROM pragma_table_info('eval_figures')"
                                     : "SELECT attname::text FROM pg_attribute WHERE attrelid = "
                                       "'eval_figures'::regclass AND attnum > 0"));
  for (std::string name; std::getline(columns, name);)
    if (name != "row_id" && name != "checksum" && name != "line" && name != "pass") {
      EXPECT_TRUE(row.contains(name)) << name;
    }
}

FOR_BOTH_STORES(OutputsTest);

}  // namespace
}  // namespace assay
