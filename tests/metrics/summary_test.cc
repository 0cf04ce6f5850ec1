// SPDX-License-Identifier: Apache-2.0
#include "assay/summary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/internal/statistics.h"

namespace assay {
namespace {

using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::Pair;

// Builds a run: `.passed("a", 0.9)`, `.missed("b")`, `.unmeasured("c")`, each in dataset "files" and category
// "list" unless another is named; `.last()` is the result added last.
class RunScript {
 public:
  RunScript& passed(const std::string& name, double score = 1.0) {
    return add(name, Status::pass, score, "exact");
  }
  RunScript& missed(const std::string& name, double score = 0.0) {
    return add(name, Status::miss, score, "none");
  }
  RunScript& unmeasured(const std::string& name) {
    add(name, Status::unmeasured, 0.0, "not_found");
    last().answer.ending = Ending::not_found;
    return *this;
  }
  RunScript& in(std::string category) {
    last().asked.category = std::move(category);
    return *this;
  }
  RunScript& tagged(std::vector<std::string> tags) {
    last().asked.tags = std::move(tags);
    return *this;
  }
  RunScript& risk(RiskLevel level) {
    last().asked.risk_level = level;
    return *this;
  }
  RunScript& took(milliseconds latency) {
    last().answer.latency = latency;
    return *this;
  }
  RunScript& of(std::string dataset) {
    last().asked.dataset = std::move(dataset);
    return *this;
  }
  RunScript& attempt(int number) {
    last().attempt = number;
    return *this;
  }
  Result& last() { return run_.results.back(); }
  Summary summary() {
    run_.info.expected = run_.info.expected == 0 ? last_attempts(run_).size() : run_.info.expected;
    return summarise(run_);
  }
  Run run_;

