// SPDX-License-Identifier: Apache-2.0
// A run is counted while its results arrive in any order.
#include "assay/internal/ordered_view.h"

#include <gtest/gtest.h>

#include "assay/internal/metrics_json.h"
#include "sample.h"

namespace assay {
namespace {

class OrderedViewTest : public testing::Test {
 protected:
  OrderedViewTest() {
    for (std::size_t i = 0; i < run_.results.size(); ++i)
      run_.results[i].asked.where.line = static_cast<int>(i);
  }
  std::optional<RunView> view_in(const std::vector<std::size_t>& order, const std::vector<Result>& results) {
    OrderedView view(run_.info, {}, results.size());
    for (const std::size_t index : order) view.add(index, results[index]);
    return view.finish();
  }

  assay::Run run_ = sample_run("r1");
};

TEST_F(OrderedViewTest, SaysWhatTheRowsOfTheRunSay) {
  const auto view = view_in({2, 0, 1}, run_.results);
  ASSERT_TRUE(view);
  const RunView read = view_of(rows_of(run_));
  EXPECT_EQ(to_json(view->summary), to_json(read.summary));
  EXPECT_EQ(view->miss_names, read.miss_names);
  EXPECT_EQ(view->gate.why, read.gate.why);
}

TEST_F(OrderedViewTest, SaysNothingIfAResultIsMissing) { EXPECT_FALSE(view_in({0, 2}, run_.results)); }

TEST_F(OrderedViewTest, SaysNothingOfCasesThatWereAskedInAnotherOrder) {
  EXPECT_FALSE(view_in({0, 1, 2}, {run_.results[1], run_.results[0], run_.results[2]}));
}

TEST_F(OrderedViewTest, CountsAResultAsItWillBeRead) {
  Result result = run_.results[0];
  result.answer.detail = "\xff";
  result.answer.stdout_bytes = "\xff";
  make_as_stored(result);
  EXPECT_EQ(result.answer.detail, "\xef\xbf\xbd") << "the replacement character";
  EXPECT_EQ(result.answer.stdout_bytes, "\xff") << "bytes are kept";
}

}  // namespace
}  // namespace assay
