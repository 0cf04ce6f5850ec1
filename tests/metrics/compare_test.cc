// SPDX-License-Identifier: Apache-2.0
#include "assay/compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "assay/internal/paired.h"
#include "command_run.h"
#include "compared.h"
#include "retrieval_script.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

CompareReport compare_ranks(const std::vector<int>& a, const std::vector<int>& b) {
  return compare(ranks(a).run(), ranks(b).run());
}

TEST(Kinds, OfRanks) {
  //                                       better  found  worse  lost  same  both missed
  const auto report = compare_ranks({4, 0, 1, 2, 3, 0}, {1, 7, 3, 0, 3, 0});
  EXPECT_THAT(kinds(report),
              ElementsAre("q1 win", "q2 win", "q3 loss", "q4 regression", "q5 draw", "q6 draw"));
  EXPECT_EQ(report.per_query[0].a_hit_rank, 4);
  EXPECT_EQ(report.per_query[0].b_hit_rank, 1);
  EXPECT_EQ(report.per_query[3].b_hit_rank, std::nullopt);
  EXPECT_EQ(report.wins, 2);
  EXPECT_EQ(report.losses, 1);
  EXPECT_EQ(report.regressions, 1);
  EXPECT_EQ(report.draws, 2);
}

TEST(Kinds, OfRanksBeyondTheCutOff) {
  //                                 passed, missed  reverse  missed both: better, worse, lost, found
  const auto report = compare_ranks({4, 31, 31, 12, 12, 0}, {31, 4, 12, 31, 0, 12});
  EXPECT_THAT(kinds(report),
              ElementsAre("q1 regression", "q2 win", "q3 win", "q4 loss", "q5 regression", "q6 win"));
  EXPECT_EQ(report.per_query[0].b_hit_rank, 31);
  EXPECT_EQ(report.per_query[0].note, "passed in a, misses in b: the answer");
}

TEST(Kinds, OfCommands) {
  const auto report = compare(commands({"a-", "b+", "c+", "d=0.9", "e=0.95", "f-"}),
                              commands({"a+", "b-", "c+", "d=0.95", "e=0.9", "f-"}));
  EXPECT_THAT(kinds(report), ElementsAre("a win", "b regression", "c draw", "d win", "e loss", "f draw"));
  EXPECT_EQ(report.per_query[3].a_score, 0.9);
  EXPECT_EQ(report.per_query[3].b_score, 0.95);
}

TEST(Kinds, OfRefusals) {
  RetrievalScript a;
  a.query("q1").expects({}, {}).says("tar", true);
  a.query("q2").expects({}, {}).says("no", false);
  a.query("q3").expects({}, {});
  RetrievalScript b;
  b.query("q1").expects({}, {}).says("no", false);
  b.query("q2").expects({}, {}).says("tar", true);
  b.query("q3").expects({}, {}).says("tar", true);
  EXPECT_THAT(kinds(compare(a.run(), b.run())), ElementsAre("q1 win", "q2 regression", "q3 draw"));
}

TEST(Missing, IsNeverARegression) {
  const auto report = compare(commands({"a+", "b+"}), commands({"b+", "c+"}));
  EXPECT_THAT(kinds(report), ElementsAre("a missing", "b draw", "c missing"));
  EXPECT_EQ(report.missing_in_b, 1);
  EXPECT_EQ(report.missing_in_a, 1);
  EXPECT_EQ(report.regressions, 0);
  EXPECT_EQ(report.per_query[0].note, "only in a");
}

TEST(Missing, ACaseThatWasNotMeasuredIsNoRegressionButUnproven) {
  const auto report = compare(commands({"a+", "b?", "c-", "d?"}), commands({"a?", "b+", "c?", "d?"}));
  EXPECT_THAT(kinds(report), ElementsAre("a missing", "b missing", "c missing", "d missing"));
  EXPECT_EQ(report.unmeasured, 4);
  EXPECT_EQ(report.unmeasured_in_a, 1) << "b";
  EXPECT_EQ(report.unproven, 1) << "a; c missed before";
  EXPECT_THAT(report.unproven_names, ElementsAre("files.a"));
  EXPECT_EQ(judge_comparison(report, {}).outcome, GateState::not_comparable);
  EXPECT_THAT(report.per_query[0].note, HasSubstr("not measured in b"));
}

