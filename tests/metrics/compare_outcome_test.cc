// SPDX-License-Identifier: Apache-2.0
// Whether a query passed takes precedence over the rank of its hit: one that passed and now misses has
// regressed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/compare.h"
#include "retrieval_script.h"

namespace assay {
namespace {

using testing::HasSubstr;

// One query for document "a"; a query "r" has no answer and should be refused.
RetrievalScript asks() {
  RetrievalScript script;
  script.query("q").expects({}, {"a"});
  return script;
}
RetrievalScript asks_in_vain() {
  RetrievalScript script;
  script.query("r").expects({}, {});
  return script;
}

QueryComparison compared(RetrievalScript a, RetrievalScript b) {
  return compare(a.run(), b.run()).per_query.at(0);
}

GateState gate(RetrievalScript a, RetrievalScript b) {
  return judge_comparison(compare(a.run(), b.run()), compare_gate_from("regression")).outcome;
}

void expect_regression(RetrievalScript a, RetrievalScript b, const std::string& note) {
  const auto query = compared(a, b);
  EXPECT_EQ(query.kind, Change::regression);
  EXPECT_THAT(query.note, HasSubstr(note));
  EXPECT_EQ(gate(a, b), GateState::regressed);
  const auto back = compared(b, a);
  EXPECT_EQ(back.kind, Change::win) << back.note;
  EXPECT_EQ(gate(b, a), GateState::held);
}

TEST(Outcome, AnAnswerThatNoLongerSaysWhatItMust) {
  expect_regression(asks().finds({"a"}).says("yes").passes(),
                    asks().finds({"a"}).says("wrong").misses("contains"),
                    "passed in a, misses in b: contains");
}

TEST(Outcome, ARefusalWhereThereIsAnAnswer) {
  expect_regression(asks().finds({"a"}).says("yes").passes(),
                    asks().finds({"a"}).says("no idea", false).ends(Ending::refused).misses("refused"),
                    "passed in a, misses in b: refused");
}

TEST(Outcome, ACrashWhereTheToolShouldRefuse) {
  expect_regression(asks_in_vain().says("no", false).passes("refusal"),
                    asks_in_vain().ends(Ending::signalled).misses("signalled"),
                    "should refuse; passed in a, misses in b: signalled");
}

TEST(Outcome, WordsInARefusalThatAreForbidden) {
  expect_regression(asks_in_vain().says("no", false).passes("refusal"),
                    asks_in_vain().says("FORBIDDEN", false).misses("contains"), "misses in b: contains");
}

TEST(Outcome, AHitBeyondTheCutOffOfTheLevelThatDecided) {
  expect_regression(asks().finds({"x", "y", "a"}).passes("hit@3"),
                    asks().finds({"x", "y", "z", "a"}).misses("hit@3"), "passed in a, misses in b: hit@3");
}

TEST(Outcome, ABetterRankDoesNotMakeUpForAMiss) {
  expect_regression(asks().finds({"x", "a"}).says("yes").passes(),
                    asks().finds({"a"}).says("wrong").misses("contains"), "misses in b: contains");
}

TEST(Outcome, WhereRanksSayItThemselvesNothingIsAdded) {
  const auto query = compared(asks().finds({"a"}).passes(), asks().finds({"x"}).misses());
  EXPECT_EQ(query.kind, Change::regression);
  EXPECT_EQ(query.note, "no chunk is expected: matched by document");
}

TEST(Outcome, RanksDecideWhereBothPass) {
  EXPECT_EQ(compared(asks().finds({"a"}).passes(), asks().finds({"x", "a"}).passes()).kind, Change::loss);
  EXPECT_EQ(compared(asks().finds({"a"}).passes(), asks().finds({"a"}).passes()).kind, Change::draw);
}

TEST(Outcome, OfARepeatedQueryTheLastAttemptCounts) {
  auto twice = asks().finds({"a"}).misses("contains");
  twice.query("q").expects({}, {"a"}).finds({"a"}).passes().attempt(2);
  EXPECT_EQ(compared(twice, asks().finds({"a"}).passes()).kind, Change::draw);
  EXPECT_EQ(compared(twice, asks().finds({"a"}).misses("contains")).kind, Change::regression);
}

}  // namespace
}  // namespace assay
