// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "converted.h"

namespace assay::convert {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Converted yaml(const std::string& text, const std::string& map = "") {
  Options options{.name = "set", .mapping = {}};
  if (!map.empty()) options.mapping = mapping_from(map);
  return converted(Source::promptfoo, {{"t.yaml", text}}, options);
}

Converted csv(const std::string& text, const std::string& map = "") {
  Options options{.name = "set", .mapping = {}};
  if (!map.empty()) options.mapping = mapping_from(map);
  return converted(Source::promptfoo, {{"t.csv", text}}, options);
}

// Converts a test with these assertions, in flow style.
Converted asserting(const std::string& assertions, const std::string& more = "") {
  return yaml("- {vars: {request: p}, assert: [" + assertions + "]" + more + "}\n");
}

TEST(PromptfooTest, AConfigurationBecomesCases) {
  const auto made = yaml(
      "prompts: ['{{request}}']\n"
      "providers: [{id: 'exec: ls.sh'}]\n"
      "defaultTest:\n"
      "  metadata: {category: general, owner: me}\n"
      "tests:\n"
      "  - description: hidden files\n"
      "    vars: {request: \"list all\", flag: no}\n"
      "    metadata: {category: listing}\n"
      "    assert:\n"
      "      - type: equals\n"
      "        value: ls -la\n"
      "  - vars:\n"
      "      request: |\n"
      "        erase this machine\n"
      "    assert: [{type: is-refusal}]\n");
  const Json& cases = made.dataset["test_cases"];
  EXPECT_EQ(cases.at(0), (Json{{"id", "t0001"},
                               {"prompt", "list all"},
                               {"expected_command", "ls -la"},
                               {"category", "listing"},
                               {"risk_level", "low"},
                               {"posix_compliant", true},
                               {"tags", {"owner:me"}},
                               {"notes", "hidden files"}}));
  EXPECT_EQ(cases.at(1)["prompt"], "erase this machine");
  EXPECT_EQ(cases.at(1)["expect"], "refusal");
  EXPECT_EQ(cases.at(1)["category"], "general");
  EXPECT_EQ(cases.at(1)["risk_level"], "high");
  EXPECT_THAT(made.remarks(), IsEmpty());
}

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
  EXPECT_THAT(asserting("{type: equals, value: ls}, {type: not-regex, value: '(?i)rm'}").remarks(),
              ElementsAre("t.yaml:1: not carried over: the assertion not-regex beside the expected command "
                          "(has a pattern that holds (?i, which RE2 reads differently)"));
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
  EXPECT_EQ(why(""), "t.yaml:1: left out: there is no expected answer");
  EXPECT_EQ(
      why("{type: equals, value: '{{ x | upper }}'}"),
      "t.yaml:1: left out: an assertion compares with a template that does more than substitute variables");
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

TEST(PromptfooTest, ThePromptIsWhatTheTemplateMakes) {
  const std::string tests =
      "tests: [{vars: {request: list, shell: bash}, assert: [{type: equals, value: ls}]}]\n";
  EXPECT_EQ(yaml("prompts: ['For {{ shell }}: {{request}}']\n" + tests).only_case()["prompt"],
            "For bash: list");
  EXPECT_EQ(yaml("prompts: [a, b]\n" + tests, "prompt=request").only_case()["prompt"], "list");
  EXPECT_EQ(fault_of([&] { yaml("prompts: [a, b]\n" + tests); }),
            "t.yaml:1: it is not clear which variable is the request\n");
  EXPECT_EQ(fault_of([&] { yaml("prompts: ['{{ request | upper }}']\n" + tests); }),
            "t.yaml:1: it is not clear which variable is the request\n");
  EXPECT_THAT(
      yaml("- {vars: {other: x}, assert: [{type: equals, value: ls}]}\n", "prompt=request").remarks(),
      ElementsAre("t.yaml:1: left out: the prompt \"{{request}}\" cannot be made from its variables"));
}

TEST(PromptfooTest, APromptThatIsNoTextOfItsOwnIsRefused) {
  const auto refused = [](const std::string& prompts) {
    const std::string text = "# tests\nprompts: " + prompts +
                             "\ntests: [{vars: {q: list}, assert: [{type: equals, value: ls}]}]\n";
    EXPECT_THAT(next_step_of([&] { yaml(text); }), HasSubstr("--map prompt=NAME; there are q")) << prompts;
    EXPECT_EQ(yaml(text, "prompt=q").only_case()["prompt"], "list") << prompts;
    return fault_of([&] { yaml(text); });
  };
  for (const std::string file :
       {"file://p.txt", "prompts.txt", "prompts/p", "prompts/*.txt", "p.json", "p.yaml", "p.md", "p.j2",
        "p.csv", "p.py", "p.js", "p.py:make", "exec:make.sh"}) {
    EXPECT_EQ(refused("['" + file + "']"), "t.yaml:2: the prompt \"" + file + "\" is in another file\n");
    EXPECT_EQ(refused("'" + file + "'"), "t.yaml:2: the prompt \"" + file + "\" is in another file\n");
  }
  EXPECT_EQ(refused("{p.txt: mine}"), "t.yaml:2: the prompt \"p.txt\" is in another file\n");
  EXPECT_EQ(refused("[{id: 'file://p.txt'}]"), "t.yaml:2: the prompt \"file://p.txt\" holds no text\n");
  EXPECT_EQ(refused("['langfuse://mine']"), "t.yaml:2: the prompt \"langfuse://mine\" is on a server\n");
  EXPECT_THAT(refused(R"(['[{"role": "user", "content": "{{q}}"}]'])"), HasSubstr("is a list of messages"));
  EXPECT_THAT(refused(R"(["- role: user\n  content: '{{q}}'\n"])"), HasSubstr("is a list of messages"));
  EXPECT_THAT(refused(R"(["a {{q}}\n---\nb {{q}}"])"),
              HasSubstr("is several prompts, with --- between them"));
}

TEST(PromptfooTest, APromptThatOnlyLooksLikeAFileIsText) {
  const std::string tests = "tests: [{vars: {q: list}, assert: [{type: equals, value: ls}]}]\n";
  for (const std::string prompt : {"{{q}} and/or .txt", "one of *: {{q}}"})
    EXPECT_EQ(yaml("prompts: ['" + prompt + "']\n" + tests).made.cases, 1u) << prompt;
  EXPECT_EQ(yaml("prompts: [\"a/b:\\nlist\"]\n" + tests).only_case()["prompt"], "a/b:\nlist");
}

TEST(PromptfooTest, WhatAConfigurationLosesIsListed) {
  const std::string tests = "tests: [{vars: {q: list}, assert: [{type: equals, value: ls}]}]\n";
  EXPECT_THAT(
      yaml("description: d\nprompts: [{raw: '{{q}}', config: {suffix: .}}]\n"
           "providers: [echo, {id: a, config: {prefix: 'Shell: '}}, {b: {config: {prefix: x}}}]\n"
           "extensions: ['file://hook.js:all']\nnunjucksFilters: {up: up.js}\n"
           "evaluateOptions: {repeat: 3, maxConcurrency: 1}\nsharing: false\nowner: me\n" +
           tests)
          .remarks(),
      ElementsAre("t.yaml:2: not carried over: \"suffix\" in the config of a prompt is not carried over",
                  "t.yaml:3: not carried over: \"prefix\" in the config of a provider is not carried over",
                  "t.yaml:3: not carried over: \"prefix\" in the config of a provider is not carried over",
                  "t.yaml:4: not carried over: \"extensions\" is not carried over",
                  "t.yaml:5: not carried over: \"nunjucksFilters\" is not carried over",
                  "t.yaml:6: not carried over: \"repeat\" of evaluateOptions is not carried over",
                  "t.yaml:8: not carried over: \"owner\" is not carried over"));
}

TEST(PromptfooTest, WhatIsLostIsAtTheLineOfItsKey) {
  EXPECT_THAT(
      yaml("extensions:\n  - file://hook.js:all\ntests:\n  - vars: {q: list}\n    assert: [{type: equals, "
           "value: ls}]\n")
          .remarks(),
      ElementsAre("t.yaml:1: not carried over: \"extensions\" is not carried over"));
}

TEST(PromptfooTest, AProviderThatTransformsItsOutputLeavesTheTestsOut) {
  const std::string tests = "tests:\n- {vars: {q: list}, assert: [{type: equals, value: ls}]}\n";
  for (const std::string providers :
       {"providers: [{id: a, transform: output.trim()}]\n",
        "targets: [{a: {transform: output.trim()}}]\ndefaultTest: {metadata: {}}\n"})
    EXPECT_THAT(yaml(providers + tests).remarks(),
                ElementsAre(HasSubstr("left out: a provider transforms the output: transform in line 1")));
}

TEST(PromptfooTest, AListOfPromptsStandsForAsManyTests) {
  const auto made =
      yaml("- {vars: {request: [a, b]}, assert: [{type: equals, value: 'echo {{request}}'}]}\n");
  const Json& cases = made.dataset["test_cases"];
  ASSERT_EQ(cases.size(), 2u);
  EXPECT_EQ(cases[1]["prompt"], "b");
  EXPECT_EQ(cases[1]["expected_command"], "echo b");
}

TEST(PromptfooTest, BracesInAPromptAreText) {
  EXPECT_THAT(yaml("- {vars: {request: 'docker {{.Names}}'}, assert: [{type: equals, value: docker ps}]}\n")
                  .remarks(),
              ElementsAre("t.yaml:1: note: {{ or {% in the prompt is text, and asked as it stands"));
}

TEST(PromptfooTest, WhatStandsElsewhereIsNamed) {
  EXPECT_EQ(fault_of([] { yaml("prompts: [a]\ntests: file://tests.csv\n"); }),
            "t.yaml:2: its tests are in \"file://tests.csv\"\n");
  EXPECT_EQ(fault_of([] { yaml("prompts: [a]\n"); }), "t.yaml:1: there are no tests\n");
  EXPECT_EQ(fault_of([] { yaml("prompts: [a]\ntests: []\n"); }), "t.yaml:2: there are no tests in it\n");
  EXPECT_EQ(fault_of([] { yaml("tests: {path: tests.py}\n"); }),
            "t.yaml:1: tests is an object, not a list\n");
  EXPECT_NE(next_step_of([] { yaml("tests: {path: tests.py}\n"); }), "");
  EXPECT_THAT(yaml("prompts: [a]\ntests:\n  - file://more.yaml\nscenarios:\n  - config: []\n").remarks(),
              ElementsAre("t.yaml:3: left out: its tests are in \"file://more.yaml\"",
                          "t.yaml:5: left out: a scenario is not expanded"));
}

TEST(PromptfooTest, JsonAndJsonLinesAreReadAsWell) {
  const std::string test = R"({"vars": {"request": "p"}, "assert": [{"type": "equals", "value": "ls"}]})";
  const Options options{.name = "set", .mapping = {}};
  EXPECT_EQ(converted(Source::promptfoo, {{"t.json", "[" + test + "]"}}, options).made.cases, 1u);
  EXPECT_EQ(converted(Source::promptfoo, {{"t.jsonl", test + "\n" + test + "\n"}}, options).made.cases, 2u);
  EXPECT_THAT(converted(Source::promptfoo, {{"t.jsonl", test + "\n3\n\"more.yaml\"\n"}}, options).remarks(),
              ElementsAre("t.jsonl:2: left out: is a plain value, not a test",
                          "t.jsonl:3: left out: its tests are in \"more.yaml\""));
  EXPECT_THAT(converted(Source::promptfoo, {{"t.jsonl", "3\n"}}, options).remarks(),
              ElementsAre("t.jsonl:1: left out: is a plain value, not a test"));
}

TEST(PromptfooTest, ResultsAreNoTests) {
  const Options options{.name = "set", .mapping = {}};
  const std::string result = R"({"testIdx": 0, "vars": {"q": "p"}, "response": {"output": "ls"}})";
  EXPECT_EQ(
      fault_of([&] {
        converted(Source::promptfoo, {{"r.json", R"({"results": {"version": 3, "results": []}})"}}, options);
      }),
      "r.json:1: holds results, not tests\n");
  EXPECT_EQ(fault_of([&] {
              converted(Source::promptfoo, {{"r.jsonl", result + "\n"}}, options);
            }),
            "r.jsonl:1: holds results, not tests\n");
  EXPECT_THAT(next_step_of([&] {
                converted(Source::promptfoo, {{"r.jsonl", result + "\n"}}, options);
              }),
              HasSubstr("assay import"));
}

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
              ElementsAre("t.csv:1: not carried over: \"__metric\" is not carried over",
                          "t.csv:1: note: \"_x\" is a variable; columns of assertions begin with __"));
  EXPECT_EQ(fault_of([] { csv("q,r,__expected\np,x,ls\n"); }),
            "t.csv:1: it is not clear which variable is the request\n");
  EXPECT_EQ(fault_of([] { csv("__expected\nls\n"); }), "t.csv:1: there is no variable\n");
  EXPECT_EQ(fault_of([] { csv("q,__expected\n"); }), "t.csv:1: there are no tests in it\n");
}

}  // namespace
}  // namespace assay::convert