// Ends a case's answer as the tool would.
void end(assay::Run& run, const std::string& id, Ending ending, const std::string& detail) {
  for (Result& each : run.results)
    if (each.asked.id == id) {
      each.answer.ending = ending;
      each.answer.detail = detail;
    }
}

TEST(Causes, AreWhatCasesShareWordForWord) {
  const assay::Run a = commands({"a+", "b+", "c+", "d+"});
  assay::Run b = commands({"a-", "b-", "c-", "d?"});
  end(b, "a", Ending::failed, "exit status 3");
  end(b, "b", Ending::failed, "exit status 3");
  end(b, "d", Ending::not_found, "no such program");
  const auto report = compare(a, b);
  EXPECT_EQ(report.per_query[0].cause, "in b: failed: exit status 3");
  EXPECT_EQ(report.per_query[1].cause, report.per_query[0].cause);
  EXPECT_EQ(report.per_query[2].cause, "") << "the answers differ";
  EXPECT_EQ(report.per_query[3].cause, "not measured in b: not_found: no such program");
}

TEST(Texts, AreReadOfCasesThatChangedAlone) {
  assay::Run a = commands({"a+", "b+", "c+"});
  assay::Run b = commands({"a+", "b-"});
  for (Result& each : a.results) each.asked.prompt = "list", each.answer.command = "ls";
  for (Result& each : b.results) each.asked.prompt = "list", each.answer.command = "ls -a";
  const auto report = compare(a, b);
  EXPECT_EQ(report.per_query[0].prompt, "") << "a draw";
  EXPECT_EQ(report.per_query[1].prompt, "list");
  EXPECT_EQ(report.per_query[1].a_answer, "ls");
  EXPECT_EQ(report.per_query[1].b_answer, "ls -a");
  EXPECT_EQ(report.per_query[2].a_answer, "ls") << "only in a";
  EXPECT_EQ(report.per_query[2].b_status, std::nullopt);
}

TEST(Metrics, DeltaIsBMinusA) {
  const auto report = compare_ranks({1, 4, 0}, {1, 1, 0});
  EXPECT_DOUBLE_EQ(*metric(report, "mrr").delta, 0.25);
  EXPECT_DOUBLE_EQ(*metric(report, "hit_at_k", 1).delta, 1.0 / 3.0);  // exact: rounded only when written
  EXPECT_DOUBLE_EQ(*metric(report, "hit_at_k", 5).delta, 0.0);
}

TEST(Metrics, AnUndefinedFigureHasNoDelta) {
  const auto report = compare_ranks({1}, {1});
  EXPECT_EQ(metric(report, "groundedness").delta, std::nullopt);
  EXPECT_EQ(metric(report, "groundedness").p, std::nullopt);
}

TEST(Metrics, AccuracyIsTestedByMcNemar) {
  const auto report =
      compare(commands({"a-", "b-", "c-", "d+", "e+"}), commands({"a+", "b+", "c+", "d-", "e+"}));
  const auto& accuracy = metric(report, "accuracy");
  EXPECT_EQ(accuracy.test, PairedTest::mcnemar);
  EXPECT_EQ(accuracy.gained, 3);
  EXPECT_EQ(accuracy.lost, 1);
  EXPECT_DOUBLE_EQ(*accuracy.p, mcnemar(3, 1));
  EXPECT_EQ(*accuracy.interval, *agresti_min(3, 1, 5));
}

TEST(Metrics, RepeatedCasesAreTestedByTheirMeans) {
  assay::Run a = commands({"a+", "b+"}, 1);
  for (auto& each : commands({"a-", "b+"}, 2).results) a.results.push_back(each);
  const auto report = compare(a, commands({"a+", "b+"}));
  EXPECT_EQ(metric(report, "accuracy").test, PairedTest::sign_flip);
  EXPECT_DOUBLE_EQ(*metric(report, "accuracy").mean_difference, 0.25);
}

