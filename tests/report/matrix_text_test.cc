// SPDX-License-Identifier: Apache-2.0
// A matrix as tables, as Markdown and as JSON, compared with golden files.
#include "assay/internal/matrix_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "golden.h"
#include "results.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr int kCases = 12;

// Twelve cases of two categories: '+' passed, '-' missed, '?' was not measured.
Run run_of(const std::string& tool, const std::string& marks) {
  Run run;
  run.info.run_id = "run-of-" + tool;
  run.info.suite = "shell";
  run.info.tool = tool;
  run.info.datasets = {{"files", "1.0", "aaaa", "files.json", kCases}};
  run.info.expected = kCases;
  for (std::size_t i = 0; i < marks.size(); ++i) {
    Result result = by_mark(std::string("case_") + static_cast<char>('a' + i), marks[i]);
    result.asked.dataset = "files";
    result.asked.category = i % 2 == 0 ? "listing" : "finding";
    result.answer.latency = std::chrono::milliseconds(marks[i] == '?' ? 0 : 10 + i);
    run.results.push_back(std::move(result));
  }
  return run;
}

Matrix matrix(const std::vector<Run>& runs) {
  std::vector<MatrixInput> inputs;
  for (const Run& run : runs) inputs.push_back({run.info.tool, run.info, summarise(run), figures_of(run)});
  return matrix_of(std::move(inputs));
}

Matrix three() {
  return matrix(
      {run_of("alpha", "++++++++++++"), run_of("beta", "+++++++++++?"), run_of("gamma", "+-+-+-------")});
}

TEST(MatrixTextTest, Forms) {
  EXPECT_TRUE(is_golden(render_matrix_text(three()), "matrix.txt"));
  EXPECT_TRUE(is_golden(render_matrix_md(three()), "matrix.md"));
  EXPECT_TRUE(is_golden(to_json(three()), "matrix.json"));
}

TEST(MatrixTextTest, ChanceIsSaid) {
  const auto of = matrix({run_of("alpha", "+-"), run_of("beta", "-+")});
  EXPECT_THAT(render_matrix_text(of), HasSubstr("no two tools differ by more than chance explains"));
  EXPECT_THAT(render_matrix_md(of), HasSubstr("- no two tools differ by more than chance explains"));
}

TEST(MatrixTextTest, ToolsThatWereNotMeasuredAreNamedAndNotSaidToBeAlike) {
  const auto of = matrix({run_of("alpha", "+-"), run_of("beta", "??")});
  for (const std::string& text : {render_matrix_text(of), render_matrix_md(of)})
    EXPECT_THAT(text, AllOf(HasSubstr("no two tools have a case that both measured"),
                            HasSubstr("beta: 2 of 2 cases not measured (assay show "),
                            Not(HasSubstr("by more than chance")), Not(HasSubstr("alpha: "))));
}

TEST(MatrixTextTest, WhatIsLeftOutIsCounted) {
  const auto text = render_matrix_text(three(), {.most_cases = 2});
  EXPECT_THAT(
      text, AllOf(HasSubstr("files.case_d"), Not(HasSubstr("files.case_g  ")), HasSubstr("… and 7 more\n")));
}

TEST(MatrixTextTest, ColourIsBesideTheWord) {
  const auto text = render_matrix_text(three(), {.colour = Colour::ansi});
  EXPECT_THAT(text, AllOf(HasSubstr("\x1b[32m pass\x1b[0m"), HasSubstr("\x1b[31m miss\x1b[0m")));
}

// The width of a line whose characters take one column each.
std::ptrdiff_t columns_in(const std::string& line) {
  return std::count_if(line.begin(), line.end(), [](unsigned char c) { return (c & 0xc0) != 0x80; });
}

