// SPDX-License-Identifier: Apache-2.0
#include "lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "converted.h"

namespace assay::convert {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> numbered_lines(std::string_view text) {
  std::vector<std::string> lines;
  each_line(text, [&](std::string_view line, int number) {
    lines.push_back(std::to_string(number) + ":" + std::string(line));
  });
  return lines;
}

TEST(LinesTest, ALineFeedEndsALineAndBeginsNone) {
  EXPECT_THAT(numbered_lines("a\n\nb\r\n"), ElementsAre("1:a", "2:", "3:b\r"));
  EXPECT_THAT(numbered_lines("a\nb"), ElementsAre("1:a", "2:b"));
  EXPECT_THAT(numbered_lines(""), IsEmpty());
}

TEST(LinesTest, WordsStandBetweenBlanks) {
  EXPECT_THAT(words_of_line("  q1\tQ0 \v a\f1\r"), ElementsAre("q1", "Q0", "a", "1"));
  EXPECT_THAT(words_of_line(" \r"), IsEmpty());
}

TEST(LinesTest, NoFormatTakesAnInfiniteNumber) {
  const auto remark_of = [](const Converted& made) { return made.made.remarks.at(0).what; };
  EXPECT_EQ(remark_of(converted(Source::csv, "prompt,expected,min_score\np,ls,nan\n")),
            "\"min_score\" is \"nan\", which is not a number from 0 to 1");
  EXPECT_EQ(remark_of(converted(Source::promptfoo, {{"t.csv", "q,__expected\np,latency(inf): x\n"}})),
            "the assertion latency: is of an unknown type; if the cell is the output itself, write equals: "
            "before it");
  EXPECT_EQ(remark_of(converted(Source::promptfoo, {{"t.csv", "q,__expected,__threshold\np,ls,inf\n"}})),
            "its threshold \"inf\" is not a number");
  EXPECT_EQ(fault_of([] {
              converted(Source::trec, {{"t", "1\tq\n"}, {"r", "1 0 a -inf\n"}});
            }),
            "r:1: \"-inf\" is not a grade\n");
  EXPECT_EQ(fault_of([] {
              converted(Source::beir, {{"t", "{\"_id\": \"1\"}\n"}, {"r", "1\ta\tnan\n"}});
            }),
            "r:1: \"nan\" is not a grade\n");
  EXPECT_EQ(remark_of(converted(
                Source::promptfoo,
                {{"t.yaml", "- {vars: {q: p}, assert: [{type: equals, value: ls}], threshold: +-1}"}})),
            "its threshold is not a number");
}

}  // namespace
}  // namespace assay::convert
