// SPDX-License-Identifier: Apache-2.0
// The pictures that a page has, and that they show the run's figures.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "assay/internal/reports.h"
#include "sample_run.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string page_of(const Run& run, const ViewOptions& options = {}) {
  std::ostringstream out;
  write_html(out, view_of(rows_of(run), options), rows_of(run));
  return out.str();
}

// The picture below that title, with its table; empty if there is none.
std::string picture(const std::string& page, const std::string& title) {
  const std::size_t begin = page.find("<section><h3>" + title);
  return begin == std::string::npos ? "" : page.substr(begin, page.find("</section>", begin) - begin);
}

// The verdict of a run whose last level, similarity, was asked about the answer.
Verdict cosine_of(double cosine) {
  return {.level = "similarity", .evidence = Similarity{"a model", cosine, 0.8}};
}

Verdict judged(VerdictKind outcome) {
  return {.level = "judge", .outcome = outcome, .evidence = Votes{"a judge", {{outcome, "so"}}}};
}

Run queries() {
  Run run{sample_run().info, {}};
  for (int rank : {1, 3, 0}) {
    Result each;
    each.asked.dataset = "manuals";
    each.asked.id = each.asked.name = "q" + std::to_string(rank);
    each.asked.expect = rank == 0 ? Expectation::refusal : Expectation::command;
    each.asked.retrieval.emplace();
    if (rank > 0) each.asked.retrieval->expected_chunk_ids = {"wanted"};
    each.answer.ending = Ending::answered;
    each.answer.retrieval.emplace();
    for (int i = 1; i <= 4; ++i)
      each.answer.retrieval->hits.push_back({i == rank ? "wanted" : "c" + std::to_string(i), "d", {}});
    if (rank == 0) each.answer.retrieval->grounded = false;
    each.grade.status = rank == 1 ? Status::pass : Status::miss;
    run.results.push_back(std::move(each));
  }
  run.info.expected = run.results.size();
  return run;
}

TEST(Pictures, AccuracyHasWhiskersAndTheCountsOfEachGroup) {
  const std::string page = page_of(sample_run());
  for (const char* by : {"dataset", "category", "risk level", "tag", "deciding level"})
    EXPECT_THAT(picture(page, std::string("Accuracy by ") + by),
                AllOf(HasSubstr("class=\"whisker\""), HasSubstr("class=\"dot few\"")))
        << by;
  EXPECT_THAT(picture(page, "Accuracy by dataset"),
              AllOf(HasSubstr("files: 4 pass, 4 miss, 0 unmeasured"), HasSubstr(">4/8<")));
}

TEST(Pictures, ScoresHaveABarATenth) {
  const std::string scores = picture(page_of(sample_run()), "Scores");
  EXPECT_THAT(scores, HasSubstr("<title>0: "));
  EXPECT_THAT(scores, HasSubstr("<title>1: "));
}

TEST(Pictures, NothingIsSaidOfCalibrationWhereNobodyKnows) {
  const std::string page = page_of(sample_run());
  EXPECT_EQ(picture(page, "Calibration"), "");
  EXPECT_EQ(picture(page, "Cosines"), "");
}

TEST(Pictures, ScoresAreHeldAgainstLabels) {
  assay::Run run = sample_run();
  run.results[0].answer.label = true;   // a pass
  run.results[3].answer.label = false;  // another one, by blanks
  run.results[2].answer.label = true;   // a miss
  const std::string drawn = picture(page_of(run), "Calibration: scores against what people say");
  EXPECT_THAT(drawn, HasSubstr("<title>1: 1 of 1 right"));
  EXPECT_THAT(drawn, HasSubstr("0.0 to 0.1: 1 of 1 right"));
  EXPECT_THAT(drawn, AllOf(HasSubstr("class=\"whisker\""), HasSubstr("class=\"ideal\"")));
}

TEST(Pictures, CosinesAreHeldAgainstTheJudgeAndAgainstLabels) {
  assay::Run run = sample_run();
  auto& first = run.results[0].grade.verdicts;
  first = {cosine_of(0.31), cosine_of(0.85), judged(VerdictKind::mismatch), judged(VerdictKind::match)};
  run.results[1].grade.verdicts = {cosine_of(0.87), judged(VerdictKind::mismatch)};
  run.results[2].grade.verdicts = {cosine_of(0.2), judged(VerdictKind::undecided)};
  run.results[3].grade.verdicts = {cosine_of(0.2)};
  run.results[3].answer.label = false;
  const std::string page = page_of(run);
  EXPECT_THAT(picture(page, "Cosines"),
              AllOf(HasSubstr("<title>0.8: 2<"), HasSubstr("<title>0.2: 2<"), Not(HasSubstr("0.3: "))))
      << "of an answer's cosines the best";
  const std::string by_judge = picture(page, "Calibration: cosines against the judge");
  EXPECT_THAT(by_judge, HasSubstr("0.8 to 0.9: 1 of 2 right"));
  EXPECT_THAT(by_judge, Not(HasSubstr("0.2 to 0.3"))) << "a judge who is not sure says nothing";
  EXPECT_THAT(picture(page, "Calibration: cosines against what people say"),
              HasSubstr("0.2 to 0.3: 0 of 1 right"));
}

TEST(Pictures, TheTrendMarksWhereTheToolOrTheDataChanged) {
  const std::vector<TrendPoint> trend{{"Monday", 4, 8, ""}, {"Tuesday", 6, 8, "tool, dataset"}};
  const std::string drawn = picture(page_of(sample_run(), {.trend = trend}), "Passed, run by run");
  EXPECT_THAT(drawn, HasSubstr("<circle class=\"dot\""));
  EXPECT_THAT(drawn, HasSubstr("Tuesday: 75.0 %; changed before it: tool, dataset"));
  EXPECT_THAT(drawn, HasSubstr("class=\"band\""));
}

TEST(Pictures, RepeatsAreDrawnOverK) {
  assay::Run run = sample_run();
  Result again = run.results[0];
  again.attempt = 2;
  run.results.insert(run.results.begin() + 1, again);
  const std::string page = page_of(run);
  EXPECT_THAT(picture(page, "pass@k"), HasSubstr("k = 2"));
  EXPECT_THAT(picture(page, "pass^k"), HasSubstr("k = 2"));
  EXPECT_THAT(picture(page, "Flaky"), HasSubstr("#flaky=yes"));
}

TEST(Pictures, QueriesHaveMetricsOverCutOffsRanksAndRefusals) {
  const std::string page = page_of(queries());
  EXPECT_THAT(picture(page, "hit@k"), HasSubstr("@3: 100.0 %"));
  EXPECT_THAT(picture(page, "Rank of the first expected chunk"),
              AllOf(HasSubstr("<title>1: 1<"), HasSubstr("<title>3: 1<")));
  EXPECT_THAT(picture(page, "Refusals"),
              HasSubstr("should be refused</th><td class=\"n\">0</td><td class=\"n\">1</td>"));
}

TEST(Pictures, EachHasItsFiguresInATable) {
  const std::string page = page_of(sample_run());
  for (const char* title : {"Accuracy by category", "Latency", "Scores"})
    EXPECT_THAT(picture(page, title),
                AllOf(HasSubstr("role=\"img\" aria-label="), HasSubstr("<summary>The figures</summary>")))
        << title;
}

}  // namespace
}  // namespace assay
