// SPDX-License-Identifier: Apache-2.0
// Runs of retrieval tools, in the formats of TREC and BEIR, there and back.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "program.h"

namespace assay {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class Rankings : public testing::Test {
 protected:
  // Converts and imports in a store of its own, and returns its figures.
  json imported(const std::string& format, const std::string& queries, const std::string& judged,
                const std::string& run, const std::vector<std::string>& further = {}) {
    program_.file("queries", queries);
    program_.file("judged", judged);
    program_.file("run", run);
    const Ran made = program_.run({"convert", "queries", "judged", "--from", format, "--relevant", "2",
                                   "--name", "set", "-o", "set.json", "--force"});
    EXPECT_EQ(made.status, 0) << made.out << made.err;
    std::vector<std::string> import = {"import", "run", "--from", format, "--dataset", "set.json"};
    import.insert(import.end(), further.begin(), further.end());
    said_ = program_.run(import);
    EXPECT_EQ(said_.status, 0) << said_.out << said_.err;
    json metrics = json::parse(program_.run({"show", "latest", "--json"}).out);
    return metrics.contains("metrics") ? metrics["metrics"] : metrics;
  }
  std::string report(const std::string& format) { return program_.run({"report", "--format", format}).out; }

  Program program_;
  Ran said_;
};

constexpr const char* kQueries = "01\thow long?\n02\tsoup?\n03\twhere?\n04\twho?\n";
constexpr const char* kGrades = "01 0 a 1\n01 0 b 2\n01 0 c 0\n02 0 a 3\n03 0 d -1\n03 0 a 1\n04 0 x 2\n";
constexpr const char* kRanked =
    "01 Q0 a 1 9 t\n01 Q0 c 2 8 t\n01 Q0 b 3 8 t\n02 Q0 z 1 .5 t\n02 Q0 a 2 .25 t\n03 Q0 a 1 1 t\n";

TEST_F(Rankings, AQueryWithoutALineCountsAsZeroUnlessItIsToBeUnmeasured) {
  const json metrics = imported("trec", kQueries, kGrades, kRanked);
  EXPECT_EQ(metrics["retrieval"]["map"], 0.2083) << "(1/3 + 1/2 + 0 + 0) / 4, as trec_eval -c -l 2";
  EXPECT_EQ(metrics["retrieval"]["n"]["map"], 4);
  EXPECT_THAT(said_.out, HasSubstr("run t: 1 query is not in it, counted as 0, as trec_eval -c does"));
  const json without = imported("trec", kQueries, kGrades, kRanked, {"--absent", "unmeasured"});
  EXPECT_EQ(without["retrieval"]["map"], 0.2778);
  EXPECT_EQ(without["retrieval"]["n"]["map"], 3);
}

TEST_F(Rankings, ComeBackToTheSameFigures) {
  json metrics = imported("trec", kQueries, kGrades, kRanked);
  metrics.erase("run");
  for (const std::string format : {"trec", "beir"}) {
    const bool is_trec = format == "trec";
    json back = imported(format, report(is_trec ? "trec-topics" : "beir-queries"), report(format + "-qrels"),
                         report(format + "-run"));
    back.erase("run");
    EXPECT_EQ(back.dump(1), metrics.dump(1)) << format;
  }
}

TEST_F(Rankings, AnExportSaysHowOthersComputeItsFigures) {
  imported("trec", kQueries, kGrades, kRanked);
  EXPECT_EQ(program_.run({"report", "--format", "trec-run"}).err,
            "assay's figures: trec_eval -c -l 2 QRELS RUN; assay import --from …\n");
}

TEST_F(Rankings, BadFilesAreRefusedWholly) {
  imported("trec", kQueries, kGrades, kRanked);
  const auto refused = [&](const std::string& run) {
    program_.file("bad", run);
    const Ran ran = program_.run({"import", "bad", "--from", "trec", "--dataset", "set.json"});
    EXPECT_EQ(ran.status, 2) << run;
    return ran.err;
  };
  const std::string before = program_.run({"runs", "--json"}).out;
  EXPECT_THAT(refused("901 Q0 a 1 9 t\n"),
              HasSubstr("bad:1: error: no case of the dataset has an answer in it"));
  EXPECT_THAT(refused(""), HasSubstr("is empty"));
  EXPECT_THAT(refused(kGrades), HasSubstr("bad:1: error: has 4 fields, not 6"));
  EXPECT_THAT(refused("01 Q0 a 1 9 t\n01 Q0 b 1 high t\n"),
              HasSubstr("bad:2: error: \"high\" is not a score"));
  EXPECT_EQ(program_.run({"runs", "--json"}).out, before);
  EXPECT_EQ(
      program_.run({"import", "run", "--from", "jsonl", "--dataset", "set.json", "--absent", "empty"}).status,
      3);
}

}  // namespace
}  // namespace assay
