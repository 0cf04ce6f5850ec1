// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <sstream>

#include "assay/internal/json.h"
#include "assay/internal/reports.h"
#include "page.h"
#include "sample_run.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;

std::string html(const Run& run, const PageLimits& limits = {}) {
  std::ostringstream out;
  write_html(out, view_of(rows_of(run)), rows_of(run), limits);
  return out.str();
}

// `run` with its cases repeated `times` times.
Run repeated(Run run, std::size_t times) {
  const std::vector<Result> once = run.results;
  for (std::size_t i = 1; i < times; ++i)
    for (Result each : once) {
      each.asked.id += "-" + std::to_string(i);
      each.asked.name += "_" + std::to_string(i);
      run.results.push_back(std::move(each));
    }
  return run;
}

std::string text_between(const std::string& page, const std::string& open, const std::string& close) {
  const std::size_t begin = page.find(open) + open.size();
  return page.substr(begin, page.find(close, begin) - begin);
}

TEST(HtmlReport, LoadsNothing) {
  const std::string page = html(sample_run());
  const std::string markup = page.substr(0, page.rfind("<script>"));
  EXPECT_FALSE(std::regex_search(markup, std::regex("(src|srcset|action|data)=|@import|url\\(")));
  const std::regex link("href=\"([^\"]*)\"");
  for (auto at = std::sregex_iterator(markup.begin(), markup.end(), link); at != std::sregex_iterator(); ++at)
    EXPECT_THAT((*at)[1].str(), testing::AnyOf(testing::StartsWith("#"), "data:,"));
}

TEST(HtmlReport, RunsItsOwnScriptAlone) {
  const std::string page = html(sample_run());
  const std::string policy = text_between(page, "Content-Security-Policy\" content=\"", "\"");
  EXPECT_LT(page.find("Content-Security-Policy"), page.find("<style>"));
  EXPECT_THAT(policy, HasSubstr("default-src 'none'"));
  EXPECT_THAT(policy, Not(HasSubstr("unsafe")));
  EXPECT_THAT(policy, HasSubstr("style-src " + policy_hash(text_between(page, "<style>", "</style>"))));
  EXPECT_THAT(policy, HasSubstr("script-src " + policy_hash(scripts_of(page).back().text)));
}

TEST(HtmlReport, EveryOtherScriptElementIsInertData) {
  for (const assay::Run& run : {sample_run(), hostile_run()}) {
    std::vector<ScriptElement> scripts = scripts_of(html(run));
    EXPECT_EQ(scripts.back().attributes, "");
    scripts.pop_back();
    EXPECT_EQ(scripts.size(), 3u) << "a block, the lines of the table, and the columns";
    for (const ScriptElement& each : scripts) {
      EXPECT_THAT(each.attributes, MatchesRegex(" type=\"text/plain\" id=\"(index|(block|texts)-[0-9]+)\""));
      EXPECT_TRUE(std::regex_match(each.text, std::regex("[A-Za-z0-9+/]+=*")));
    }
  }
}

// None of a page's scripts may turn text into markup, or fetch anything.
TEST(HtmlReport, TheScriptMakesNoMarkupFromText) {
  const std::regex forbidden(
      "innerHTML|outerHTML|insertAdjacentHTML|document\\.write|\\beval\\b|new Function|DOMParser|"
      "createContextualFragment|setHTML|srcdoc|javascript:|\\.href *=|\\bfetch\\b|XMLHttpRequest|import\\(");
  for (const auto& entry : std::filesystem::directory_iterator(ASSAY_SOURCE_DIR "/framework/report/html")) {
    if (entry.path().extension() != ".js") continue;
    const std::string text = read_file(entry.path());
    std::smatch found;
    EXPECT_FALSE(std::regex_search(text, found, forbidden)) << entry.path() << ": " << found.str();
  }
}

