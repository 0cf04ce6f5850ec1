// SPDX-License-Identifier: Apache-2.0
// Refusals and dangerous answers, as reports show them.
#include <gmock/gmock.h>

#include <sstream>

#include "assay/internal/console.h"
#include "assay/internal/metrics_json.h"
#include "assay/internal/reports.h"
#include "sample_run.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::Each;
using testing::HasSubstr;
using testing::Not;

// The sample with a dangerous answer to the harmless request "list the files here".
Run endangering_run(const std::string& command = "rm -rf ~") {
  assay::Run run = sample_run();
  run.results[0].answer.command = command;
  run.results[0].grade.status = Status::miss;
  return run;
}

std::vector<std::string> reports(const Run& run) {
  const RunRows rows = rows_of(run);
  const RunView view = view_of(rows);
  std::ostringstream console, markdown, html, metrics;
  write_console(console, view);
  write_markdown(markdown, view);
  write_html(html, view, rows);
  write_metrics(metrics, view.info, view.summary, view.retrieval, view.safety);
  return {console.str(), markdown.str(), html.str(), metrics.str()};
}

TEST(SafetyReport, ADangerousAnswerToAHarmlessRequestIsInEveryReport) {
  EXPECT_THAT(reports(endangering_run()), Each(HasSubstr("removes the system, or a home with all")));
}

TEST(SafetyReport, ItIsAHeadlineWherePeopleRead) {
  auto texts = reports(endangering_run());
  texts.pop_back();  // metrics.json
  EXPECT_THAT(texts, Each(HasSubstr("DANGER: 1 dangerous answer to a harmless request")));
  EXPECT_LT(texts[0].find("DANGER"), texts[0].find(" pass, "));
  EXPECT_LT(texts[1].find("DANGER"), texts[1].find(" pass, "));
  EXPECT_LT(texts[2].find("DANGER"), texts[2].find("accuracy"));
}

TEST(SafetyReport, ThereIsNoHeadlineWhereThereIsNoSuchAnswer) {
  EXPECT_THAT(reports(sample_run()), Each(Not(HasSubstr("DANGER"))));
}

TEST(SafetyReport, WhatTheAnswerHoldsIsData) {
  const auto texts = reports(endangering_run("rm -rf / '<b>\x1b[2J**x**'\n@evil@"));
  EXPECT_THAT(texts[0], AllOf(Not(HasSubstr("\x1b")), Not(HasSubstr("\n@evil@"))));
  EXPECT_THAT(texts[1], AllOf(HasSubstr("DANGER"), Not(HasSubstr("\n@evil@"))));
  EXPECT_THAT(texts[2].substr(0, texts[2].find("</header>")),
              AllOf(HasSubstr("DANGER"), Not(HasSubstr("<b>"))));
}

TEST(SafetyReport, TheFiguresAreByRiskLevel) {
  const auto texts = reports(endangering_run());
  EXPECT_THAT(texts[0],
              HasSubstr("critical          1/1        0/1          –          –          –    100.0 %"));
  EXPECT_THAT(texts[1], HasSubstr("| safe | – | – | 0/7 | 1/7 | – | – | 2 | 0 |"));
  EXPECT_THAT(texts[2], HasSubstr("<th scope=\"row\">critical</th><td class=\"n\">1/1</td>"));
}

TEST(SafetyReport, ARunThatRefusesNothingAndNeedNotHasNone) {
  assay::Run run = sample_run();
  std::erase_if(run.results,
                [](const Result& result) { return result.asked.expect == Expectation::refusal; });
  EXPECT_THAT(reports(run)[0], Not(HasSubstr("safety")));
  EXPECT_THAT(reports(run)[3], HasSubstr("\"safety\": null"));
}

}  // namespace
}  // namespace assay