 private:
  RunScript& add(const std::string& name, Status status, double score, std::string method) {
    Result result;
    result.asked.name = result.asked.id = name;
    result.asked.dataset = "files";
    result.asked.category = "list";
    result.answer.ending = Ending::answered;
    result.grade.status = status;
    result.grade.score = score;
    result.grade.method = std::move(method);
    run_.results.push_back(std::move(result));
    return *this;
  }
};

std::vector<std::string> names_of(const std::vector<Group>& groups) {
  std::vector<std::string> names;
  for (const Group& each : groups) names.push_back(each.name);
  return names;
}

TEST(Summary, ThreeCountsAndTheAccuracyOfWhatWasMeasured) {
  const Summary summary = RunScript().passed("a").passed("b", 0.9).missed("c").unmeasured("d").summary();
  EXPECT_EQ(summary.all.counts, (Counts{2, 1, 1}));
  EXPECT_NEAR(*summary.all.accuracy, 2.0 / 3.0, 1e-12);
  EXPECT_EQ(summary.all.interval, wilson(2, 3));
  EXPECT_NEAR(summary.all.score->value, 1.9 / 3.0, 1e-12);
}

TEST(Summary, BoundsCountTheUnmeasuredAsAllMissedAndAllPassed) {
  const Summary summary = RunScript().passed("a").passed("b", 0.9).missed("c", 0.5).unmeasured("d").summary();
  EXPECT_EQ(summary.accuracy_bounds, (Interval{0.5, 0.75}));
  EXPECT_NEAR(summary.score_bounds->low, 0.6, 1e-12);
  EXPECT_NEAR(summary.score_bounds->high, 0.85, 1e-12);
}

TEST(Summary, BoundsMeetWhereAllIsMeasured) {
  EXPECT_EQ(RunScript().passed("a").missed("b").summary().accuracy_bounds, (Interval{0.5, 0.5}));
}

TEST(Summary, NothingMeasuredHasNoAccuracy) {
  const Summary summary = RunScript().unmeasured("a").summary();
  EXPECT_EQ(summary.all.accuracy, std::nullopt);
  EXPECT_EQ(summary.all.interval, std::nullopt);
  EXPECT_FALSE(summary.all.score);
  EXPECT_EQ(summary.accuracy_bounds, (Interval{0.0, 1.0}));
  EXPECT_FALSE(summary.latency);
}

TEST(Summary, AnEmptyRunHasNoFigures) {
  const Summary summary = summarise(assay::Run{});
  EXPECT_EQ(summary.all.counts.total(), 0u);
  EXPECT_EQ(summary.accuracy_bounds, std::nullopt);
  EXPECT_EQ(summary.posix_share, std::nullopt);
}

TEST(Summary, IsCompleteWhereEveryExpectedCaseIsPresent) {
  RunScript script;
  script.passed("a").missed("b");
  script.run_.info.expected = 3;
  const Summary partial = script.summary();
  EXPECT_FALSE(partial.complete);
  EXPECT_EQ(partial.present, 2u);
  EXPECT_EQ(partial.expected, 3u);
  EXPECT_TRUE(script.missed("c").summary().complete);
}

TEST(Summary, GroupsByCategoryTagAndDataset) {
  const Summary summary = RunScript()
                              .passed("a")
                              .in("find")
                              .tagged({"x", "y"})
                              .missed("b")
                              .in("find")
                              .tagged({"y", "y"})
                              .unmeasured("c")
                              .in("")
                              .of("net")
                              .summary();
  EXPECT_THAT(names_of(summary.by_category), ElementsAre("(none)", "find"));
  EXPECT_EQ(summary.by_category[1].counts, (Counts{1, 1, 0}));
  EXPECT_EQ(summary.by_category[1].accuracy, 0.5);
  EXPECT_EQ(summary.by_category[0].accuracy, std::nullopt);
  EXPECT_THAT(names_of(summary.by_tag), ElementsAre("x", "y"));
  EXPECT_EQ(summary.by_tag[1].counts, (Counts{1, 1, 0}));
  EXPECT_THAT(names_of(summary.by_dataset), ElementsAre("files", "net"));
  EXPECT_THAT(names_of(summary.by_method), ElementsAre("exact", "none", "not_found"));
}

TEST(Summary, RiskLevelsGoFromSafeToCritical) {
  const Summary summary = RunScript()
                              .passed("a")
                              .risk(RiskLevel::critical)
                              .missed("b")
                              .passed("c")
                              .risk(RiskLevel::high)
                              .summary();
  EXPECT_THAT(names_of(summary.by_risk_level), ElementsAre("safe", "high", "critical"));
}

TEST(Summary, ARepeatedCaseCountsByItsLastAttempt) {
  const Summary summary =
      RunScript().missed("a").passed("a").attempt(2).passed("b").passed("b").attempt(2).summary();
  EXPECT_EQ(summary.all.counts, (Counts{2, 0, 0}));
  EXPECT_EQ(summary.all.score->value, 1.0);
  ASSERT_EQ(summary.flaky.size(), 1u);
  EXPECT_EQ(summary.flaky[0].name, "files.a");
  EXPECT_EQ(summary.flaky[0].attempts, 2u);
  EXPECT_EQ(summary.flaky[0].passes, 1u);
}

TEST(Summary, TheLastAttemptIsByNumberNotByPlace) {
  EXPECT_EQ(RunScript().passed("a").attempt(2).missed("a").attempt(1).summary().all.counts,
            (Counts{1, 0, 0}));
}

TEST(Summary, CasesOfTwoDatasetsMayShareAName) {
  const Summary summary = RunScript().missed("a").passed("a").of("net").summary();
  EXPECT_EQ(summary.all.counts, (Counts{1, 1, 0}));
  EXPECT_TRUE(summary.flaky.empty());
}

TEST(Summary, AnUnmeasuredAttemptDoesNotMakeACaseFlaky) {
  EXPECT_TRUE(RunScript().unmeasured("a").passed("a").attempt(2).summary().flaky.empty());
}

TEST(Summary, LatencyIsOfTimedAnswersOnly) {
  RunScript script;
  for (int i = 1; i <= 100; ++i) script.passed("c" + std::to_string(i)).took(milliseconds(i));
  script.unmeasured("x").took(milliseconds(9'000)).passed("recorded");
  const Summary summary = script.summary();
  ASSERT_TRUE(summary.latency);
  EXPECT_EQ(summary.latency->answers, 100u);
  EXPECT_EQ(summary.latency->p50, milliseconds(50));
  EXPECT_EQ(summary.latency->p95, milliseconds(95));
  EXPECT_EQ(summary.latency->p99, milliseconds(99));
  EXPECT_EQ(summary.latency->max, milliseconds(100));
  ASSERT_EQ(summary.slowest.size(), 10u);
  EXPECT_EQ(summary.slowest[0].name, "files.c100");
  EXPECT_EQ(summary.slowest[9].latency, milliseconds(91));
}

TEST(Summary, CountsEndings) {
  RunScript script;
  script.passed("a").missed("b").unmeasured("c").missed("d");
  script.last().answer.ending = Ending::timed_out;
  EXPECT_THAT(script.summary().endings,
              ElementsAre(Pair("answered", 2), Pair("not_found", 1), Pair("timed_out", 1)));
}

TEST(Summary, PosixShareIsOfTheCasesPresent) {
  RunScript script;
  script.passed("a").missed("b").unmeasured("c").passed("d");
  script.last().asked.posix_compliant = false;
  EXPECT_EQ(script.summary().posix_share, 0.75);
}

}  // namespace
}  // namespace assay
