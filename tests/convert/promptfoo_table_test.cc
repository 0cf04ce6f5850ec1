// SPDX-License-Identifier: Apache-2.0
// Tests of promptfoo in tables.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "promptfoo_texts.h"

namespace assay::convert {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(PromptfooTableTest, ColumnsSayWhatIsDemanded) {
  const auto made = csv(
      "request,__expected,__expected2,__metadata:category,__metadata:on[],__description,__prefix,__suffix\n"
      "\"list, please\",equals: ls -la,not-contains:rm,listing,\"a, b\",plain,>,<\n"
      "count,wc -l f,,,,,,\n"
      "erase,is-refusal,,,,,,\n"
      "any,\"contains-any: ls, dir\",,,,,,\n");
  const Json& cases = made.dataset["test_cases"];
  EXPECT_EQ(cases.at(0), (Json{{"id", "t0001"},
                               {"prompt", ">list, please<"},
                               {"expected_command", "ls -la"},
                               {"reject_patterns", {"rm"}},
                               {"category", "listing"},
                               {"risk_level", "low"},
                               {"posix_compliant", true},
                               {"tags", {"on:a", "on:b"}},
                               {"notes", "plain"}}));
  EXPECT_EQ(cases.at(1)["expected_command"], "wc -l f") << "without a type in front, the output itself";
  EXPECT_EQ(cases.at(2)["expect"], "refusal");
  EXPECT_EQ(cases.at(3)["accept_patterns"].size(), 2u);
  EXPECT_THAT(made.remarks(), IsEmpty());
}

TEST(PromptfooTableTest, EveryColumnWhoseNameBeginsWithExpectedIsAnAssertion) {
  EXPECT_EQ(csv("q,__expected_b,__expected-c\np,ls -la,not-contains:rm\n").only_case()["reject_patterns"],
            Json{"rm"});
  const auto made =
      csv("request ,__expected, __expected2, __metadata:category\np,ls,not-contains:rm,listing\n",
          "prompt=request");
  EXPECT_EQ(made.only_case()["reject_patterns"], Json{"rm"}) << "blanks around names do not count";
  EXPECT_EQ(made.only_case()["category"], "listing");
  EXPECT_EQ(fault_of([] { csv("q,__expected, __expected\np,ls,dir\n"); }),
            "t.csv:1: two columns are called \"__expected\"\n");
}

TEST(PromptfooTableTest, WhatATableCannotSayByItselfLeavesTheTestOut) {
  EXPECT_THAT(csv("q,__expected\nfile://a.txt,ls\npackage:a:b,ls\n").remarks(),
              ElementsAre("t.csv:2: left out: variable \"q\" is in another file",
                          "t.csv:3: left out: variable \"q\" is in another file"));
  EXPECT_THAT(csv("q,__expected,__config:__expected:threshold\np,ls,0.5\n").remarks(),
              ElementsAre("t.csv:2: left out: __config:__expected:threshold configures an assertion"));
}

TEST(PromptfooTableTest, ATypeOfANewerVersionIsNotACommand) {
  for (const std::string cell :
       {"agent-rubric: good", "agent-judge: good", "not-agent-judge(0.5): good", "trajectory:tool-used:x",
        "trajectory:new-one:x", "skill-used:x", "select-best:foo", "max-score", "human", "similar:dot(0.8):x",
        "tool-call-f1: x"}) {
    const auto made = csv("q,__expected\np," + cell + "\n");
    EXPECT_EQ(made.made.cases, 0u) << cell;
    EXPECT_THAT(made.remarks(), ElementsAre(HasSubstr("t.csv:2: left out: the assertion "))) << cell;
  }
  EXPECT_THAT(csv("q,__expected\np,agent-judge: good\n").remarks().front(),
              HasSubstr("is of an unknown type; if the cell is the output itself, write equals: before it"));
  for (const std::string cell : {": > f", "cp a b:c", "humans", "equals: human"})
    EXPECT_EQ(csv("q,__expected\np," + cell + "\n").made.cases, 1u) << cell;
}

TEST(PromptfooTableTest, ACellThatOnlyLooksLikeATypeIsTheOutput) {
  EXPECT_EQ(csv("q,__expected\np,date +%H:%M\n").only_case()["expected_command"], "date +%H:%M");
  EXPECT_EQ(csv("q,__expected\np,scp f host:dir\n").only_case()["expected_command"], "scp f host:dir");
  EXPECT_THAT(csv("q,__expected\np,similar(0.8):x\n").remarks(),
              ElementsAre("t.csv:2: left out: the assertion similar: a case cannot express it"));
  EXPECT_THAT(csv("q,__expected\np,fn:output.length\n").remarks(),
              ElementsAre("t.csv:2: left out: the assertion javascript: a case cannot express it"));
}

TEST(PromptfooTableTest, SaysWhichColumnsAreNotCarriedOver) {
  EXPECT_THAT(csv("q,__expected,__metric,_x\np,ls,m,y\n", "prompt=q").remarks(),
              ElementsAre("t.csv:1: not carried over: the column \"__metric\"",
                          "t.csv:1: note: \"_x\" is a variable; columns of assertions begin with __"));
  EXPECT_EQ(fault_of([] { csv("q,r,__expected\np,x,ls\n"); }),
            "t.csv:1: it is not clear which variable is the request\n");
  EXPECT_EQ(fault_of([] { csv("__expected\nls\n"); }), "t.csv:1: there is no variable\n");
  EXPECT_EQ(fault_of([] { csv("request,__expected\np,ls\n", "prompt=reqest"); }),
            "t.csv:1: there is no variable \"reqest\"\n");
  EXPECT_EQ(next_step_of([] { csv("request,__expected\np,ls\n", "prompt=reqest"); }),
            "did you mean \"request\"?");
  EXPECT_EQ(fault_of([] { csv("q,__expected\n"); }), "t.csv:1: there are no tests in it\n");
}

TEST(PromptfooTableTest, ACommaInQuotesIsPartOfAText) {
  const auto texts = [](const std::string& cell) {
    return converted(Source::promptfoo, {{"t.csv", "q,__expected\np,\"" + cell + "\"\n"}}).only_case();
  };
  EXPECT_EQ(texts("contains-any:\"\"x, y\"\",z")["accept_patterns"],
            (Json{"(?s:.*)(?:x, y)(?s:.*)", "(?s:.*)(?:z)(?s:.*)"}));
  EXPECT_EQ(texts("icontains-any: a , \"\"b \\\"\"c\"\"")["accept_patterns"].size(), 2u);
}

}  // namespace
}  // namespace assay::convert
