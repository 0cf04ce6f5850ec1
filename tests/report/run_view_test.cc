// SPDX-License-Identifier: Apache-2.0
// A run as reports show it.
#include "assay/internal/run_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <sstream>

#include "answers.h"
#include "assay/internal/console.h"
#include "assay/internal/reports.h"
#include "sample_run.h"

namespace assay {
namespace {

using testing::ElementsAre;

RunView viewed(const Run& run, const ViewOptions& options = {}) { return view_of(rows_of(run), options); }

TEST(RunView, HasTheFiguresOfAllAndTheDetailsOfAFew) {
  const auto run = sample_run();
  const RunView view = viewed(run, {.most_cases = 1});
  EXPECT_EQ(view.summary.all.counts, summarise(run).all.counts);
  EXPECT_EQ(view.misses.count, view.summary.all.counts.miss);
  EXPECT_EQ(view.misses.cases.size(), 1u);
  EXPECT_EQ(view.misses.others, view.misses.count);
  EXPECT_EQ(view.miss_names.size(), view.misses.count);
}

TEST(RunView, CountsCasesByDatasetAsJUnitDoes) {
  const RunView view = viewed(sample_run());
  ASSERT_EQ(view.datasets.size(), 2u);
  EXPECT_EQ(view.datasets[0].name, "files");
  EXPECT_EQ(view.datasets[0].tests, 8u);
  EXPECT_EQ(view.datasets[0].failures, 4u);
  EXPECT_EQ(view.datasets[1].errors, 1u);
}

TEST(RunView, JudgesTheRunByItsOwnGateUnlessTold) {
  auto run = sample_run();
  EXPECT_EQ(viewed(run).gate.outcome, GateOutcome::missed);
  run.info.gate = Gate::mean;
  run.info.min_mean = 0.0;
  EXPECT_EQ(viewed(run).gate.outcome, GateOutcome::held);
  EXPECT_EQ(viewed(run, {.gate = GateResult{}}).gate.outcome, GateOutcome::unreadable);
}

TEST(RunView, PutsWhatKeepsManyCasesFromPassingFirst) {
  auto run = sample_run();
  Result broken = run.results[5];  // it failed, with two lines on stderr
  for (const char* name : {"one", "two", "three"}) {
    broken.asked.name = broken.asked.id = name;
    run.results.push_back(broken);
  }
  const RunView view = viewed(run);
  ASSERT_EQ(view.misses.causes.size(), 1u);
  EXPECT_EQ(view.misses.causes[0].count, 4u);
  EXPECT_THAT(view.misses.causes[0].names,
              ElementsAre("files.crash", "files.one", "files.two", "files.three"));
  EXPECT_EQ(view.misses.others, 3u);
}

TEST(RunView, TellsCausesApartByWhatTheToolSaidLast) {
  auto run = sample_run();
  Result broken = run.results[5];
  for (const char* name : {"one", "two", "three"}) {
    broken.asked.name = broken.asked.id = name;
    broken.answer.stderr_bytes = name;
    run.results.push_back(broken);
  }
  EXPECT_TRUE(viewed(run).misses.causes.empty());
}

TEST(RunView, NamesTheSettingThatWouldFindManyAnswers) {
  auto run = sample_run();
  EXPECT_THAT(viewed(run).advice, testing::IsEmpty());
  for (auto& result : run.results) {
    result.answer = answered("```\nls\n```");
  }
  const RunView view = viewed(run);
  ASSERT_THAT(view.advice,
              ElementsAre(testing::HasSubstr("begin with a Markdown fence: \"strip\": [\"fences\"]")));
  std::ostringstream console, page;
  write_console(console, view);
  write_markdown(page, view);
  EXPECT_THAT(console.str(), testing::HasSubstr("  note: " + view.advice.front()));
  EXPECT_THAT(page.str(), testing::HasSubstr("answers begin with a Markdown fence"));
}

TEST(RunView, SumsUpWhatAnswersTook) {
  auto run = sample_run();
  run.results.at(0).answer.tokens = 1500;
  run.results.at(1).answer.tokens = 20;
  run.results.at(1).answer.cost = 0.0125;
  const RunView view = viewed(run);
  EXPECT_EQ(view.summary.tokens->sum, 1520);
  EXPECT_EQ(view.summary.cost->answers, 1u);
  std::ostringstream console, page;
  write_console(console, view);
  write_markdown(page, view);
  EXPECT_THAT(console.str(),
              testing::HasSubstr("  tokens: 1520, of 2 answers\n  cost: 0.0125, of 1 answers\n"));
  EXPECT_THAT(page.str(), testing::HasSubstr("| tokens | 1520 | 2 |\n| cost | 0.0125 | 1 |\n"));
}

TEST(CaseRows, GiveACaseWithAllItsAttemptsInWhateverOrderTheyCome) {
  auto run = sample_run();
  std::swap(run.results[8], run.results[10]);
  std::vector<std::string> read;
  for (CaseRows rows(rows_of(run).open()); rows.next();)
    read.push_back(rows.last().asked.name + " " + std::to_string(rows.earlier().size()) + " before " +
                   std::to_string(rows.last().attempt));
  EXPECT_EQ(read.size(), 10u);
  EXPECT_EQ(read[8], "ports 2 before 3");
  EXPECT_EQ(read[9], "fetch 0 before 1");
}

// So the bars of a picture are of the answers that its title and the figures above it are of.
TEST(RunView, PicturesAreOfLastAttemptsAsTheSummaryIs) {
  assay::Run run = sample_run();
  Result again = run.results.front();
  again.attempt = 2;
  run.results.insert(run.results.begin() + 1, again);
  const RunView view = viewed(run);
  const auto sum = [](const auto& bins) { return std::accumulate(bins.begin(), bins.end(), std::size_t{0}); };
  ASSERT_TRUE(view.summary.latency);
  EXPECT_EQ(sum(view.distributions.latency), view.summary.latency->answers);
  EXPECT_EQ(sum(view.distributions.scores), view.summary.all.counts.measured());
}

}  // namespace
}  // namespace assay
