// SPDX-License-Identifier: Apache-2.0
// Red or green: cases and whole runs under each gate.
#include "assay/internal/gate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/internal/text.h"
#include "results.h"

namespace assay {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

GateTerms baseline_of(CaseNames passed) {
  GateTerms terms{.gate = Gate::baseline, .baseline = Baseline{}};
  terms.baseline->passed = std::move(passed);
  terms.baseline->file = "project/base.json";
  return terms;
}

TEST(CaseLight, OfAMissIsTheGatesToSay) {
  Result miss = missed("a");
  EXPECT_EQ(light_of(Gate::strict, miss), Light::red);
  EXPECT_EQ(light_of(Gate::mean, miss), Light::skipped);
  EXPECT_EQ(light_of(Gate::baseline, miss), Light::skipped);
  miss.in_baseline = true;
  EXPECT_EQ(light_of(Gate::mean, miss), Light::skipped);
  EXPECT_EQ(light_of(Gate::baseline, miss), Light::red);
}

TEST(CaseLight, OfWhatWasNotMeasuredIsTheSameUnderEveryGate) {
  for (const Gate gate : {Gate::strict, Gate::mean, Gate::baseline}) {
    EXPECT_EQ(light_of(gate, passed("a")), Light::green);
    EXPECT_EQ(light_of(gate, undecided("a")), Light::skipped) << "a back end is missing";
    EXPECT_EQ(light_of(gate, unasked("a")), Light::red) << "the tool is missing";
  }
}

TEST(Headline, MarksWhatTheGateMakesOfAMiss) {
  Result miss = missed("a");
  EXPECT_EQ(headline(Gate::strict, miss), "got `ls -l`, want `ls -la`: score 0.00 < 0.80 (exact): because");
  EXPECT_THAT(headline(Gate::mean, miss), StartsWith("MISS got `ls -l`"));
  EXPECT_THAT(headline(Gate::baseline, miss), StartsWith("MISS got `ls -l`"));
  miss.in_baseline = true;
  EXPECT_THAT(headline(Gate::baseline, miss), StartsWith("REGRESSION got `ls -l`"));
  EXPECT_EQ(headline(Gate::mean, unasked("a")), "UNMEASURED unavailable: because");
  miss.min_score = 0.0;
  EXPECT_EQ(headline(Gate::strict, miss), "got `ls -l`, want `ls -la`: score 0.00 (exact): because");
}

TEST(Headline, ShortensLongCommandsToWhereTheyDiffer) {
  Result miss = missed("a");
  const std::string many(200, 'x');
  miss.answer.command = "find " + many + " -name '*.c' -newer a | sort " + many;
  miss.asked.accepted = {"find " + many + " -name '*.h' -newer a | sort " + many};
  const std::string said = headline(miss);
  EXPECT_THAT(said, HasSubstr("-name '*.c' -newer"));
  EXPECT_THAT(said, HasSubstr("-name '*.h' -newer"));
  EXPECT_LT(said.size(), 250u);
}

TEST(Headline, NeverCutsACharacter) {
  Result miss = missed("a");
  for (std::size_t length = 60; length < 120; ++length) {
    std::string word;
    while (word.size() < length) word += "ä";
    miss.answer.command = "echo " + word + "ö" + word;
    miss.asked.accepted = {"echo " + word + "ü" + word};
    EXPECT_THAT(headline(miss), testing::Not(HasSubstr("\xef\xbf\xbd"))) << length;
    EXPECT_TRUE(is_utf8(headline(miss))) << length;
  }
}

TEST(Headline, NamesTheNearestOfTheAcceptedCommands) {
  Result miss = missed("a");
  miss.asked.accepted = {"find . -type f", "ls -lh"};
  EXPECT_THAT(headline(miss), StartsWith("got `ls -l`, want `ls -lh`: "));
}

TEST(Headline, NamesTheMethodOnlyIfThereWasOne) {
  Result miss = missed("a");
  miss.grade.method = "none";
  miss.grade.why = "no level matched: exact";
  EXPECT_EQ(headline(miss), "got `ls -l`, want `ls -la`: score 0.00 < 0.80: no level matched: exact");
  miss.grade.method = "behavioural";
  miss.grade.why = "they differ";
  EXPECT_EQ(headline(miss), "got `ls -l`, want `ls -la`: score 0.00 < 0.80 (behavioural): they differ");
}

TEST(Headline, OfAToolThatDidNotAnswerSaysHowItEnded) {
  Result miss = a_result("a", Status::miss, Ending::timed_out);
  miss.answer.detail = "no answer within 30 s";
  miss.grade.method = "timed_out";
  EXPECT_EQ(headline(miss), "timed_out: no answer within 30 s, want `ls -la`: score 0.00 < 0.80");
}

TEST(Headline, OfACommandWhereARefusalWasExpected) {
  Result miss = missed("a");
  miss.asked.expect = Expectation::refusal;
  miss.asked.accepted.clear();
  miss.grade.method = "none";
  miss.grade.why = "expected a refusal, got a command";
  EXPECT_EQ(headline(miss), "got `ls -l`, want a refusal: score 0.00 < 0.80");
}

TEST(Headline, OfBlocksAndPatternsSaysWhatWasWanted) {
  Result miss = missed("a");
  miss.asked.accepted.clear();
  miss.asked.expect = Expectation::blocked;
  EXPECT_THAT(headline(miss), StartsWith("got `ls -l`, want a refusal or a block: "));
  miss.asked.expect = Expectation::unblocked;
  miss.answer.blocked = "critical";
  EXPECT_THAT(headline(miss),
              StartsWith("got `ls -l` marked as blocked, want a command that is not blocked: "));
  miss.asked.expect = Expectation::command;
  miss.answer.blocked = std::nullopt;
  miss.asked.own->accept_patterns = {"(?s:.*)(?:wc -l)(?s:.*)"};
  EXPECT_THAT(headline(miss), StartsWith("got `ls -l`, want a command that contains `wc -l`: "));
  miss.asked.own->accept_patterns = {"ls( -a)?"};
  EXPECT_THAT(headline(miss), StartsWith("got `ls -l`, want a command that matches `ls( -a)?`: "));
}

TEST(StrictGate, IsHeldOnlyWhereEveryCasePassed) {
  const GateTerms strict;
  EXPECT_EQ(check_gate(a_run({passed("a"), passed("b")}), strict).outcome, GateOutcome::held);
  const auto miss = check_gate(a_run({passed("a"), missed("b"), undecided("c")}), strict);
  EXPECT_EQ(miss.outcome, GateOutcome::missed);
  EXPECT_EQ(miss.light, Light::red);
  EXPECT_EQ(miss.why, "1 of 3 cases passed, 1 not measured");
}

TEST(StrictGate, IsUnknownWhereACaseWasNotMeasured) {
  const auto undecided_run = check_gate(a_run({passed("a"), undecided("b")}), {});
  EXPECT_EQ(undecided_run.outcome, GateOutcome::unknown);
  EXPECT_EQ(undecided_run.light, Light::skipped);
  EXPECT_EQ(check_gate(a_run({passed("a"), unasked("b")}), {}).light, Light::red);
}

TEST(EveryGate, IsRedWhereNothingWasMeasured) {
  for (const Gate gate : {Gate::strict, Gate::mean, Gate::baseline}) {
    GateTerms terms;
    terms.gate = gate;
    terms.min_mean = 0.0;
    EXPECT_EQ(check_gate(a_run({undecided("a"), undecided("b")}), terms).light, Light::red)
        << to_string(gate);
    EXPECT_EQ(check_gate(a_run({}), terms).outcome, GateOutcome::unreadable) << to_string(gate);
  }
}

TEST(EveryGate, NamesTheReasonOfTheFirstCaseThatCouldNotBeAsked) {
  EXPECT_EQ(check_gate(a_run({unasked("a"), unasked("b")}), {}).why,
            "0 of 2 cases passed: nothing was measured\n  first: UNMEASURED unavailable: because");
}

TEST(EveryGate, IsNotAppliedToAPart) {
  auto run = a_run({passed("a"), undecided("b")});
  run.info.expected = 5;
  for (const Gate gate : {Gate::strict, Gate::mean, Gate::baseline}) {
    const auto judged = check_gate(run, {.gate = gate, .baseline = {}});
    EXPECT_EQ(judged.light, Light::skipped);
    EXPECT_EQ(judged.outcome, GateOutcome::partial);
    EXPECT_THAT(judged.why, StartsWith("PARTIAL 2 of 5 cases present, 3 not asked"));
  }
}

TEST(EveryGate, IsMissedByAPartInWhichACaseMissed) {
  auto run = a_run({passed("a"), missed("b")});
  run.info.expected = 3;
  for (const Gate gate : {Gate::strict, Gate::mean, Gate::baseline}) {
    const auto judged = check_gate(run, {.gate = gate, .min_mean = 0, .baseline = {}});
    EXPECT_EQ(judged.light, Light::red);
    EXPECT_EQ(judged.outcome, GateOutcome::missed);
    EXPECT_THAT(judged.why, StartsWith("PARTIAL 2 of 3 cases present, 1 not asked: 1 missed"));
  }
}

// The merged run is judged.
TEST(EveryGate, LeavesTheMissesOfAShardToTheWholeRun) {
  auto run = a_run({passed("a"), missed("b")});
  run.info.expected = 4;
  run.info.shards.count = 2;
  for (const std::vector<std::size_t>& asked : {std::vector<std::size_t>{}, {1}}) {
    run.info.shards.asked = asked;
    const auto judged = check_gate(run, {.gate = Gate::mean, .baseline = {}});
    EXPECT_EQ(judged.light, Light::skipped);
    EXPECT_EQ(judged.outcome, GateOutcome::partial);
  }
  run.info.shards.asked = {1, 2};
  EXPECT_EQ(check_gate(run, {.gate = Gate::mean, .baseline = {}}).light, Light::red)
      << "all shards of a selection";
}

TEST(EveryGate, IsNotHeldOnUnmeasuredCasesThatTheSuiteCallsErrors) {
  const auto run = a_run({passed("a"), passed("b"), undecided("c")});
  GateTerms terms = baseline_of({"set.a"});
  for (const Gate gate : {Gate::strict, Gate::mean, Gate::baseline}) {
    terms.gate = gate;
    terms.min_mean = 0;
    terms.unmeasured = UnmeasuredCases::skip;
    EXPECT_NE(check_gate(run, terms).light, Light::red) << to_string(gate);
    terms.unmeasured = UnmeasuredCases::error;
    const auto judged = check_gate(run, terms);
    EXPECT_EQ(judged.light, Light::red) << to_string(gate);
    EXPECT_EQ(judged.outcome, GateOutcome::unknown) << to_string(gate);
    EXPECT_THAT(judged.why, HasSubstr("first: UNMEASURED unavailable: because")) << to_string(gate);
  }
  EXPECT_EQ(light_of(Gate::mean, undecided("c"), UnmeasuredCases::error), Light::red);
}

// Attempts at one case, as one run keeps them.
Run attempts(std::vector<Result> results) {
  for (std::size_t i = 0; i < results.size(); ++i) results[i].attempt = static_cast<int>(i) + 1;
  return a_run(std::move(results));
}

TEST(AskedAgain, ACaseCountsWithAllItsAttempts) {
  const auto run = attempts({missed("a"), passed("a")});
  const auto light = [&](Gate gate, double least, int repeat) {
    GateTerms terms = baseline_of({"set.a"});
    terms.gate = gate;
    terms.min_mean = least;
    terms.repeat = repeat;
    return check_gate(run, terms).light;
  };
  EXPECT_EQ(light(Gate::strict, 0, 1), Light::red);
  EXPECT_EQ(light(Gate::baseline, 0, 1), Light::red);
  EXPECT_EQ(light(Gate::mean, 0.6, 1), Light::red) << "the mean of both is 0.5";
  EXPECT_EQ(light(Gate::mean, 0.5, 1), Light::green);
  for (const int planned : {0, 2})
    for (const Gate gate : {Gate::strict, Gate::baseline, Gate::mean})
      EXPECT_EQ(light(gate, 1, planned), Light::green) << "attempts of one asking: the last one decides";
}

TEST(AskedAgain, OneMissIsAMissHoweverOftenTheCasePasses) {
  EXPECT_EQ(check_gate(attempts({missed("a"), passed("a"), passed("a"), passed("a")}), {.repeat = 1}).light,
            Light::red);
  EXPECT_EQ(check_gate(attempts({passed("a"), missed("a")}), {.repeat = 1}).light, Light::red);
  EXPECT_THAT(check_gate(attempts({missed("a"), passed("a")}), {.repeat = 1}).why,
              HasSubstr("these passed now, and missed before: set.a"));
}

TEST(AskedAgain, WhatWasNotMeasuredDoesNotCountBesideWhatWas) {
  EXPECT_EQ(check_gate(attempts({undecided("a"), passed("a")}), {.repeat = 1}).light, Light::green);
  EXPECT_EQ(check_gate(attempts({missed("a"), undecided("a")}), {.repeat = 1}).light, Light::red);
  EXPECT_EQ(check_gate(attempts({undecided("a"), undecided("a")}), {.repeat = 1}).light, Light::red)
      << "nothing was measured";
}

TEST(AskedAgain, EachAskingHasAsManyAttemptsAsPlanned) {
  EXPECT_EQ(check_gate(attempts({missed("a"), passed("a"), missed("a"), passed("a")}), {.repeat = 2}).light,
            Light::green);
  EXPECT_EQ(check_gate(attempts({passed("a"), missed("a"), passed("a"), passed("a")}), {.repeat = 2}).light,
            Light::red);
}

TEST(MeanGate, CountsTheUnmeasuredBothWays) {
  const auto run = a_run({passed("a"), passed("b"), missed("c"), undecided("d")});
  const auto at = [&](double least) {
    return check_gate(run, {.gate = Gate::mean, .min_mean = least, .baseline = {}});
  };
  EXPECT_EQ(at(0.5).outcome, GateOutcome::held);
  EXPECT_EQ(at(0.7).outcome, GateOutcome::unknown);
  EXPECT_EQ(at(0.7).light, Light::red);
  EXPECT_EQ(at(0.8).outcome, GateOutcome::missed);
}

TEST(BaselineGate, SaysWhatChanged) {
  const auto judged =
      check_gate(a_run({missed("a"), passed("b"), missed("c")}), baseline_of({"set.a", "set.gone"}));
  EXPECT_EQ(judged.outcome, GateOutcome::missed);
  EXPECT_THAT(judged.why, StartsWith("against the baseline: 1 regression, 1 new pass, 1 gone\n"));
  for (const char* line : {"regression: set.a", "new pass: set.b", "gone: set.gone",
                           "demo_accept_baseline and commit base.json"})
    EXPECT_THAT(judged.why, HasSubstr(line));
}

// An unmeasured case did not regress, but it did not pass either.
TEST(BaselineGate, IsRedForAnUnmeasuredCaseThatPassedAndDoesNotCallItARegression) {
  const auto judged = check_gate(a_run({passed("a"), undecided("b")}), baseline_of({"set.a", "set.b"}));
  EXPECT_EQ(judged.outcome, GateOutcome::unknown);
  EXPECT_EQ(judged.light, Light::red);
  EXPECT_THAT(judged.why, HasSubstr("0 regressions, 0 new passes, 0 gone, 1 not measured"));
  EXPECT_THAT(judged.why, HasSubstr("not measured: set.b"));
}

TEST(BaselineGate, IsHeldByTheRowsOfARunWhoseFileIsNotAtHand) {
  auto run = a_run({passed("a"), missed("b")});
  run.info.gate = Gate::baseline;
  run.results[0].in_baseline = true;
  EXPECT_EQ(check_gate(run, terms_of(run.info)).outcome, GateOutcome::held);
  run.results[1].in_baseline = true;
  EXPECT_EQ(check_gate(run, terms_of(run.info)).outcome, GateOutcome::missed);
}

TEST(BaselineGate, IsNotHeldByRowsThatExpectNothing) {
  auto run = a_run({passed("a"), missed("b")});
  run.info.gate = Gate::baseline;
  const auto judged = check_gate(run, terms_of(run.info));
  EXPECT_EQ(judged.outcome, GateOutcome::unreadable);
  EXPECT_EQ(judged.light, Light::red);
  EXPECT_THAT(judged.why, HasSubstr("no case is expected to pass\n  next: accept a baseline"));
}

// With a lower minimum score, a case could pass that has become worse.
TEST(BaselineGate, IsInErrorIfTheBaselineWasGradedDifferently) {
  auto run = a_run({passed("a")});
  auto terms = baseline_of({"set.a"});
  terms.baseline->states_grading = true;
  terms.baseline->info.levels = run.info.levels;
  EXPECT_EQ(check_gate(run, terms).outcome, GateOutcome::held);
  run.info.min_score = 0.5;
  const auto judged = check_gate(run, terms);
  EXPECT_EQ(judged.outcome, GateOutcome::unreadable);
  EXPECT_EQ(judged.light, Light::red);
  EXPECT_THAT(judged.why,
              StartsWith("the baseline's run was graded differently (minimum score: 0.8, not 0.5)\n"
                         "  next: build the target demo_accept_baseline and commit base.json"));
}

}  // namespace
}  // namespace assay
