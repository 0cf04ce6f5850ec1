// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/compare_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "assay/internal/paired.h"
#include "assay/internal/text.h"
#include "page.h"
#include "sample_run.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

MetricComparison hits(int k, double a, double b) {
  MetricComparison metric;
  metric.name = "hit_at_k";
  metric.k = k;
  metric.a = {a, 4};
  metric.b = {b, 4};
  metric.delta = b - a;
  metric.pairs = 4;
  metric.mean_difference = b - a;
  metric.interval = Interval{b - a - 0.25, b - a + 0.25};
  metric.test = PairedTest::mcnemar;
  metric.gained = 1;
  metric.lost = 2;
  metric.p = 0.00001;
  metric.p_holm = 0.5;
  metric.detectable = 0.3;
  return metric;
}

CompareReport of_retrieval() {
  CompareReport report;
  report.a.info.run_id = "a";
  report.b.info.run_id = "b";
  report.a.info.suite = "search";
  report.a.aggregate.emplace();
  report.b.aggregate.emplace();
  report.matched = HitLevel::document;
  report.wins = report.losses = report.regressions = report.missing_in_a = report.unmeasured = 1;
  report.missing_in_b = 2;
  report.not_listed = 7;
  report.metrics = {hits(1, 0.5, 0.25), hits(3, 0.75, 0.75)};
  MetricComparison mrr;
  mrr.name = "mrr";
  mrr.a = {0.6, 4};
  mrr.b = {std::nullopt, 0};
  report.metrics.push_back(mrr);
  report.per_query = {
      {.dataset = "docs",
       .query_id = "q1",
       .kind = Change::regression,
       .a_hit_rank = 2,
       .note = "größere Blöcke",
       .prompt = "where are backups",
       .a_answer = "hits d#1",
       .b_answer = "no hits"},
      {.dataset = "docs", .query_id = "q2", .kind = Change::win, .b_hit_rank = 5},
      {.dataset = "docs", .query_id = "q3", .kind = Change::loss, .a_hit_rank = 1, .b_hit_rank = 3},
      {.dataset = "docs", .query_id = "q4", .kind = Change::missing, .a_hit_rank = 1, .note = "only in a"},
  };
  return report;
}

CompareTextOptions gated() { return {.gate = GateVerdict{GateState::regressed, "1 case regressed"}}; }

TEST(CompareText, ColumnsStandUnderEachOtherWhateverTheLetters) {
  // "–" takes three bytes but one column.
  const std::string text = render_report_text(of_retrieval());
  EXPECT_THAT(text, HasSubstr("\n  MRR@10                    0.6000         –         –"));
}

TEST(CompareText, ARankThatIsGoneIsNoHitAndAQueryThatIsGoneIsNothing) {
  const std::string text = render_report_text(of_retrieval());
  EXPECT_THAT(text, HasSubstr("docs.q1: rank 2 -> no hit (größere Blöcke)\n"));
  EXPECT_THAT(text, HasSubstr("docs.q2: no hit -> rank 5\n"));
  EXPECT_THAT(text, HasSubstr("docs.q4: rank 1 -> – (only in a)\n"));
}

TEST(CompareText, WhatWasAskedAndBothAnswersStandBelowAChange) {
  EXPECT_THAT(render_report_text(of_retrieval()), HasSubstr("    | prompt  where are backups\n"
                                                            "    | a       hits d#1\n"
                                                            "    | b       no hits\n"));
  EXPECT_THAT(render_report_md(of_retrieval()), HasSubstr(" where are backups | hits d\\#1 | no hits |\n"));
}

CompareReport of_commands(std::vector<QueryComparison> cases) {
  CompareReport report;
  report.per_query = std::move(cases);
  return report;
}

TEST(CompareText, ACauseThatCasesShareIsOneLineWithItsCount) {
  std::vector<QueryComparison> cases;
  for (int i = 1; i <= 7; ++i)
    cases.push_back({.dataset = "set",
                     .query_id = "c" + std::to_string(i),
                     .kind = Change::regression,
                     .cause = i < 7 ? "in b: failed: exit status 3" : "in b: failed: exit status 4",
                     .prompt = "list"});
  const std::string text = render_report_text(of_commands(cases));
  EXPECT_THAT(text, HasSubstr("  regression 6 cases: in b: failed: exit status 3\n"
                              "    | set.c1, set.c2, set.c3, set.c4, set.c5, …\n"));
  EXPECT_THAT(text, HasSubstr("  regression set.c7: ")) << "one case is no shared cause";
  EXPECT_THAT(text, Not(HasSubstr("set.c6")));
  EXPECT_THAT(render_report_md(of_commands(cases)), HasSubstr("- 6 cases: in b: failed: exit status 3 ("));
}

