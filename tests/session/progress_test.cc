// SPDX-License-Identifier: Apache-2.0
// What whoever watches a run is told.
#include "assay/internal/progress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sample.h"

namespace assay {
namespace {

TEST(Progress, CountsAnswersAndSaysWhichWerePoor) {
  Progress progress(4);
  EXPECT_EQ(progress.line(), "0 of 4 answered");
  progress.add(sample_result("a"));
  progress.add(sample_result("b", 0.0));
  Result unmeasured = sample_result("c");
  unmeasured.grade.status = Status::unmeasured;
  progress.add(unmeasured);
  EXPECT_THAT(progress.line(), testing::StartsWith("3 of 4 answered, 1 missed, 1 not measured"));
}

}  // namespace
}  // namespace assay
