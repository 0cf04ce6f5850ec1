// SPDX-License-Identifier: Apache-2.0
// Runs that did not measure the same cases: which cases are compared, and which must not make a gate hold.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "assay/compare.h"
#include "command_run.h"
#include "compared.h"
#include "retrieval_script.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::Each;
using testing::HasSubstr;

// The outcomes of the three gates.
std::vector<GateState> gates(const CompareReport& report) {
  std::vector<GateState> outcomes;
  for (const auto* gate : {"regression", "significant", "delta:-0.5"})
    outcomes.push_back(judge_comparison(report, compare_gate_from(gate)).outcome);
  return outcomes;
}

std::string why(const CompareReport& report, const char* gate = "regression") {
  return judge_comparison(report, compare_gate_from(gate)).why;
}

// Queries for chunk a#1 of document a: "+" found it, "-" did not, "?" could not be asked.
Run queries(const std::string& outcomes) {
  RetrievalScript script;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    script.query("q" + std::to_string(i + 1)).expects({"a#1"}, {"a"});
    if (outcomes[i] == '+') script.finds({"a#1"}).passes();
    if (outcomes[i] == '-') script.finds({"x#1"}).misses();
    if (outcomes[i] == '?') script.is_not_asked();
  }
  return script.run();
}

TEST(Unproven, NoGateHoldsOnCasesThatPassedAndWereNotMeasuredAgain) {
  EXPECT_THAT(gates(compare(commands({"a+", "b+"}), commands({"a+", "b?"}))),
              Each(GateState::not_comparable));
  EXPECT_THAT(gates(compare(queries("++"), queries("+?"))), Each(GateState::not_comparable));
}

TEST(Unproven, AreNoRegressions) {
  EXPECT_EQ(compare(commands({"a+", "b+"}), commands({"a+", "b?"})).regressions, 0u);
  EXPECT_EQ(compare(queries("++"), queries("+?")).regressions, 0u);
}

TEST(Unproven, AreCountedAndTheFirstAreNamed) {
  EXPECT_THAT(why(compare(queries("++"), queries("+?"))),
              HasSubstr("1 case that passed in a was not measured in b (docs.q2)"));
  EXPECT_THAT(why(compare(queries("+++++"), queries("+????"))),
              HasSubstr("4 cases that passed in a were not measured in b (docs.q2, docs.q3, docs.q4, …)"));
}

TEST(Unproven, ARegressionBesidesIsSaid) {
  EXPECT_THAT(why(compare(queries("+++"), queries("-?+"))),
              AllOf(HasSubstr("(docs.q2)"), HasSubstr("besides, 1 of 2 cases regressed")));
}

TEST(Unproven, WhatMissedBeforeCannotRegress) {
  EXPECT_THAT(gates(compare(queries("+-"), queries("+?"))), Each(GateState::held));
}

TEST(Unproven, WhatWasNotMeasuredBeforeCannotRegressButIsSaid) {
  const auto report = compare(queries("+?"), queries("+-"));
  EXPECT_THAT(gates(report), Each(GateState::held));
  EXPECT_EQ(why(report), "no case regressed; 1 case was not measured in a");
}

TEST(Unproven, ASearchThatCannotSayWhetherItWouldRefuse) {
  RetrievalScript a;
  a.query("q1").expects({}, {"a"}).finds({"a"}).passes();
  a.query("q2").expects({}, {}).finds({"x"}).says("no", false).passes("refusal");
  RetrievalScript b;
  b.query("q1").expects({}, {"a"}).finds({"a"}).passes();
  b.query("q2").expects({}, {}).finds({"x"}).is_unmeasured("search");
  const auto report = compare(a.run(), b.run());
  EXPECT_THAT(gates(report), Each(GateState::not_comparable));
  EXPECT_EQ(report.per_query.at(1).note, "not measured in b: search");
  EXPECT_EQ(metric(report, "empty_result_rate").pairs, 2) << "what it found is known";
}

TEST(LostMetric, IsNamedByTheGatesThatReadMetrics) {
  RetrievalScript answers;
  answers.query("q").expects({}, {"a"}).finds({"a"}).must_contain({"yes"}).says("yes").passes();
  RetrievalScript searches;
  searches.query("q").expects({}, {"a"}).finds({"a"}).must_contain({"yes"}).passes();
  const auto report = compare(answers.run(), searches.run());
  EXPECT_EQ(gates(report),
            (std::vector{GateState::held, GateState::not_comparable, GateState::not_comparable}));
  EXPECT_EQ(why(report, "delta:-0.02"), "no value in b, though one in a: citation_coverage, groundedness");
  EXPECT_THAT(gates(compare(searches.run(), answers.run())), Each(GateState::held)) << "more is no obstacle";
}

TEST(Pairs, LackWhatWasNotAsked) {
  // Ten queries that could not be asked must not hide the ten that were lost.
  const auto report = compare(queries("??????????++++++++++"), queries("++++++++++----------"));
  EXPECT_EQ(report.regressions, 10);
  EXPECT_EQ(metric(report, "hit_at_k", 10).pairs, 10);
  EXPECT_DOUBLE_EQ(*metric(report, "hit_at_k", 10).delta, -1.0);
  EXPECT_THAT(gates(report), Each(GateState::regressed));
}

TEST(Pairs, LackAQueryWhoseLastAttemptWasNotAsked) {
  RetrievalScript b;
  b.query("q1").expects({"a#1"}, {"a"}).finds({"a#1"}).passes();
  b.query("q1").expects({"a#1"}, {"a"}).is_not_asked(Ending::io_error).attempt(2);
  b.query("q2").expects({"a#1"}, {"a"}).finds({"a#1"}).passes();
  const auto report = compare(queries("++"), b.run());
  EXPECT_EQ(report.per_query.at(0).note, "not measured in b: io_error");
  EXPECT_EQ(metric(report, "mrr").pairs, 1);
}

TEST(SharedCases, AreWhatDeltasAreOf) {
  // b asked only one case, which did not change.
  const auto report = compare(commands({"a-", "b+"}), commands({"a-"}));
  EXPECT_EQ(report.measured_in_both, 1);
  const auto& accuracy = metric(report, "accuracy");
  EXPECT_EQ(accuracy.a, (Figure{0.0, 1}));
  EXPECT_EQ(accuracy.b, (Figure{0.0, 1}));
  EXPECT_EQ(accuracy.delta, 0.0);
  EXPECT_EQ(report.a.all.accuracy, 0.5) << "the run's own figures stay";
}

TEST(SharedCases, OfQueries) {
  const auto report = compare(queries("+-+"), queries("+-?"));
  EXPECT_EQ(report.measured_in_both, 2);
  EXPECT_EQ(metric(report, "hit_at_k", 1).a, (Figure{0.5, 2}));
  EXPECT_EQ(metric(report, "hit_at_k", 1).delta, 0.0);
  EXPECT_EQ(report.a.aggregate, aggregate_retrieval(queries("+-+")));
  EXPECT_EQ(report.b.aggregate, aggregate_retrieval(queries("+-?")));
}

TEST(SharedCases, AreNotNamedWhereBothMeasuredTheSame) {
  EXPECT_EQ(compare(commands({"a+", "b?"}), commands({"a-", "b?"})).measured_in_both, std::nullopt);
  EXPECT_EQ(compare(queries("+?"), queries("-?")).measured_in_both, std::nullopt);
}

}  // namespace
}  // namespace assay
