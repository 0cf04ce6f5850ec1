// SPDX-License-Identifier: Apache-2.0
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

TEST_F(AskingTest, WhatWasNotMeasuredIsAskedAgainAsAnotherAttempt) {
  using F = FinishedCase;
  EXPECT_THAT(asked(1, {{"one", "a", 1, false}, {"one", "b", 1}}), ElementsAre(F{"one", "a", 2}));
  EXPECT_THAT(asked(2, {{"one", "a", 1, false}, {"one", "a", 2}, {"one", "b", 1}, {"one", "b", 2}}),
              ElementsAre(F{"one", "a", 3}));
}

TEST_F(AskingTest, WhatIsNotMeasuredIsFinishedAsSuch) {
  const ToolSource nobody{ToolSource::Kind::recording,
                          files.write("none.jsonl", "{\"id\": \"c\", \"answer\": \"ls\"}\n")};
  const Plan plan = plan_run({.datasets = {files.dataset("one.json", "one")}, .tool = nobody});
  Store store({.file = files.folder / "runs.db"});
  store.add_run(plan.info);
  ask(plan, 1, {}, store);
  using F = FinishedCase;
  EXPECT_THAT(store.finished_cases(plan.info.run_id),
              ElementsAre(F{"one", "a", 1, false}, F{"one", "b", 1, false}));
}

}  // namespace
}  // namespace assay
