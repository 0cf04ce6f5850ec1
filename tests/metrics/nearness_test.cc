// SPDX-License-Identifier: Apache-2.0
// Partial credit in figures: the means of a run, the differences between two, and that no gate depends on it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/compare.h"
#include "assay/internal/json.h"
#include "assay/internal/metrics_json.h"
#include "command_run.h"
#include "compared.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

// Gives the cases of commands() these partial credits, in order.
Run with_credit(Run run, const std::vector<std::optional<PartialCredit>>& credits) {
  for (std::size_t i = 0; i < credits.size(); ++i) run.results.at(i).grade.partial = credits[i];
  return run;
}

TEST(Nearness, IsTheMeanOverTheCommandsThatHaveIt) {
  const auto run = with_credit(commands({"a+", "b-", "c-", "d?"}),
                               {PartialCredit{1.0, 1.0, true}, PartialCredit{-0.5, 0.5, false},
                                PartialCredit{std::nullopt, 0.25, std::nullopt}, std::nullopt});
  EXPECT_THAT(summarise(run).partial_credit,
              ElementsAre(Pair("overlap", Figure{0.25, 2}), Pair("template_match", Figure{0.5, 2}),
                          Pair("token_f1", Figure{0.5833, 3})));
}

TEST(Nearness, OfARepeatedCaseIsThatOfItsLastAttempt) {
  auto run = with_credit(commands({"a-"}), {PartialCredit{-1.0, 0.0, false}});
  const auto second = with_credit(commands({"a-"}, 2), {PartialCredit{0.5, 0.75, true}});
  run.results.push_back(second.results.front());
  EXPECT_EQ(summarise(run).partial_credit.at("overlap"), (Figure{0.5, 1}));
}

TEST(Nearness, OfAnswersInWordsIsNull) {
  const Summary summary = summarise(commands({"a+", "b-"}));
  EXPECT_THAT(summary.partial_credit, IsEmpty());
  EXPECT_TRUE(parse_json(to_json(summary), "metrics.json").find("partial_credit")->is_null());
  EXPECT_THAT(metric_names(compare(commands({"a+"}), commands({"a-"}))),
              ElementsAre("accuracy", "mean_score"));
}

TEST(Nearness, StandsInTheJsonWithItsN) {
  const auto run = with_credit(commands({"a-"}), {PartialCredit{std::nullopt, 0.5, std::nullopt}});
  const JsonValue json = parse_json(to_json(summarise(run)), "metrics.json");
  const JsonValue& credit = *json.find("partial_credit");
  EXPECT_EQ(credit.find("token_f1")->number(-1), 0.5);
  EXPECT_EQ(credit.find("n")->find("token_f1")->number(-1), 1.0);
  EXPECT_TRUE(credit.find("overlap")->is_null());
  EXPECT_EQ(credit.find("n")->find("overlap")->number(-1), 0.0);
}

TEST(Nearness, IsComparedCaseByCase) {
  const auto report = compare(
      with_credit(commands({"a-", "b-"}), {PartialCredit{-1.0, 0.2, false}, PartialCredit{0.0, 0.5, false}}),
      with_credit(commands({"a-", "b-"}), {PartialCredit{1.0, 0.4, true}, PartialCredit{0.5, 0.5, false}}));
  EXPECT_THAT(metric_names(report),
              ElementsAre("accuracy", "mean_score", "overlap", "token_f1", "template_match"));
  const MetricComparison& overlap = metric(report, "overlap");
  EXPECT_EQ(overlap.pairs, 2);
  EXPECT_EQ(overlap.delta, 1.25);
  // The differences are 2 and 0.5; Student's interval extends beyond 2, the largest possible difference.
  EXPECT_EQ(overlap.interval->high, 2.0);
  EXPECT_LT(overlap.interval->low, 0.0);
  EXPECT_EQ(metric(report, "template_match").gained, 1);
}

// Twenty commands: all match a template in a and none in b, and all miss in both.
CompareReport much_further_off() {
  std::vector<std::string> cases;
  for (int i = 0; i < 20; ++i) cases.push_back("c" + std::to_string(i) + "-");
  const std::vector<std::optional<PartialCredit>> near(20, PartialCredit{1.0, 0.9, true});
  const std::vector<std::optional<PartialCredit>> far(20, PartialCredit{-1.0, 0.0, false});
  return compare(with_credit(commands(cases), near), with_credit(commands(cases), far));
}

TEST(Nearness, MovesNoGate) {
  const auto report = much_further_off();
  for (const char* gate : {"regression", "significant", "delta:-0.01"})
    EXPECT_EQ(judge_comparison(report, compare_gate_from(gate)).outcome, GateState::held) << gate;
  EXPECT_EQ(report.regressions, 0);
  EXPECT_EQ(report.draws, 20);
}

TEST(Nearness, ThatIsLostIsNoObstacleForAGate) {
  const auto report =
      compare(with_credit(commands({"a+"}), {PartialCredit{1.0, 1.0, true}}), commands({"a+"}));
  EXPECT_EQ(judge_comparison(report, compare_gate_from("significant")).outcome, GateState::held);
}

TEST(Nearness, LeavesTheAdjustmentOfOtherMetricsAlone) {
  const auto report = much_further_off();
  const MetricComparison& match = metric(report, "template_match");
  EXPECT_LT(*match.p, 0.001);
  EXPECT_EQ(match.p_holm, std::nullopt);
  EXPECT_EQ(match.p_worse_holm, std::nullopt);
  const MetricComparison& accuracy = metric(report, "accuracy");
  EXPECT_EQ(accuracy.p_holm, std::min(1.0, 2 * *accuracy.p)) << "a family of two";
}

}  // namespace
}  // namespace assay