TEST(MatrixTextTest, ToolsThatATerminalIsTooNarrowForStandInFurtherTables) {
  std::vector<assay::Run> runs;
  for (const char* tool : {"alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta"})
    runs.push_back(run_of(std::string(tool) + "-of-a-longer-name", "+-"));
  const auto text = render_matrix_text(matrix(runs), {.columns = 60});
  std::istringstream lines(text.substr(text.find('\n'), text.find("  McNemar") - text.find('\n')));
  for (std::string line; std::getline(lines, line);) EXPECT_LE(columns_in(line), 60) << line;
  EXPECT_THAT(text, HasSubstr("theta-of-a-longer-name"));
}

TEST(MatrixTextTest, NamesCanNeitherEndATableNorSteerATerminal) {
  const auto of = matrix({run_of("a|b\x1b[2J\n", "++"), run_of("<script>", "--")});
  EXPECT_THAT(render_matrix_text(of), AllOf(Not(HasSubstr("\x1b")), Not(HasSubstr("|b\n"))));
  EXPECT_THAT(render_matrix_md(of),
              AllOf(Not(HasSubstr("\x1b")), Not(HasSubstr("<script>")), HasSubstr("a\\|b")));
  EXPECT_EQ(nlohmann::json::parse(to_json(of)).at("pairs").at(0).at("a"), "a|b\x1b[2J\n");
}

TEST(MatrixTextTest, TokensAndCostAreColumnsWhereAToolSaysThem) {
  auto run = run_of("alpha", "++");
  for (auto& result : run.results) result.answer.tokens = 20;
  const auto text = render_matrix_text(matrix({run, run_of("beta", "+-")}));
  EXPECT_THAT(text, AllOf(HasSubstr("  tokens\n"), HasSubstr("      40\n"), Not(HasSubstr("cost"))));
}

TEST(MatrixPageTest, MapsEveryCaseByToolsInWordsAndShapes) {
  const auto page = render_matrix_html(three());
  EXPECT_THAT(page, HasSubstr("aria-label=\"Cases 1 to 12 by tools\""));
  EXPECT_THAT(page, HasSubstr("<title>files.case_b: alpha pass, beta pass, gamma miss</title>"));
  EXPECT_THAT(page, HasSubstr("beta unmeasured"));
  for (const char* kind : {"cell-pass", "cell-miss", "cell-unmeasured"})
    EXPECT_THAT(page, HasSubstr("<path class=\"" + std::string(kind) + "\""))
        << "each has a shape of its own";
  EXPECT_LT(page.find("files.case_a:"), page.find("files.case_l:")) << "what most pass comes first";
  EXPECT_EQ(page, render_matrix_html(three())) << "the same runs give the same bytes";
}

TEST(MatrixPageTest, HasTheTablesOfTheReport) {
  const auto page = render_matrix_html(three());
  EXPECT_THAT(
      page, AllOf(HasSubstr("<h2>Accuracy by category</h2>"), HasSubstr("alpha passes more than gamma"),
                  HasSubstr("<h2>Cases on which the tools differ</h2>"), HasSubstr("class=\"n miss\">miss")));
}

TEST(MatrixPageTest, LoadsNothingAndRunsNothing) {
  const auto page =
      render_matrix_html(matrix({run_of("<script>alert(1)</script>", "+-"), run_of("b\x1b[2J", "-+")}));
  EXPECT_THAT(page, AllOf(HasSubstr("default-src 'none'; script-src 'none'"), Not(HasSubstr("<script")),
                          Not(HasSubstr("\x1b")), HasSubstr("&lt;script&gt;")));
}

TEST(MatrixPageTest, MapsManyCasesInStrips) {
  Matrix many = three();
  many.all.assign(200, many.all.front());
  many.cases = 100'000;
  const auto page = render_matrix_html(many);
  EXPECT_THAT(page, AllOf(HasSubstr("Cases 1 to 80 by tools"), HasSubstr("Cases 161 to 200 by tools"),
                          HasSubstr("The first 200 of 100000 cases")));
}

}  // namespace
}  // namespace assay