TEST(HtmlReport, NothingFromOutsideIsMarkup) {
  const std::string page = html(hostile_run());
  EXPECT_THAT(page, Not(HasSubstr("</failure>")));
  EXPECT_THAT(page, Not(HasSubstr("<a href=\"x\">")));
  EXPECT_THAT(page, Not(HasSubstr("\xe2\x80\xae"))) << "text that runs backwards";
  EXPECT_EQ(page.find('\0'), std::string::npos);
  EXPECT_EQ(page.find('\x1b'), std::string::npos);
}

TEST(HtmlReport, TheSameRunGivesTheSameBytes) { EXPECT_EQ(html(sample_run()), html(sample_run())); }

TEST(HtmlReport, HasTheFiguresWithoutItsScript) {
  const std::string page = html(sample_run());
  EXPECT_THAT(page, HasSubstr("<span class=\"word pass\">PASS</span></a><strong>5</strong>"));
  EXPECT_THAT(page, HasSubstr("<span class=\"word miss\">MISS</span></a><strong>4</strong>"));
  EXPECT_THAT(page, HasSubstr("<span class=\"word unmeasured\">UNMEASURED</span></a><strong>1</strong>"));
  EXPECT_THAT(page, HasSubstr("<h3>Accuracy by category</h3>"));
  EXPECT_THAT(page, HasSubstr("<h3>Latency: median"));
  EXPECT_THAT(page, HasSubstr("<noscript>"));
}

TEST(HtmlReport, SaysFirstThatARunLacksCases) {
  assay::Run run = sample_run();
  run.info.expected = 20;
  EXPECT_THAT(html(run), HasSubstr("<strong>PARTIAL</strong>: 10 of 20 cases have a result."));
}

TEST(HtmlReport, ColumnsHaveARowACase) {
  const auto index = data_of(html(sample_run()), "index");
  EXPECT_EQ(index["count"], 10);
  EXPECT_EQ(index["status"], "ppmpmmmppu");
  EXPECT_EQ(index["details"], "1111111111");
  EXPECT_THAT(index["id"].get<std::vector<std::string>>(),
              ElementsAre("list", "list-all", "find-txt", "blanks", "slow", "crash", "two-lines", "rm-root",
                          "ports", "fetch"));
  EXPECT_EQ(index["dataset"]["names"], nlohmann::json({"files", "network"}));
  EXPECT_EQ(index["dataset"]["codes"], nlohmann::json({0, 0, 0, 0, 0, 0, 0, 0, 1, 1}));
  EXPECT_EQ(index["attempts"], nlohmann::json({1, 1, 1, 1, 1, 1, 1, 1, 3, 1}));
  EXPECT_EQ(index["passes"][8], 1);
  EXPECT_EQ(index["measured"][8], 2);
  EXPECT_EQ(index["latency"][0], 120);
  EXPECT_EQ(index["latency"][9], nullptr);
}

TEST(HtmlReport, TheTableHasThreeLinesACase) {
  assay::Run run = sample_run();
  run.results[0].asked.prompt = "two\nlines";
  const std::string page = html(run);
  EXPECT_THAT(text_of(page, "texts-0"), testing::StartsWith("list\ntwo lines\nls\nlist-all\n"));
  EXPECT_EQ(std::ranges::count(text_of(page, "texts-0"), '\n'), 3 * 10);
  EXPECT_EQ(data_of(page, "index")["inTexts"], 4096);
}

TEST(HtmlReport, TextsHoldTheLinesOfFourThousandCases) {
  const std::string page = html(repeated(sample_run(), 410));
  EXPECT_EQ(std::ranges::count(text_of(page, "texts-0"), '\n'), 3 * 4096);
  EXPECT_EQ(std::ranges::count(text_of(page, "texts-1"), '\n'), 3 * 4);
  EXPECT_EQ(text_of(page, "texts-2"), "");
}

