// SPDX-License-Identifier: Apache-2.0
// What promptfoo's tests demand of an output.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/internal/linear_regex.h"
#include "promptfoo_texts.h"

namespace assay::convert {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(PromptfooTest, AnAssertionWithAnUnknownMemberIsNotGuessedAt) {
  EXPECT_THAT(asserting("{type: equals, value: ls, treshold: 0.5}").remarks(),
              Contains(HasSubstr("has a member \"treshold\", which is not known")));
  EXPECT_EQ(asserting("{type: equals, value: ls, metric: listing}").only_case()["expected_command"], "ls");
}

TEST(PromptfooTest, AssertionsOfTextArePatterns) {
  const auto accepts = [](const std::string& assertion) {
    return asserting(assertion).only_case()["accept_patterns"];
  };
  EXPECT_EQ(accepts("{type: contains, value: 'a.b'}"), Json{R"((?s:.*)(?:a\.b)(?s:.*))"});
  EXPECT_EQ(accepts("{type: icontains, value: ls}"), Json{"(?s:.*)(?:(?i)ls)(?s:.*)"});
  EXPECT_EQ(accepts("{type: contains-any, value: [ls, dir]}"),
            (Json{"(?s:.*)(?:ls)(?s:.*)", "(?s:.*)(?:dir)(?s:.*)"}));
  EXPECT_EQ(accepts("{type: starts-with, value: ls}"), Json{R"((?s:.*)(?:\Als)(?s:.*))"});
  EXPECT_EQ(accepts("{type: regex, value: '^(echo|printf) [$^]'}"),
            Json{R"((?s:.*)(?:\A(echo|printf) [$^])(?s:.*))"});
}

TEST(PromptfooTest, OneTextOfATypeForSeveralIsSplitAtItsCommas) {
  EXPECT_EQ(asserting("{type: contains-any, value: 'ls, dir,,'}").only_case()["accept_patterns"],
            (Json{"(?s:.*)(?:ls)(?s:.*)", "(?s:.*)(?:dir)(?s:.*)"}));
  EXPECT_EQ(asserting("{type: icontains-any, value: ls}").only_case()["accept_patterns"],
            Json{"(?s:.*)(?:(?i)ls)(?s:.*)"});
  EXPECT_EQ(asserting("{type: equals, value: ls}, {type: not-contains-any, value: 'rm,sudo'}")
                .only_case()["reject_patterns"],
            (Json{"rm", "sudo"}));
  EXPECT_EQ(
      asserting("{type: not-contains-any, value: '\"a, \\\"b\", \"c\"\"d\"'}").only_case()["reject_patterns"],
      (Json{"a, \"b", "c\"d"}));
  EXPECT_EQ(asserting("{type: contains-any, value: '\"a'}").remarks().at(0),
            "t.yaml:1: left out: the assertion contains-any: compares with \"a, whose quotes do not match");
  EXPECT_EQ(asserting("{type: not-contains-any, value: ['a, b']}").only_case()["reject_patterns"],
            Json{"a, b"})
      << "elements of a list are whole";
  EXPECT_EQ(yaml("- {vars: {q: p, words: 'a,b'}, assert: [{type: not-contains-any, value: '{{words}}'}]}\n",
                 "prompt=q")
                .only_case()["reject_patterns"],
            (Json{"a", "b"}))
      << "variables are substituted first";
}

TEST(PromptfooTest, ExpressionsAreThoseOfJavaScript) {
  const auto why = [](const std::string& expression) {
    const auto made = asserting("{type: regex, value: '" + expression + "'}");
    EXPECT_EQ(made.made.cases, 0u) << expression;
    return made.remarks().at(0);
  };
  for (const std::string part : {R"(\z)", R"(\A)", R"(\Q)", R"(\E)", R"(\C)", R"(\a)", R"(\p)", R"(\P)",
                                 R"(\1)", R"(\x{)", "(?i", "(?s", "(?P", "[]", "[^]"})
    EXPECT_EQ(why("x" + part + "L}]a:b)"),
              "t.yaml:1: left out: the assertion regex: has a pattern that holds " + part +
                  ", which RE2 reads differently");
  EXPECT_EQ(
      why("[[:digit:]]"),
      "t.yaml:1: left out: the assertion regex: has a pattern that holds [:, which RE2 reads differently");
  EXPECT_EQ(asserting(R"({type: regex, value: '^(?:\\z|[[(?]|\d\x41\/)$'})").only_case()["accept_patterns"],
            Json{R"((?s:.*)(?:\A(?:\\z|[[(?]|\d\x41\/)\z)(?s:.*))"});
  for (const std::string part : {"^*", "$?", "^{", R"(\b+)", R"(\B{)", "😀+"})
    EXPECT_THAT(why(part + "2}x"), HasSubstr("holds " + part + ", which RE2 reads differently"));
  for (const std::string part : {"[a😀]", R"([\s--x])", R"([\d-a-z])", R"([\d-\]-z])"})
    EXPECT_THAT(why(part), HasSubstr(", which RE2 reads differently"));
  EXPECT_THAT(asserting("{type: equals, value: ls}, {type: not-regex, value: '(?i)rm'}").remarks(),
              ElementsAre("t.yaml:1: not carried over: the assertion not-regex beside the expected command "
                          "(has a pattern that holds (?i, which RE2 reads differently)"));
}

// What promptfoo's expression finds in each text, as its Node.js says.
TEST(PromptfooTest, ShorthandsHoldWhatTheyHoldInJavaScript) {
  const auto accepts = [](const std::string& expression, const std::string& answer) {
    const Json made = asserting("{type: regex, value: '" + expression + "'}").only_case()["accept_patterns"];
    return Regex(made.at(0).get<std::string>()).matches(answer);
  };
  const std::vector<std::string> spaces = {" ",      "\t",     "\n",     "\v",     "\f",     "\r",
                                           "\u00a0", "\u1680", "\u2000", "\u200a", "\u2028", "\u2029",
                                           "\u202f", "\u205f", "\u3000", "\ufeff"};
  for (const std::string& space : spaces) {
    for (const char* some : {R"(^\s$)", R"(^[a\s]$)", R"(^[\s-a]$)", R"(^[^\S]$)", R"(^[\s\S]$)"})
      EXPECT_TRUE(accepts(some, space)) << some << space;
    for (const char* none : {R"(^\S$)", R"(^[-\S]$)", R"(^[^\s]$)"})
      EXPECT_FALSE(accepts(none, space)) << none << space;
  }
  for (const std::string other : {"a", "b", "z", "!", "~", "\x01", "\u0085", "\u009f", "\u180e", "\u200b",
                                  "\u2060", "\ufefe", "\uff00", "😀"}) {
    for (const char* some : {R"(^\S$)", R"(^[\S]$)", R"(^[^\s]$)", R"(^[\s\S]$)", "^.$"})
      EXPECT_TRUE(accepts(some, other)) << some << other;
    for (const char* none : {R"(^\s$)", R"(^[\s]$)", R"(^[^\S]$)"})
      EXPECT_FALSE(accepts(none, other)) << none << other;
  }
  EXPECT_TRUE(accepts(R"(^[\s-a]$)", "-")) << "no range";
  EXPECT_TRUE(accepts(R"(^[\w-.+-]$)", "-"));
  for (const std::string end : {"\n", "\r", "\u2028", "\u2029"}) {
    EXPECT_FALSE(accepts("^.$", end));
    EXPECT_TRUE(accepts("^[^.]$", end)) << "a full stop in a class";
  }
}

TEST(PromptfooTest, DenialsReject) {
  const auto made = asserting(
      "{type: equals, value: ls}, {type: not-contains, value: rm}, {type: not-regex, value: 'su(do)?'}");
  EXPECT_EQ(made.only_case()["expected_command"], "ls");
  EXPECT_EQ(made.only_case()["reject_patterns"], (Json{"rm", "su(do)?"}));
  EXPECT_EQ(asserting("{type: not-contains, value: rm}").only_case()["accept_patterns"], Json{"(?s:.+)"})
      << "anything else will do";
  EXPECT_EQ(asserting("{type: not-is-refusal}").only_case()["expect"], "unblocked");
}

TEST(PromptfooTest, OneOfSeveralOutputsIsAnAlternative) {
  const auto by_set = asserting(
      "{type: assert-set, threshold: 0.5, assert: [{type: equals, value: ls}, {type: equals, value: dir}]}");
  EXPECT_EQ(by_set.only_case()["alternatives"], Json{"dir"});
  const auto by_threshold =
      asserting("{type: equals, value: ls}, {type: equals, value: dir}", ", threshold: 0.5");
  EXPECT_EQ(by_threshold.only_case(), by_set.only_case());
}

TEST(PromptfooTest, WhatAnExpectedOutputAnswersByItselfIsNotLookedAt) {
  const auto made = asserting(
      "{type: equals, value: ls -la}, {type: contains, value: ls}, {type: javascript, value: 'output.length "
      "< 9'}");
  EXPECT_EQ(made.only_case()["expected_command"], "ls -la");
  EXPECT_FALSE(made.only_case().contains("accept_patterns"));
  EXPECT_THAT(made.remarks(), ElementsAre("t.yaml:1: not carried over: the assertion javascript beside the "
                                          "expected command (a case cannot express it)"));
}

TEST(PromptfooTest, WhatNoCaseCanSayIsLeftOut) {
  const auto why = [](const std::string& assertions, const std::string& more = "") {
    const auto made = asserting(assertions, more);
    EXPECT_EQ(made.made.cases, 0u) << assertions;
    EXPECT_EQ(made.made.left_out, 1u) << assertions;
    return made.remarks().at(0);
  };
  EXPECT_EQ(why("{type: llm-rubric, value: nice}"),
            "t.yaml:1: left out: the assertion llm-rubric: a case cannot express it");
  EXPECT_EQ(why("{type: contains, value: a}, {type: javascript, value: b}"),
            "t.yaml:1: left out: the assertion javascript: a case cannot express it");
  EXPECT_EQ(why("{type: contains, value: a}, {type: contains, value: b}"),
            "t.yaml:1: left out: 2 patterns must hold at once: contains and contains");
  EXPECT_EQ(why("{type: contains-all, value: [a, b]}"),
            "t.yaml:1: left out: the assertion contains-all: wants several texts at once");
  EXPECT_EQ(why("{type: equals, value: ls}, {type: contains, value: dir}"),
            "t.yaml:1: left out: its assertions contradict each other");
  EXPECT_EQ(why("{type: equals, value: ls}, {type: not-contains, value: l}"),
            "t.yaml:1: left out: its assertions contradict each other");
  EXPECT_EQ(why("{type: is-refusal}, {type: contains, value: no}"),
            "t.yaml:1: left out: wants a refusal, and says more of the answer");
  EXPECT_EQ(why("{type: regex, value: 'x*'}"),
            "t.yaml:1: left out: the assertion regex: has a pattern that matches an empty answer, too");
  EXPECT_THAT(why("{type: regex, value: '(?=x)y'}"), HasSubstr("has a pattern that cannot be read as RE2: "));
  EXPECT_EQ(why("{type: equals, value: {a: 1}}"),
            "t.yaml:1: left out: the assertion equals: compares with an object");
  EXPECT_EQ(why("{type: equals, value: 'file://x'}"),
            "t.yaml:1: left out: the assertion equals: reads \"file://x\"");
  EXPECT_EQ(why("{type: equals, value: ls, transform: output.trim()}"),
            "t.yaml:1: left out: the assertion equals: checks a transformed output");
  EXPECT_EQ(
      why("{type: equals, value: ls}, {type: contains, value: l}, {type: contains, value: s}",
          ", threshold: 0.6"),
      "t.yaml:1: left out: a threshold of 0.6 can be reached by some of its 3 assertions, but not by each");
  EXPECT_EQ(why("{type: equals, value: ls}", ", threshold: 0"),
            "t.yaml:1: left out: a threshold of 0 is reached by every answer");
  EXPECT_EQ(why("{type: equals, value: ls}", ", options: {transform: output.trim()}"),
            "t.yaml:1: left out: its options transform the output: transform");
  EXPECT_EQ(why("{type: equals}"),
            "t.yaml:1: left out: the assertion equals: it has no value to compare with; write one");
  EXPECT_EQ(why("{type: assert-set, assert: [{type: equals, value: a}, {type: contains, value: a}]}"),
            "t.yaml:1: left out: the assertion assert-set: it makes several demands at once; write them as "
            "assertions of the test");
  EXPECT_EQ(
      why("{type: equals, value: a}, {type: not-contains, value: b}", ", threshold: 0.5"),
      "t.yaml:1: left out: the assertion not-contains: it does not say what is accepted, so it cannot be "
      "an alternative; make it a test of its own");
  EXPECT_EQ(why("{type: latency, threshold: {$ref: '#/x'}}"),
            "t.yaml:1: left out: the assertion latency: has a threshold that is not a number");
  EXPECT_EQ(why(""), "t.yaml:1: left out: there is no expected answer");
  EXPECT_EQ(
      why("{type: equals, value: '{{ x | upper }}'}"),
      "t.yaml:1: left out: an assertion compares with a template that cannot be made from its variables");
}

TEST(PromptfooTest, LatencyIsATimeout) {
  EXPECT_EQ(asserting("{type: equals, value: ls}, {type: latency, threshold: 2500}").only_case()["timeout_s"],
            2.5);
}

TEST(PromptfooTest, AnAssertionWithoutWeightIsListed) {
  EXPECT_THAT(
      asserting("{type: equals, value: ls}, {type: contains, value: x, weight: 0}").remarks(),
      ElementsAre("t.yaml:1: not carried over: the assertion contains: with weight 0 it never fails"));
}

TEST(PromptfooTest, MetricsAreListedOnce) {
  EXPECT_THAT(asserting("{type: equals, value: ls, metric: a}").remarks(),
              ElementsAre("t.yaml:1: not carried over: \"metric\" of an assertion"));
  EXPECT_THAT(
      asserting("{type: assert-set, metric: a, assert: [{type: equals, value: ls, metric: b}]}").remarks(),
      ElementsAre("t.yaml:1: not carried over: \"metric\" of 2 assertions"));
}

TEST(PromptfooTest, AConfiguredAssertionIsNotExpressed) {
  EXPECT_THAT(asserting("{type: equals, value: ls, config: {a: 1}}").remarks(),
              ElementsAre("t.yaml:1: left out: the assertion equals: is configured by \"config\""));
  EXPECT_EQ(
      asserting("{type: equals, value: ls}, {type: regex, value: x, weight: 0, config: {a: 1}}").made.cases,
      1u)
      << "it never fails";
}

}  // namespace
}  // namespace assay::convert