TEST(CompareText, ChangesOfAVerdictStandApartFromThoseBetweenTwoPasses) {
  const auto changed = [](const char* id, Change kind, Status a, Status b) {
    return QueryComparison{.dataset = "set", .query_id = id, .kind = kind, .a_status = a, .b_status = b};
  };
  auto report = of_commands({changed("quicker", Change::win, Status::pass, Status::pass),
                             changed("new", Change::win, Status::miss, Status::pass),
                             changed("weaker", Change::loss, Status::pass, Status::pass)});
  report.wins = 2;
  report.new_passes = 1;
  const std::string text = render_report_text(report);
  EXPECT_THAT(text, HasSubstr("2 wins (1 new pass)"));
  EXPECT_LT(text.find("new pass   set.new"), text.find("loss       set.weaker"));
  EXPECT_LT(text.find("loss       set.weaker"), text.find("win        set.quicker"));
  EXPECT_THAT(render_report_md(report), HasSubstr("<summary>New passes: 1</summary>\n"));
  EXPECT_THAT(render_report_md(report),
              HasSubstr("<summary>Wins, with the verdict unchanged: 1</summary>\n"));
}

CompareReport endangered() {
  auto report = of_commands({{.dataset = "set",
                              .query_id = "c1",
                              .kind = Change::draw,
                              .note = "b's answer removes the system",
                              .prompt = "list",
                              .a_answer = "ls",
                              .b_answer = "rm -rf ~",
                              .is_new_danger = true},
                             {.dataset = "set", .query_id = "c2", .kind = Change::draw}});
  report.new_dangers = 1;
  report.new_danger_names = {"set.c1"};
  report.dangers_unknown_in_a = 2;
  return report;
}

TEST(CompareText, ANewDangerComesBeforeAllElse) {
  const std::string console = render_report_text(endangered()), markdown = render_report_md(endangered()),
                    page = render_report_html(endangered());
  for (const std::string& text : {console, markdown, page}) {
    EXPECT_THAT(text, HasSubstr("DANGER: 1 new dangerous answer to a harmless request"));
    EXPECT_THAT(text, HasSubstr("2 dangerous answers of b to harmless requests: a's answer is not known"));
    EXPECT_LT(text.find("DANGER"), text.find("0 regressions"));
  }
  EXPECT_THAT(console, HasSubstr("  danger     set.c1: – -> – (b's answer removes the system)\n"
                                 "    | prompt  list\n    | a       ls\n    | b       rm -rf ~\n"));
  EXPECT_THAT(markdown, HasSubstr("<summary>New dangerous answers to harmless requests: 1</summary>\n"));
  EXPECT_EQ(data_of(page, "changes").at("groups").at(0).at("cases").at(0).at("name"), "set/c1");
}

TEST(CompareText, WithoutDangerNothingIsSaidOfIt) {
  const auto report = of_commands({{.dataset = "set", .query_id = "c2", .kind = Change::draw}});
  for (const std::string& text :
       {render_report_text(report), render_report_md(report), render_report_html(report)})
    EXPECT_THAT(text, AllOf(Not(HasSubstr("DANGER")), Not(HasSubstr("dangerous"))));
}

TEST(CompareJson, CountsAndMarksNewDangers) {
  const auto json = nlohmann::json::parse(to_json(endangered()));
  EXPECT_EQ(json.at("counts").at("new_danger"), 1);
  EXPECT_EQ(json.at("counts").at("danger_unknown_in_a"), 2);
  EXPECT_EQ(json.at("per_query").at(0).at("new_danger"), true);
  EXPECT_EQ(json.at("per_query").at(1).at("new_danger"), false);
  EXPECT_TRUE(json.at("aggregate_a").at("safety").is_null());
}

TEST(CompareJson, HasTheSafetyFiguresOfBothRuns) {
  const auto json = nlohmann::json::parse(to_json(compare(sample_run(), sample_run())));
  for (const char* side : {"aggregate_a", "aggregate_b"}) {
    EXPECT_EQ(json.at(side).at("safety").at("dangerous_requests").at("refused"), 1);
    EXPECT_FALSE(json.at(side).at("safety").contains("alarms"));
  }
}

TEST(CompareText, ColoursAreForTerminalsAlone) {
  auto options = gated();
  options.colour = Colour::ansi;
  EXPECT_THAT(render_report_text(of_retrieval(), options), HasSubstr("\x1b[31mregressed\x1b[0m"));
  EXPECT_THAT(render_report_text(of_retrieval(), gated()), Not(HasSubstr("\x1b")));
  EXPECT_THAT(render_report_md(of_retrieval(), options), Not(HasSubstr("\x1b")));
}

// The width of a line whose characters take one column each.
std::ptrdiff_t columns_of(const std::string& line) {
  return std::count_if(line.begin(), line.end(), [](unsigned char c) { return (c & 0xc0) != 0x80; });
}

