// SPDX-License-Identifier: Apache-2.0
// When a comparison passes its gate.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/compare.h"
#include "command_run.h"

namespace assay {
namespace {

using testing::HasSubstr;

GateState outcome_of(const CompareReport& report, std::string_view gate) {
  return judge_comparison(report, compare_gate_from(gate)).outcome;
}

TEST(Gate, RegressionAsksForASingleCase) {
  EXPECT_EQ(outcome_of(compare(commands({"a-", "b+"}), commands({"a+", "b+"})), "regression"),
            GateState::held);
  EXPECT_EQ(outcome_of(compare(commands({"a-", "b+"}), commands({"a+", "b-"})), "regression"),
            GateState::regressed);
}

TEST(Gate, SignificantForgivesChance) {
  const auto one = compare(commands({"a+", "b+", "c+"}), commands({"a-", "b+", "c+"}));
  EXPECT_EQ(outcome_of(one, "significant"), GateState::held);
  std::vector<std::string> before;
  std::vector<std::string> after;
  for (char c = 'a'; c <= 'j'; ++c) {
    before.push_back(std::string(1, c) + "+");
    after.push_back(std::string(1, c) + "-");
  }
  EXPECT_EQ(outcome_of(compare(commands(before), commands(after)), "significant"), GateState::regressed);
  EXPECT_EQ(outcome_of(compare(commands(after), commands(before)), "significant"), GateState::held);
}

TEST(Gate, DeltaToleratesALimit) {
  const auto report = compare(commands({"a+", "b+", "c+", "d+"}), commands({"a-", "b+", "c+", "d+"}));
  EXPECT_EQ(outcome_of(report, "delta:-0.25"), GateState::held);
  EXPECT_EQ(outcome_of(report, "delta:-0.2"), GateState::regressed);
}

// 2 of 3 against 1 of 3 is a fall of a third, which is more than 0.3333, although it is displayed as that.
TEST(Gate, DeltaComparesExactFigures) {
  const auto report = compare(commands({"a+", "b+", "c-"}), commands({"a+", "b-", "c-"}));
  EXPECT_EQ(outcome_of(report, "delta:-0.3333"), GateState::regressed);
  EXPECT_EQ(outcome_of(report, "delta:-0.3334"), GateState::held);
}

// The last attempt passed in both runs.
TEST(Gate, DeltaCountsEveryAttemptOfARepeatedCase) {
  const auto repeated = [](const std::vector<std::string>& attempts) {
    auto run = commands({});
    for (std::size_t i = 0; i < attempts.size(); ++i)
      run.results.push_back(commands({attempts[i]}, static_cast<int>(i) + 1).results.front());
    run.info.expected = 1;
    return run;
  };
  const auto report = compare(repeated({"a+", "a+", "a+"}), repeated({"a-", "a-", "a+"}));
  EXPECT_EQ(outcome_of(report, "delta:-0.5"), GateState::regressed);
  EXPECT_EQ(outcome_of(report, "delta:-0.7"), GateState::held);
}

TEST(Gate, NothingInCommonCannotBeCompared) {
  EXPECT_EQ(outcome_of(compare(commands({"a+"}), commands({"b+"})), "regression"), GateState::not_comparable);
  EXPECT_EQ(outcome_of(compare(commands({"a?"}), commands({"a+"})), "delta:-0.5"), GateState::not_comparable);
}

TEST(Gate, APartialRunCannotHold) {
  EXPECT_EQ(outcome_of(compare(commands({"a+", "b+"}), commands({"a+"})), "regression"),
            GateState::not_comparable);
}

// A lower bound, or one more level, passes an answer that has become worse.
TEST(Gate, RunsThatAreGradedDifferentlyCannotBeJudged) {
  const auto judged_with = [](auto change) {
    auto b = commands({"a+"});
    change(b.info);
    return judge_comparison(compare(commands({"a+"}), b), {});
  };
  const auto verdict = judged_with([](RunInfo& info) { info.min_score = 0.5; });
  EXPECT_EQ(verdict.outcome, GateState::not_comparable);
  EXPECT_THAT(verdict.why, HasSubstr("minimum score: 0.8, not 0.5"));
  EXPECT_THAT(verdict.why, HasSubstr("assay regrade"));
  const auto outcome = [&](auto change) { return judged_with(change).outcome; };
  EXPECT_EQ(outcome([](RunInfo& info) { info.levels.push_back("judge"); }), GateState::not_comparable);
  EXPECT_EQ(outcome([](RunInfo& info) { info.judge = "another"; }), GateState::not_comparable);
  EXPECT_EQ(outcome([](RunInfo& info) { info.question = Question::fulfils; }), GateState::not_comparable);
  EXPECT_EQ(outcome([](RunInfo& info) { info.level_versions["canonical"] = "9"; }), GateState::held);
  EXPECT_EQ(outcome([](RunInfo& info) { info.tool_sha256 = "another"; }), GateState::held);
}

TEST(Gate, OverOtherDatasetsNamesTheCasesThatItLeavesOut) {
  CompareOptions options;
  options.dataset = CompareOptions::Dataset::may_differ;
  auto a = commands({"a+", "b+", "c+"});
  auto b = commands({"a+", "d+"});
  b.info.datasets = {{"other", "1", "abcd", "", 2}};
  const auto verdict = judge_comparison(compare(a, b, options), {});
  EXPECT_EQ(verdict.outcome, GateState::held);
  EXPECT_EQ(verdict.why, "no case regressed; 2 cases are only in a; 1 case is only in b");
}

// Otherwise deleting a case, or keeping it from being measured, would hide its regression.
TEST(Gate, CountsCasesThatAreGoneOrNoLongerMeasured) {
  CompareOptions options;
  options.dataset = CompareOptions::Dataset::may_differ;
  const auto a = commands({"a+", "b+", "c-"});
  auto gone = commands({"a+"});
  gone.info.datasets = {{"other", "1", "abcd", "", 1}};
  const auto unmeasured = commands({"a+", "b+", "c?"});
  for (const char* rule : {"regression", "significant", "delta:-0.5"}) {
    CompareGate gate = compare_gate_from(rule);
    gate.lost = CompareGate::Lost::counted;
    const auto without = judge_comparison(compare(a, gone, options), gate);
    EXPECT_EQ(without.outcome, GateState::regressed) << rule;
    EXPECT_THAT(without.why, HasSubstr("2 cases are gone in b (files.b, files.c)")) << rule;
    const auto lost = judge_comparison(compare(a, unmeasured), gate);
    EXPECT_EQ(lost.outcome, GateState::not_comparable) << rule;
    EXPECT_THAT(lost.why, HasSubstr("1 case that missed in a was not measured in b (files.c)")) << rule;
    gate.lost = CompareGate::Lost::allowed;
    EXPECT_EQ(judge_comparison(compare(a, gone, options), gate).outcome, GateState::held) << rule;
    EXPECT_EQ(judge_comparison(compare(a, unmeasured), gate).outcome, GateState::held) << rule;
    EXPECT_EQ(judge_comparison(compare(a, commands({"a+", "b?", "c-"})), gate).outcome, GateState::held)
        << rule;
    EXPECT_EQ(judge_comparison(compare(a, commands({"a+", "b+"})), gate).outcome, GateState::held) << rule;
  }
}

TEST(Gate, ExitStatusIsZeroOneTwo) {
  EXPECT_EQ(exit_code(GateState::held), 0);
  EXPECT_EQ(exit_code(GateState::regressed), 1);
  EXPECT_EQ(exit_code(GateState::not_comparable), 2);
}

TEST(Gate, OfAnUnknownNameIsAnError) {
  for (const auto* text :
       {"", "better", "delta:", "delta:x", "delta:nan", "delta:-0.02%", "delta:-2", "delta:1.5"})
    EXPECT_THROW(compare_gate_from(text), Error) << text;
}

}  // namespace
}  // namespace assay
