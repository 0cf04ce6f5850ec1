// SPDX-License-Identifier: Apache-2.0
// The progress shown to the person who watches a run.
#include "assay/internal/progress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(Progress, CountsAnswersAndSaysWhichWerePoor) {
  Progress progress(4);
  EXPECT_EQ(progress.line(), "0 of 4 answered");
  progress.add(Status::pass);
  progress.add(Status::miss);
  progress.add(Status::unmeasured);
  EXPECT_THAT(progress.line(), testing::StartsWith("3 of 4 answered, 1 missed, 1 not measured"));
}

TEST(Progress, CountsWhatOthersAnsweredAndWhatWasThereBefore) {
  Progress progress(100);
  progress.set_done(40);
  EXPECT_EQ(progress.line(), "40 of 100 answered, 0 here");
  progress.add(Status::pass);
  progress.add(Status::miss);
  EXPECT_EQ(progress.line(), "42 of 100 answered, 2 here, 1 missed");
  progress.set_done(50);
  EXPECT_EQ(progress.line(), "50 of 100 answered, 2 here, 1 missed");
  progress.add(Status::pass);
  EXPECT_EQ(progress.line(), "51 of 100 answered, 3 here, 1 missed");
  progress.set_done(50);  // the server's figure of a moment ago
  EXPECT_EQ(progress.line(), "51 of 100 answered, 3 here, 1 missed");
}

}  // namespace
}  // namespace assay