TEST(Metrics, IntervalsOfDifferencesStayBetweenMinusOneAndOne) {
  // With so few repeated cases, Student's interval is wider than any possible difference.
  assay::Run a = commands({"a+", "b+"}, 1);
  for (auto& each : commands({"a-", "b+"}, 2).results) a.results.push_back(each);
  const auto accuracy = metric(compare(a, commands({"a+", "b-"})), "accuracy");
  ASSERT_EQ(accuracy.test, PairedTest::sign_flip);
  EXPECT_EQ(*accuracy.interval, (Interval{-1.0, 1.0}));
  EXPECT_GE(metric(compare_ranks({1, 0}, {0, 1}), "mrr").interval->low, -1.0);
}

TEST(Metrics, LessIsBetterWhereResultsAreEmpty) {
  RetrievalScript nothing;
  nothing.query("q1").expects({"c#1"}, {"c"});
  const auto report = compare(ranks({1}).run(), nothing.run());
  const auto& empty = metric(report, "empty_result_rate");
  EXPECT_TRUE(empty.lower_is_better);
  EXPECT_DOUBLE_EQ(*empty.delta, 1.0);
  EXPECT_DOUBLE_EQ(*empty.p_worse, 0.5);
}

TEST(Property, ARunComparedWithItselfIsAllDraws) {
  std::mt19937 random(5);
  std::vector<int> places;
  for (int i = 0; i < 100; ++i) places.push_back(static_cast<int>(random() % 12));
  const auto report = compare_ranks(places, places);
  EXPECT_EQ(report.draws, 100);
  for (const auto& each : report.metrics) EXPECT_EQ(each.p.value_or(1.0), 1.0) << each.name;
}

TEST(Property, OrderOfResultsChangesNothing) {
  assay::Run a = commands({"a+", "b-", "c=0.9", "d+", "e-"});
  assay::Run b = commands({"a-", "b+", "c=0.8", "d+", "e+"});
  const auto report = compare(a, b);
  std::reverse(a.results.begin(), a.results.end());
  std::rotate(b.results.begin(), b.results.begin() + 2, b.results.end());
  const auto shuffled = compare(a, b);
  EXPECT_EQ(shuffled.per_query, report.per_query);
  EXPECT_EQ(metric(shuffled, "mean_score").p, metric(report, "mean_score").p);
}

TEST(Property, SidesSwappedSwapWinsAndSigns) {
  const auto forth = compare(commands({"a+", "b-", "c=0.9"}), commands({"a+", "b+", "c=0.95"}));
  const auto back = compare(commands({"a+", "b+", "c=0.95"}), commands({"a+", "b-", "c=0.9"}));
  EXPECT_EQ(forth.wins, back.losses + back.regressions);
  EXPECT_DOUBLE_EQ(*metric(forth, "accuracy").delta, -*metric(back, "accuracy").delta);
  EXPECT_EQ(metric(forth, "accuracy").p, metric(back, "accuracy").p);
}

TEST(LongRuns, ListChangesOnly) {
  const auto report =
      compare(commands({"a+", "b-", "c+", "d-"}), commands({"a+", "b+", "c-", "d-"}), {.most_queries = 3});
  EXPECT_THAT(kinds(report), ElementsAre("b win", "c regression"));
  EXPECT_EQ(report.not_listed, 2);
  EXPECT_EQ(report.draws, 2);
}

TEST(LongRuns, ListAtMostSoManyChanges) {
  const auto report =
      compare(commands({"a-", "b-", "c-"}), commands({"a+", "b+", "c+"}), {.most_queries = 2});
  EXPECT_EQ(report.per_query.size(), 2);
  EXPECT_EQ(report.not_listed, 1);
  EXPECT_EQ(report.wins, 3);
}

}  // namespace
}  // namespace assay