TEST(HtmlReport, DetailsAreTheRowsOfResultsJsonl) {
  const assay::Run run = sample_run();
  const auto block = data_of(html(run), "block-0");
  ASSERT_EQ(block.size(), 10u);
  EXPECT_EQ(block[0]["attempts"],
            nlohmann::json::array({nlohmann::json::parse(to_json_line(run.results[0]))}));
  EXPECT_EQ(block[8]["attempts"].size(), 3u);
  EXPECT_EQ(block[8]["attempts"][1]["attempt"], 2);
}

TEST(HtmlReport, LongOutputsAreCutAndTheirFileIsNamed) {
  assay::Run run = sample_run();
  run.results[5].answer.stderr_bytes = "begin" + std::string(10u << 20, 'x') + "end";
  const std::string page = html(run);
  EXPECT_LT(page.size(), 200'000u);
  const auto found = data_of(page, "block-0")[5];
  const std::string shown = found["attempts"][0]["stderr"];
  EXPECT_LT(shown.size(), 5'000u);
  EXPECT_THAT(shown, testing::StartsWith("begin"));
  EXPECT_THAT(shown, testing::EndsWith("end"));
  EXPECT_THAT(shown, HasSubstr("10481672 bytes are left out here"));
  EXPECT_EQ(found["files"]["stderr"], "outputs/files.crash.stderr");
}

TEST(HtmlReport, NoCharacterIsCutInTwo) {
  assay::Run run = sample_run();
  run.results[0].answer.stdout_bytes.clear();
  for (int i = 0; i < 3000; ++i) run.results[0].answer.stdout_bytes += "€";
  const auto row = data_of(html(run), "block-0")[0]["attempts"][0];
  EXPECT_TRUE(row["stdout"].is_string()) << "bytes that are not UTF-8 would be base64";
}

TEST(HtmlReport, ACommandOfAMegabyteIsCutToo) {
  assay::Run run = sample_run();
  run.results[2].answer.command = std::string(1u << 20, 'y');
  run.results[2].grade.diff = std::string(1u << 20, 'z');
  const auto row = data_of(html(run), "block-0")[2]["attempts"][0];
  EXPECT_LT(row.dump().size(), 64u << 10);
}

TEST(HtmlReport, BlocksHoldTwoHundredAndFiftySixCases) {
  const std::string page = html(repeated(sample_run(), 30));
  EXPECT_EQ(data_of(page, "index")["count"], 300);
  EXPECT_EQ(data_of(page, "block-0").size(), 256u);
  EXPECT_EQ(data_of(page, "block-1").size(), 44u);
  EXPECT_EQ(data_of(page, "block-2"), nullptr);
}

TEST(HtmlReport, OfARunOfTooManyCasesWhatPassedIsLeftOut) {
  const auto index = data_of(html(sample_run(), {.cases = 9}), "index");
  EXPECT_EQ(index["status"], "mmmmu");
  EXPECT_EQ(index["leftOut"], 5);
}

TEST(HtmlReport, NoPageListsMoreThanATableCanHold) {
  const auto index = data_of(html(sample_run(), {.cases = 9, .listed = 3}), "index");
  EXPECT_EQ(index["status"], "mmm");
  EXPECT_EQ(index["leftOut"], 5) << "passes";
  EXPECT_EQ(index["notListed"], 2) << "of the others";
}

TEST(HtmlReport, APageThatGrowsTooLargeLeavesOutDetailsOfPassesFirst) {
  const auto index = data_of(html(repeated(sample_run(), 60), {.passed_detail_bytes = 1}), "index");
  const std::string status = index["status"], details = index["details"];
  ASSERT_EQ(details.size(), 600u);
  for (std::size_t i = 256; i < 600; ++i) EXPECT_EQ(details[i] == '0', status[i] == 'p') << i;
  EXPECT_EQ(details.find('0'), status.find('p', 256))
      << "nothing is left out before the first block is written";
}

TEST(HtmlReport, OfAnEmptyRun) {
  const std::string page = html(assay::Run{});
  EXPECT_EQ(data_of(page, "index")["count"], 0);
  EXPECT_THAT(page, HasSubstr("accuracy<strong>–</strong>"));
}

}  // namespace
}  // namespace assay