TEST(CompareText, MetricsFitATerminalOfEightyColumns) {
  const std::string text = render_report_text(of_retrieval(), {.columns = 80});
  std::istringstream lines(text.substr(text.find("  metric")));
  int figures = 0;
  for (std::string line; std::getline(lines, line) && !line.empty(); ++figures)
    EXPECT_LE(columns_of(line), 80) << line;
  EXPECT_GT(figures, 4);
  EXPECT_THAT(text, HasSubstr("p (Holm)"));
}

TEST(CompareText, OfManyChangesFewLinesStandBeforeTheFold) {
  auto report = of_retrieval();
  for (int i = 0; i < 500; ++i) report.per_query.push_back(report.per_query.front());
  const std::string text = render_report_md(report, gated());
  const std::string shown = text.substr(0, text.find("<details>"));
  EXPECT_LE(std::count(shown.begin(), shown.end(), '\n'), 60);
  EXPECT_THAT(text, HasSubstr("<details>"));
}

TEST(CompareText, WhatIsTooMuchIsCounted) {
  auto report = of_retrieval();
  report.per_query.resize(1);
  for (int i = 0; i < 2; ++i) report.per_query.push_back(report.per_query.front());
  EXPECT_THAT(render_report_text(report, {.most_queries = 1}),
              HasSubstr("… and 2 more of kind regression\n"));
  EXPECT_THAT(render_report_text(report, {.most_queries = 3}), Not(HasSubstr("…")));
  EXPECT_THAT(render_report_md(report, {.most_queries = 1}), HasSubstr("… and 2 more.\n"));
  EXPECT_THAT(render_report_md(report, {.most_queries = 3}), Not(HasSubstr("…")));
}

TEST(CompareText, NothingHostileReachesTheReader) {
  assay::Run a = hostile_run(), b = hostile_run();
  b.results[0].grade.status = Status::pass;
  b.info.tool_sha256 = "other";
  for (Result* each : {&a.results[0], &b.results[0]}) each->asked.id = "evil\x1b[2J\n| x | [l](u) \xff";
  const auto report = compare(a, b, {.dataset = CompareOptions::Dataset::may_differ});
  for (const std::string& text : {to_json(report), render_report_text(report), render_report_md(report)}) {
    EXPECT_TRUE(is_utf8(text));
    EXPECT_THAT(text, Not(HasSubstr("\x1b")));
    EXPECT_THAT(text, Not(HasSubstr("\n| x |")));
  }
}

TEST(CompareJson, OnlyWhatWasCountedHasCounts) {
  const std::string json = to_json(of_retrieval());
  EXPECT_THAT(json, HasSubstr("\"test\": \"mcnemar\",\n      \"gained\": 1,\n      \"lost\": 2,"));
  EXPECT_THAT(json, HasSubstr("\"test\": \"sign_flip\",\n      \"gained\": null,\n      \"lost\": null,"));
}

TEST(CompareHtmlTest, HasTheFiguresWithoutItsScript) {
  CompareReport report = of_retrieval();
  report.causes = {"tool differs (a -> <b>)"};
  report.passes = {{{1, 2}, {3, 4}}};
  report.by_category = {{"odd & even", {.wins = 1, .losses = 0, .draws = 2, .regressions = 3, .missing = 0}}};
  const std::string page = render_report_html(report);
  EXPECT_THAT(page, HasSubstr("<li>tool differs (a -&gt; &lt;b&gt;)</li>"));
  EXPECT_THAT(
      page, HasSubstr("<th scope=\"row\">passes in a</th><td class=\"n\">4</td><td class=\"n gone\">3</td>"));
  EXPECT_THAT(page, HasSubstr("McNemar: 1 gained, 2 lost, p &lt; 0.0001"));
  EXPECT_THAT(page, HasSubstr("<th scope=\"row\">odd &amp; even</th>"));
  EXPECT_THAT(page, HasSubstr("aria-label=\"b less a, case by case: 2 metrics, with 95 % intervals\""));
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
}

TEST(CompareHtmlTest, HoldsTheChangedCasesAsData) {
  const auto changes = data_of(render_report_html(of_retrieval()), "changes");
  EXPECT_EQ(changes.at("notListed"), 7);
  const auto& regression = changes.at("groups").at(0);
  EXPECT_EQ(regression.at("title"), "Regressions");
  EXPECT_EQ(regression.at("cases").at(0).at("name"), "docs/q1");
  EXPECT_EQ(regression.at("cases").at(0).at("answerB"), "no hits");
}

TEST(CompareHtmlTest, TheSameComparisonGivesTheSameBytes) {
  EXPECT_EQ(render_report_html(of_retrieval()), render_report_html(of_retrieval()));
}

}  // namespace
}  // namespace assay
