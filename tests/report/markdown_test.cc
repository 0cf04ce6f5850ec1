// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "assay/internal/reports.h"
#include "assay/internal/text.h"
#include "golden.h"
#include "sample_run.h"

namespace assay {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string markdown(const Run& run, MarkdownOptions options = {}) {
  std::ostringstream out;
  options.root = "/project";
  write_markdown(out, view_of(rows_of(run)), options);
  return out.str();
}

TEST(Markdown, OfARun) { EXPECT_TRUE(is_golden(markdown(sample_run()), "report.md")); }

TEST(Markdown, APartialRunSaysSoFirst) {
  assay::Run run = sample_run();
  run.info.expected = 20;
  EXPECT_THAT(markdown(run), HasSubstr("**PARTIAL**: 10 of 20 cases have a result.\n"));
}

// The number of lines that a code review page shows before the first fold.
std::size_t lines_before_the_fold(const std::string& text) {
  const std::string shown = text.substr(0, text.find("<details>"));
  return static_cast<std::size_t>(std::count(shown.begin(), shown.end(), '\n'));
}

TEST(Markdown, OfManyMissesFewStandBeforeTheFold) {
  assay::Run run = sample_run();
  for (int i = 0; i < 500; ++i) {
    run.results.push_back(run.results[2]);
    run.results.back().asked.id = run.results.back().asked.name = "more_" + std::to_string(i);
  }
  const std::string text = markdown(run);
  EXPECT_LE(lines_before_the_fold(text), 60u);
  EXPECT_THAT(text, HasSubstr("`files.more_1`"));
}

TEST(Markdown, MissesBeyondTheLimitAreCounted) {
  MarkdownOptions options;
  options.max_misses = 2;
  const std::string text = markdown(sample_run(), options);
  EXPECT_THAT(text, HasSubstr("### `files.find_txt`\n"));
  EXPECT_THAT(text, HasSubstr("### `files.two_lines`\n"));
  EXPECT_THAT(text, Not(HasSubstr("### `files.crash`\n")));
  EXPECT_THAT(text, HasSubstr("… and 2 more: see results.jsonl.\n"));
}

TEST(Markdown, FencesAreLongerThanWhatTheyHold) {
  assay::Run run = sample_run();
  run.results[2].grade.diff = "```\n`````\n";
  EXPECT_THAT(markdown(run), HasSubstr("\n``````diff\n"));
}

// The lines outside code blocks.
std::string outside_code(const std::string& text) {
  std::istringstream lines(text);
  std::string kept;
  std::string fence;
  for (std::string line; std::getline(lines, line);) {
    const std::string ticks = line.substr(0, line.find_first_not_of('`'));
    if (fence.empty() && ticks.size() >= 3) {
      fence = ticks;
    } else if (!fence.empty()) {
      if (line == fence) fence.clear();
    } else {
      kept += line + "\n";
    }
  }
  EXPECT_EQ(fence, "") << "a code block is left open";
  return kept;
}

// The text without the lines that open and close folds; each fold must be closed.
std::string without_folds(const std::string& text) {
  std::istringstream lines(text);
  std::string kept;
  int open = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line == "<details>") {
      EXPECT_EQ(++open, 1);
    } else if (line == "</details>") {
      EXPECT_EQ(--open, 0);
    } else if (!(line.starts_with("<summary>") && line.find('<', 1) + 10 == line.size())) {
      kept += line + "\n";
    }
  }
  EXPECT_EQ(open, 0) << "a fold is left open";
  return kept;
}

std::size_t run_of_backquotes(const std::string& text, std::size_t at) {
  return std::min(text.find_first_not_of('`', at), text.size()) - at;
}

// The text without its code spans, found as CommonMark finds them: a run of backquotes that no backslash
// escapes, up to the next run of the same length.
std::string without_code_spans(const std::string& text) {
  std::istringstream lines(text);
  std::string kept;
  for (std::string line; std::getline(lines, line); kept += '\n')
    for (std::size_t at = 0; at < line.size();) {
      if (line[at] != '`') {
        const std::size_t size = line[at] == '\\' ? 2 : 1;
        kept += line.substr(at, size);
        at += size;
        continue;
      }
      const std::size_t fence = run_of_backquotes(line, at);
      std::size_t end = line.find('`', at + fence);
      while (end != line.npos && run_of_backquotes(line, end) != fence)
        end = line.find('`', end + run_of_backquotes(line, end));
      EXPECT_NE(end, line.npos) << "code is left open: " << line;
      at = end == line.npos ? line.size() : end + fence;
    }
  return kept;
}

TEST(Markdown, CommandsInHeadlinesAreCode) {
  assay::Run run = sample_run();
  run.results[2].answer.command = "echo `date` | tee 'a``b'";
  run.results[2].asked.accepted = {"ls *.txt | wc -l"};
  run.results[5].answer.detail = "exit status 3: ` ` is <b>no</b> option";
  const std::string text = markdown(run);
  EXPECT_THAT(text, HasSubstr(": got ```echo `date` | tee 'a``b'```, want `ls *.txt | wc -l`: score 0.00"));
  EXPECT_THAT(text, HasSubstr(": failed: exit status 3: `   ` is \\<b\\>no\\</b\\> option, want `ls -A`: "));
  run.results[2].answer.command = "`date`";
  EXPECT_THAT(markdown(run), HasSubstr(": got `` `date` ``, want `ls *.txt | wc -l`: score 0.00"));
}

TEST(Markdown, BackquotesOfACommandAreAllShown) {
  assay::Run run = sample_run();
  run.results[2].answer.command = "echo `date` `pwd`";
  run.results[2].asked.accepted = {"echo `date`, `pwd`"};
  EXPECT_THAT(markdown(run),
              HasSubstr(": got `` echo `date` `pwd` ``, want `` echo `date`, `pwd` ``: score 0.00"));
  run.results[5].answer.detail = "use `ls' or `dir` there";
  EXPECT_THAT(markdown(run), HasSubstr(": failed: use \\`ls' or `dir` there, want "));
}

TEST(Markdown, BackquotesThatSetOffNothingAreShown) {
  assay::Run run = sample_run();
  run.results[5].answer.detail = "a`b, c`d";
  const std::string text = markdown(run);
  EXPECT_THAT(without_code_spans(outside_code(text)), HasSubstr(": a\\`b, c\\`d, want : "));
}

TEST(Markdown, NothingFromOutsideIsMarkup) {
  const std::string text = markdown(hostile_run());
  EXPECT_EQ(text, printable(text));
  const std::string prose = without_code_spans(without_folds(outside_code(text)));
  for (std::size_t at = 0; (at = prose.find_first_of("<[", at)) != std::string::npos; ++at) {
    EXPECT_EQ(prose[at - 1], '\\') << prose.substr(at, 40);
  }
  EXPECT_THAT(prose, Not(HasSubstr("\n@assay-skip@")));
  EXPECT_THAT(prose, HasSubstr("\\`\\`\\`"));
}

TEST(Markdown, AnEmptyRun) { EXPECT_THAT(markdown(assay::Run{}), HasSubstr("accuracy **–** of 0 measured")); }

}  // namespace
}  // namespace assay
