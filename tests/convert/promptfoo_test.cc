// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "promptfoo_texts.h"

namespace assay::convert {
namespace {

using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

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

TEST(PromptfooTest, APromptThatOnlyLooksLikeAFileIsText) {
  const std::string tests = "tests: [{vars: {q: list}, assert: [{type: equals, value: ls}]}]\n";
  for (const std::string prompt : {"{{q}} and/or .txt", "one of *: {{q}}"})
    EXPECT_EQ(yaml("prompts: ['" + prompt + "']\n" + tests).made.cases, 1u) << prompt;
  EXPECT_EQ(yaml("prompts: [\"a/b:\\nlist\"]\n" + tests).only_case()["prompt"], "a/b:\nlist");
}

TEST(PromptfooTest, WhatAConfigurationLosesIsListed) {
  const std::string tests = "tests: [{vars: {q: list}, assert: [{type: equals, value: ls}]}]\n";
  EXPECT_THAT(yaml("description: d\nprompts: [{raw: '{{q}}', config: {suffix: .}}]\n"
                   "providers: [echo, {id: a, config: {prefix: 'Shell: '}}, {b: {config: {prefix: x}}}]\n"
                   "extensions: ['file://hook.js:all']\nnunjucksFilters: {up: up.js}\n"
                   "evaluateOptions: {repeat: 3, maxConcurrency: 1}\nsharing: false\nowner: me\n" +
                   tests)
                  .remarks(),
              ElementsAre("t.yaml:2: not carried over: \"suffix\" in the config of a prompt",
                          "t.yaml:3: not carried over: \"prefix\" in the config of a provider",
                          "t.yaml:3: not carried over: \"prefix\" in the config of a provider",
                          "t.yaml:4: not carried over: \"extensions\"",
                          "t.yaml:5: not carried over: \"nunjucksFilters\"",
                          "t.yaml:6: not carried over: \"repeat\" of evaluateOptions",
                          "t.yaml:8: not carried over: \"owner\""));
}

TEST(PromptfooTest, WhatIsLostIsAtTheLineOfItsKey) {
  EXPECT_THAT(
      yaml("extensions:\n  - file://hook.js:all\ntests:\n  - vars: {q: list}\n    assert: [{type: equals, "
           "value: ls}]\n")
          .remarks(),
      ElementsAre("t.yaml:1: not carried over: \"extensions\""));
}

TEST(PromptfooTest, AProviderThatTransformsItsOutputLeavesTheTestsOut) {
  const std::string tests = "tests:\n- {vars: {q: list}, assert: [{type: equals, value: ls}]}\n";
  for (const std::string providers :
       {"providers: [{id: a, transform: output.trim()}]\n",
        "targets: [{a: {transform: output.trim()}}]\ndefaultTest: {metadata: {}}\n"})
    EXPECT_THAT(yaml(providers + tests).remarks(),
                ElementsAre(HasSubstr("left out: a provider transforms the output: transform in line 1")));
}

TEST(PromptfooTest, ATestThatRefersToATemplateIsLeftOut) {
  const std::string test = "{vars: {q: p}, assert: [{type: equals, value: ls}]";
  for (const std::string& text :
       {"- " + test + ", $ref: '#/t'}\n", "- " + test + ", options: {$ref: '#/o'}}\n",
        "- " + test + ", metadata: {$ref: '#/m'}}\n", "defaultTest: {$ref: '#/d'}\ntests: [" + test + "}]\n",
        "defaultTest: {assert: {$ref: '#/d'}}\ntests: [" + test + "}]\n"})
    EXPECT_THAT(yaml(text).remarks(), ElementsAre(HasSubstr("left out: refers to a template ($ref)")))
        << text;
  EXPECT_THAT(yaml("providers: [{$ref: '#/p'}]\ntests: [" + test + "}]\n").remarks(),
              ElementsAre(HasSubstr("left out: a provider refers to a template ($ref)")));
}

TEST(PromptfooTest, WhatIsOfTheWrongTypeIsSaidToBe) {
  const std::string test = "{vars: {q: p}, assert: [{type: equals, value: ls}]";
  EXPECT_EQ(fault_of([&] { yaml("defaultTest: [{vars: {a: b}}]\ntests: [" + test + "}]\n"); }),
            "t.yaml:1: defaultTest is a list, not an object\n");
  EXPECT_EQ(fault_of([&] { yaml("defaultTest: file://d.yaml\ntests: [" + test + "}]\n"); }),
            "t.yaml:1: defaultTest is in another file\n");
  EXPECT_THAT(yaml("- " + test + ", options: [transform]}\n").remarks(),
              ElementsAre("t.yaml:1: left out: its options are a list, not an object"));
  EXPECT_THAT(yaml("- " + test + ", options: {prefix: [a]}}\n").remarks(),
              ElementsAre("t.yaml:1: left out: its prefix is a list, not text"));
  EXPECT_THAT(yaml("- " + test + ", metadata: x}\n").remarks(),
              ElementsAre("t.yaml:1: not carried over: the metadata of a test, which is text, not an "
                          "object"));
}

TEST(PromptfooTest, AMappingOfAPartWithoutEffectIsRefused) {
  EXPECT_EQ(fault_of([] { csv("q,__expected\np,ls\n", "prompt=q,tags=q"); }),
            ": --map: tags has no effect on promptfoo\n");
  EXPECT_EQ(fault_of([] { yaml("[]", "expected=q"); }), ": --map: expected has no effect on promptfoo\n");
}

TEST(PromptfooTest, AListOfPromptsStandsForAsManyTests) {
  const auto made =
      yaml("- {vars: {request: [a, b]}, assert: [{type: equals, value: 'echo {{request}}'}]}\n");
  const Json& cases = made.dataset["test_cases"];
  ASSERT_EQ(cases.size(), 2u);
  EXPECT_EQ(cases[1]["prompt"], "b");
  EXPECT_EQ(cases[1]["expected_command"], "echo b");
  EXPECT_THAT(yaml("- {vars: {q: ['file://a.txt', list]}, assert: [{type: equals, value: ls}]}\n").remarks(),
              Each("t.yaml:1: left out: variable \"q\" is in another file"));
}

TEST(PromptfooTest, EveryCombinationOfListsIsATest) {
  const auto made = yaml(
      "prompts: ['{{q}}']\n"
      "defaultTest: {vars: {shell: [x], os: linux, words: [rm, mv]}}\n"
      "tests:\n"
      "- vars: {q: [a, b], shell: [sh, bash]}\n"
      "  assert: [{type: equals, value: 'echo {{q}} {{shell}}'}, {type: not-contains, value: '{{words}}'}]\n"
      "- {vars: {q: c, words: x}, assert: [{type: equals, value: pwd}]}\n");
  std::vector<std::string> cases;
  for (const Json& each : made.dataset["test_cases"])
    cases.push_back(each["id"].get<std::string>() + " " + each["prompt"].get<std::string>() + ": " +
                    each["expected_command"].get<std::string>() + " " +
                    each.value("reject_patterns", Json()).dump());
  EXPECT_THAT(cases, ElementsAre("t0001 a: echo a sh [\"rm\"]", "t0002 b: echo b sh [\"rm\"]",
                                 "t0003 a: echo a sh [\"mv\"]", "t0004 b: echo b sh [\"mv\"]",
                                 "t0005 a: echo a bash [\"rm\"]", "t0006 b: echo b bash [\"rm\"]",
                                 "t0007 a: echo a bash [\"mv\"]", "t0008 b: echo b bash [\"mv\"]",
                                 "t0009 c: pwd null"))
      << "in promptfoo's order, by which its results are numbered";
  EXPECT_THAT(made.remarks(), IsEmpty());
}

TEST(PromptfooTest, AListThatNothingUsesStandsForSeveralTestsToo) {
  const std::string tests = "- {vars: {q: p, x: [a, b]}, assert: [{type: equals, value: ls}]";
  EXPECT_EQ(yaml(tests + "}\n", "prompt=q").made.cases, 2u);
  const auto named = yaml(tests + ", metadata: {id: n}}\n", "prompt=q");
  EXPECT_EQ(named.made.left_out, 2u);
  EXPECT_EQ(named.remarks().at(0),
            "t.yaml:1: left out: its lists stand for several tests, and its id for one");
  EXPECT_EQ(yaml(tests + ", options: {transform: x}}\n", "prompt=q").made.left_out, 2u);
  std::string many;  // 2 to the power of 64
  for (int i = 0; i < 16; ++i) many += ", v" + std::to_string(i) + ": [a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a]";
  EXPECT_EQ(fault_of([&] { yaml("- {vars: {q: p" + many + "}, options: {transform: x}}\n", "prompt=q"); }),
            "t.yaml:1: there are more than 1000000 tests\n");
}

TEST(PromptfooTest, AListThatPromptfooDoesNotExpandIsNoText) {
  const std::string tests = ", assert: [{type: equals, value: ls}]";
  for (const std::string list : {"[1, a]", "[]", "[[a]]", "[true]"}) {
    EXPECT_EQ(yaml("- {vars: {q: p, x: " + list + "}" + tests + "}\n", "prompt=q").made.cases, 1u) << list;
    EXPECT_THAT(
        yaml("- {vars: {q: " + list + "}" + tests + "}\n", "prompt=q").remarks(),
        ElementsAre("t.yaml:1: left out: its prompt needs the variable \"q\", of which it has no text"))
        << list;
  }
  EXPECT_THAT(yaml("- {vars: {q: [a, {b: c}]}" + tests + "}\n").remarks(),
              Contains("t.yaml:1: left out: variable \"q\" holds an object"));
  const std::string still = ", options: {disableVarExpansion: true}}\n";
  EXPECT_EQ(yaml("- {vars: {q: p, x: [a, b]}" + tests + still, "prompt=q").made.cases, 1u);
  EXPECT_THAT(
      yaml("- {vars: {q: [a, b]}" + tests + still).remarks(),
      ElementsAre("t.yaml:1: left out: its prompt needs the variable \"q\", of which it has no text"));
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
              ElementsAre("t.jsonl:2: left out: is a number, not a test",
                          "t.jsonl:3: left out: its tests are in \"more.yaml\""));
  EXPECT_THAT(converted(Source::promptfoo, {{"t.jsonl", "3\n"}}, options).remarks(),
              ElementsAre("t.jsonl:1: left out: is a number, not a test"));
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

TEST(PromptfooTest, AProviderInAConfigurationFileIsNoted) {
  const std::string rest = "\ntests: [{vars: {q: p}, assert: [{type: equals, value: ls}]}]\n";
  const auto noted = [](const std::string& file) {
    return "t.yaml:1: note: a provider is in \"" + file +
           "\", which may hold a transform, a prefix or a suffix";
  };
  EXPECT_THAT(yaml("providers: [file://p.yaml, {id: file://q.json}, file://run.py, echo]" + rest).remarks(),
              ElementsAre(noted("file://p.yaml"), noted("file://q.json")));
  EXPECT_THAT(yaml("targets: file://p.yml" + rest).remarks(), ElementsAre(noted("file://p.yml")));
}

TEST(PromptfooTest, WithoutPromptsAndVariablesTheNextStepSaysWhereToWriteTheRequest) {
  const auto reading = [](const std::string& prompts) {
    return [prompts] { yaml(prompts + "tests: [{assert: [{type: equals, value: ls}]}]\n"); };
  };
  EXPECT_EQ(fault_of(reading("")), "t.yaml:1: there is no prompt, and the tests have no variables\n");
  EXPECT_EQ(next_step_of(reading("")),
            "write each request into a variable of its test, as in vars: {request: list files}");
  EXPECT_EQ(next_step_of(reading("prompts: [a, b]\n")),
            "keep one of them: the tests have no variable that could be the request");
}

TEST(PromptfooTest, ATestMayDoWithoutTheDefaultAssertions) {
  const std::string defaults =
      "defaultTest: {assert: [{type: not-contains, value: rm}], threshold: 1}\nprompts: ['{{q}}']\ntests:\n";
  const std::string test = "- {vars: {q: erase}, assert: [{type: equals, value: rm a}]";
  EXPECT_EQ(
      yaml(defaults + test + ", options: {disableDefaultAsserts: true}}\n").only_case()["expected_command"],
      "rm a");
  for (const char* options : {"", ", options: {disableDefaultAsserts: false}"}) {
    const auto made =
        yaml(defaults + test + options + "}\n- {vars: {q: p}, assert: [{type: equals, value: ls}]}\n");
    EXPECT_EQ(made.made.left_out, 1u) << "both hold, which no command does";
  }
}

}  // namespace
}  // namespace assay::convert
