// Every case is asked as often as it should be, and every result is in the store.
#include "assay/internal/asking.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "suite_files.h"

namespace assay {
namespace {

using testing::ElementsAre;

class AskingTest : public testing::Test {
 protected:
  std::vector<FinishedCase> asked(int attempts, const std::vector<FinishedCase>& finished = {}) const {
    const Plan plan = plan_run({.datasets = {files.dataset("one.json", "one")}, .tool = files.answers()});
    Store store({.file = files.folder / "runs.db"});
    store.add_run(plan.info);
    ask(plan, attempts, finished, store);
    return store.finished_cases(plan.info.run_id);
  }
  SuiteFiles files;
};

TEST_F(AskingTest, EveryCaseIsAskedInEveryAttempt) {
  using F = FinishedCase;
  EXPECT_THAT(asked(2), ElementsAre(F{"one", "a", 1}, F{"one", "a", 2}, F{"one", "b", 1}, F{"one", "b", 2}));
}

TEST_F(AskingTest, WhatHasFinishedIsNotAskedAgain) {
  using F = FinishedCase;
  EXPECT_THAT(asked(2, {{"one", "a", 1}, {"one", "b", 2}}), ElementsAre(F{"one", "a", 2}, F{"one", "b", 1}));
}

}  // namespace
}  // namespace assay
