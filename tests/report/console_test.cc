// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/console.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "answers.h"
#include "assay/internal/text.h"
#include "golden.h"
#include "sample_run.h"

namespace assay {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

std::string console(const Run& run, ConsoleOptions options = {}) {
  std::ostringstream out;
  options.folder = "/project/runs/latest";
  write_console(out, view_of(rows_of(run)), options);
  return out.str();
}

TEST(Console, OfARun) { EXPECT_TRUE(is_golden(console(sample_run()), "console.txt")); }

TEST(Console, InColour) {
  ConsoleOptions options;
  options.colour = Colour::ansi;
  EXPECT_TRUE(is_golden(console(sample_run(), options), "console-colour.txt"));
}

TEST(Console, NamesOfGroupsLeaveRoomForTheirFigures) {
  auto run = sample_run();
  run.results[0].asked.category = "a category whose name is longer than the column for names of groups";
  ConsoleOptions options;
  EXPECT_THAT(console(run, options), HasSubstr("names of groups    1     0           0   100.0 %"));
  options.columns = 72;
  EXPECT_THAT(console(run, options),
              HasSubstr("    a category whose name is longer t…    1     0           0   100.0 %\n"));
}

TEST(Console, ToleratedMissesAreWarnings) {
  assay::Run run = sample_run();
  run.info.gate = assay::Gate::mean;
  EXPECT_THAT(console(run),
              HasSubstr("/project/datasets/files.json:16: warning: MISS got `find -name *.txt`, want "));
  EXPECT_THAT(console(run), HasSubstr("/project/datasets/network.json:12: error: UNMEASURED not_found: "));
  EXPECT_THAT(console(run), Not(HasSubstr("error: got")));
}

TEST(Console, APartialRunSaysSoFirst) {
  assay::Run run = sample_run();
  run.info.expected = 20;
  EXPECT_THAT(console(run), testing::StartsWith("assay correctness: tool howto, PARTIAL: 10 of 20 cases\n"));
}

// The same error with the same details is not printed three times.
TEST(Console, ACauseThatCasesShareIsSaidOnce) {
  assay::Run run = sample_run();
  const Result missing = run.results.back();
  for (const char* name : {"second", "third"}) {
    run.results.push_back(missing);
    run.results.back().asked.id = run.results.back().asked.name = name;
  }
  run.info.expected = 12;
  EXPECT_THAT(console(run),
              HasSubstr("network.json:12: error: 3 cases: UNMEASURED not_found: howto: no such program\n"
                        "    | prompt:    download the page\n"));
  EXPECT_THAT(console(run), HasSubstr("\n    network.fetch\n    network.second\n    network.third\n"));
  run.results.pop_back();
  EXPECT_THAT(console(run), Not(HasSubstr(" cases: UNMEASURED"))) << "two are no more than two";
}

TEST(Console, MissesBeyondTheLimitAreCounted) {
  ConsoleOptions options;
  options.max_misses = 1;
  EXPECT_THAT(console(sample_run(), options), HasSubstr("  … and 3 more in report.md\n"));
  options.max_misses = 4;
  EXPECT_THAT(console(sample_run(), options), Not(HasSubstr("more in report.md")));
}

TEST(Console, WithoutAFolderNoReportIsNamed) {
  assay::Run run = sample_run();
  std::ostringstream out;
  write_console(out, view_of(rows_of(run)), {.max_misses = 1});
  const std::string said = out.str();
  EXPECT_THAT(said, HasSubstr("  … and 3 more: assay report " + run.info.run_id + "\n"));
  EXPECT_THAT(said, Not(HasSubstr("report.md")));
  EXPECT_THAT(said, Not(HasSubstr("results.jsonl")));
}

TEST(Console, GroupsBeyondTheLimitAreCountedLikeMisses) {
  assay::Run run = sample_run();
  for (int i = 0; i < 20; ++i) run.results[0].asked.tags.push_back("tag" + std::to_string(i));
  EXPECT_THAT(console(run), ContainsRegex("\n    … and [0-9]+ more in report.md\n"));
  std::ostringstream out;
  write_console(out, view_of(rows_of(run)), {});
  EXPECT_THAT(out.str(), ContainsRegex("\n    … and [0-9]+ more: assay report " + run.info.run_id + "\n"));
  EXPECT_THAT(out.str(), Not(HasSubstr("report.md")));
}

TEST(Console, MissesOfAFileAreInTheOrderOfTheirLines) {
  const std::string text = console(sample_run());
  std::size_t last = 0;
  for (const char* line : {"files.json:16: ", "files.json:32: ", "files.json:40: ", "files.json:48: "}) {
    const std::size_t at = text.find(line);
    ASSERT_NE(at, text.npos) << line;
    EXPECT_GT(at, last) << line;
    last = at;
  }
}

TEST(Console, ACaseIsNotCalledCases) {
  assay::Run run = sample_run();
  run.results.resize(1);
  run.info.expected = 1;
  EXPECT_THAT(console(run), testing::StartsWith("assay correctness: tool howto, 1 case\n"));
}

TEST(Console, EachMissIsPrintedOnce) {
  const std::string said = console(sample_run());
  for (const char* place : {"files.json:16: ", "files.json:32: ", "files.json:40: ", "files.json:48: "}) {
    const auto first = said.find(place);
    ASSERT_NE(first, said.npos) << place;
    EXPECT_EQ(said.find(place, first + 1), said.npos) << place;
  }
}

TEST(Console, PassesUnderAFullScoreSayWhy) {
  const std::string said = console(sample_run());
  EXPECT_THAT(said, HasSubstr("\n  passes under 1.00\n    0."));
  EXPECT_THAT(said, Not(HasSubstr("\n    1.00  ")));
}

TEST(Console, WithoutMissesThereIsNothingToRunAgain) {
  assay::Run run = sample_run();
  run.results.resize(2);
  EXPECT_THAT(console(run), Not(HasSubstr("ctest")));
}

TEST(Console, RunningAgainIsNotSaidWhereCasesAreNoTests) {
  ConsoleOptions options;
  options.rerun = ConsoleOptions::Rerun::none;
  EXPECT_THAT(console(sample_run(), options), Not(HasSubstr("ctest")));
}

TEST(Console, ToolOutputNeitherSteersTheTerminalNorBeginsALine) {
  const std::string text = console(hostile_run());
  EXPECT_EQ(text, printable(text));
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_FALSE(line.starts_with("@assay-skip@")) << line;
}

TEST(Describe, EveryLineIsIndented) {
  for (const assay::Run& run : {sample_run(), hostile_run()}) {
    for (const Result& result : run.results) {
      std::istringstream lines(describe(result));
      for (std::string line; std::getline(lines, line);) EXPECT_TRUE(line.starts_with("    | ")) << line;
    }
  }
}

TEST(Describe, ShowsBothCommandsAndTheEvidence) {
  Result result = sample_run().results[2];
  result.grade.verdicts.back().evidence = "in an empty folder\nthe exit status is 1";
  result.grade.verdicts.back().why = "they differ";
  EXPECT_EQ(describe(result),
            "    | prompt:    list every .txt file\n"
            "    | - expected:  find . -name '*.txt'\n"
            "    | + generated: find -name *.txt\n"
            "    |   changes:   find [-.-] -name [-'*.txt'-] {+*.txt+}\n"
            "    |   (compared with the nearest of 2 accepted commands)\n"
            "    | canonical: first difference: `'*.txt'` vs `*.txt`\n"
            "    | canonical: they differ\n"
            "    |   in an empty folder\n"
            "    |   the exit status is 1\n");
}

TEST(Describe, ShowsWhatTheHeadlineOfAToolThatDidNotAnswerLeavesOut) {
  Result result = sample_run().results[5];
  EXPECT_EQ(
      describe(result),
      "    | prompt:    show hidden files\n    | stderr:\n    |   loading model\n    |   model.bin: no such "
      "file\n");
  result.answer.stderr_bytes = "no such model\n";
  result.answer.detail = "exit status 3: `no such model`";
  EXPECT_EQ(describe(result), "    | prompt:    show hidden files\n");
  result.answer.detail = std::string(300, 'x') + " in the end";
  result.asked.accepted = {std::string(300, 'y')};
  EXPECT_EQ(describe(result),
            "    | prompt:    show hidden files\n    | expected:  " + std::string(300, 'y') +
                "\n    | ended as:  failed: " + std::string(300, 'x') +
                " in the end\n    | stderr:\n    |   no such model\n");
}

TEST(Describe, ShowsTheEndOfStderr) {
  Result result = sample_run().results[5];
  result.answer.stderr_bytes.clear();
  for (int i = 0; i < 10'000; ++i) result.answer.stderr_bytes += "line " + std::to_string(i) + "\n";
  EXPECT_THAT(describe(result), HasSubstr("stderr (its end):\n    |   line 9990\n"));
  EXPECT_LT(describe(result).size(), 1'000u);
}

TEST(Describe, ALongAnswerIsCut) {
  Result result = sample_run().results[2];
  result.grade.diff.clear();
  result.answer.command = std::string(1u << 20, 'x');
  EXPECT_THAT(describe(result), HasSubstr("more bytes …]"));
  EXPECT_LT(describe(result).size(), 20'000u);
}

TEST(Describe, AnUnexpectedCommandWhereARefusalWasExpected) {
  Result result = sample_run().results[7];
  result.answer = answered("rm -rf /");
  EXPECT_THAT(describe(result), HasSubstr("    | expected:  a refusal\n    | generated: rm -rf /\n"));
}

TEST(Describe, ARetrievalQueryShowsWhatWasExpectedAndFound) {
  Result result = sample_run().results[0];
  result.asked.retrieval =
      RetrievalExpectation{.expected_doc_ids = {"guide", "faq"}, .must_contain = {"port 80"}};
  result.answer.retrieval =
      RetrievalAnswer{.hits = {{"c7", "news", 0.9}, {"c1", "faq", 0.8}}, .text = "It is\n81."};
  EXPECT_EQ(describe(result),
            "    | prompt:    list the files here\n"
            "    | expected:  documents guide, faq\n"
            "    | expected:  text with port 80\n"
            "    | found:     1. news c7\n"
            "    | found:     2. faq c1  <- expected\n"
            "    | answer:    It is\\n81.\n");
  result.asked.retrieval->expected_doc_ids.clear();
  result.asked.expect = Expectation::refusal;
  result.answer.retrieval->hits.clear();
  EXPECT_THAT(describe(result), HasSubstr("    | expected:  a refusal\n"));
  EXPECT_THAT(describe(result), HasSubstr("    | found:     nothing\n"));
}

}  // namespace
}  // namespace assay
