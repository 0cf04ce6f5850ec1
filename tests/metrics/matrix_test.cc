// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/matrix.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command_run.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::Field;
using testing::IsEmpty;

Matrix matrix(const std::vector<std::vector<std::string>>& runs, const MatrixOptions& options = {}) {
  std::vector<MatrixInput> inputs;
  std::vector<Run> kept;
  for (const auto& cases : runs) kept.push_back(commands(cases));
  for (std::size_t i = 0; i < kept.size(); ++i)
    inputs.push_back(
        {std::string(1, static_cast<char>('a' + i)), kept[i].info, summarise(kept[i]), figures_of(kept[i])});
  return matrix_of(std::move(inputs), options);
}

std::vector<std::string> many(int count, char mark) {
  std::vector<std::string> cases;
  for (int i = 10; i < 10 + count; ++i) cases.push_back(std::to_string(i) + mark);
  return cases;
}

TEST(MatrixTest, HasARunForEachToolInTheirOrder) {
  const auto of = matrix({{"x+", "y-"}, {"x+", "y+"}});
  EXPECT_THAT(of.runs, ElementsAre(Field(&MatrixRun::label, "a"), Field(&MatrixRun::label, "b")));
  EXPECT_EQ(of.runs[0].summary.all.accuracy, 0.5);
  EXPECT_EQ(of.runs[1].summary.all.accuracy, 1.0);
}

TEST(MatrixTest, PairsAreOfTheCasesThatBothMeasured) {
  const auto of = matrix({{"v+", "w+", "x-", "y+", "z?"}, {"v+", "w-", "x+", "y-", "z+"}});
  ASSERT_EQ(of.pairs.size(), 1u);
  const MatrixPair& pair = of.pairs.front();
  EXPECT_EQ(pair.cases, 4u);
  EXPECT_THAT(pair.only_a.names, ElementsAre("files.w", "files.y"));
  EXPECT_THAT(pair.only_b.names, ElementsAre("files.x"));
  EXPECT_EQ(pair.difference(), -0.25);
  EXPECT_EQ(pair.p, 1.0) << "two of three is what a coin does";
  EXPECT_FALSE(pair.is_significant());
}

TEST(MatrixTest, PValuesAreAdjustedOverAllPairs) {
  // All six cases differ in the same direction: p = 2/64. So it is in two of the three pairs of tools; in the
  // third nothing differs.
  const auto of = matrix({many(6, '+'), many(6, '-'), many(6, '-')});
  ASSERT_EQ(of.pairs.size(), 3u);
  EXPECT_EQ(of.pairs[0].p, 0.03125);
  EXPECT_EQ(of.pairs[0].p_holm, 0.09375);
  EXPECT_FALSE(of.pairs[0].is_significant()) << "alone it would be";
  EXPECT_EQ(of.pairs[2].p_holm, 1.0);
  EXPECT_TRUE(matrix({many(6, '+'), many(6, '-')}).pairs[0].is_significant());
}

TEST(MatrixTest, APairWithoutACommonCaseIsInNoFamily) {
  const auto of = matrix({many(6, '+'), many(6, '-'), many(6, '?')});
  EXPECT_EQ(of.pairs[0].p_holm, 0.03125);
  EXPECT_EQ(of.pairs[1].p_holm, std::nullopt);
  EXPECT_EQ(of.pairs[1].difference(), std::nullopt);
  EXPECT_FALSE(of.pairs[1].is_significant());
}

TEST(MatrixTest, CasesThatPartAnyTwoAreListed) {
  const auto of = matrix({{"v+", "w+", "x-", "y+", "z-"}, {"v+", "w-", "x-", "y?", "z?"}});
  EXPECT_EQ(of.cases, 5u);
  EXPECT_EQ(of.all_passed, 1u);
  EXPECT_EQ(of.all_missed, 1u) << "z is none: nobody knows";
  ASSERT_EQ(of.disagreeing.size(), 1u) << "what was not measured parts nothing";
  EXPECT_EQ(of.disagreeing[0].id, "w");
  EXPECT_THAT(of.disagreeing[0].statuses, ElementsAre(Status::pass, Status::miss));
}

TEST(MatrixTest, ACaseThatARunLacksWasNotMeasuredThere) {
  const auto of = matrix({{"x+", "y+"}, {"x-"}, {"y-"}});
  ASSERT_EQ(of.disagreeing.size(), 2u);
  EXPECT_THAT(of.disagreeing[0].statuses, ElementsAre(Status::pass, Status::miss, Status::unmeasured));
  EXPECT_THAT(of.disagreeing[1].statuses, ElementsAre(Status::pass, Status::unmeasured, Status::miss));
}

TEST(MatrixTest, ListsAreLimitedAndCountsAreNot) {
  const auto of = matrix({many(9, '+'), many(9, '-')}, {.most_cases = 2});
  EXPECT_EQ(of.disagreeing.size(), 2u);
  EXPECT_EQ(of.not_listed, 7u);
  EXPECT_EQ(of.pairs[0].only_a.count, 9u);
  EXPECT_EQ(of.pairs[0].only_a.names.size(), MatrixPair::kNamed);
}

TEST(MatrixTest, RunsOfOtherDatasetsAreRefused) {
  auto a = commands({"x+"}), b = commands({"x+"});
  b.info.datasets.front().sha256 = "bbbb";
  std::vector<MatrixInput> inputs;
  inputs.push_back({"a", a.info, summarise(a), figures_of(a)});
  inputs.push_back({"b", b.info, summarise(b), figures_of(b)});
  EXPECT_THROW(matrix_of(std::move(inputs)), NotComparable);
}

TEST(MatrixTest, OfNothingIsEmpty) {
  const auto of = matrix_of({});
  EXPECT_THAT(of.runs, IsEmpty());
  EXPECT_THAT(of.pairs, IsEmpty());
}

}  // namespace
}  // namespace assay
