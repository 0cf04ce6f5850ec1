// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "promptfoo_texts.h"

namespace assay::convert {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(PromptfooPromptTest, ThePromptIsWhatTheTemplateMakes) {
  const std::string tests =
      "tests: [{vars: {request: list, shell: bash}, assert: [{type: equals, value: ls}]}]\n";
  EXPECT_EQ(yaml("prompts: ['For {{ shell }}: {{request}}']\n" + tests).only_case()["prompt"],
            "For bash: list");
  EXPECT_EQ(yaml("prompts: [a, b]\n" + tests, "prompt=request").only_case()["prompt"], "list");
  EXPECT_EQ(fault_of([&] { yaml("prompts: [a, b]\n" + tests); }),
            "t.yaml:1: there are 2 prompts, and a case asks one\n");
  EXPECT_EQ(fault_of([&] { yaml(tests); }), "t.yaml:1: it is not clear which variable is the request\n");
}

TEST(PromptfooPromptTest, ATemplateThatDoesMoreThanSubstituteIsRefusedAtItsLine) {
  const auto refusing = [](const std::string& prompt) {
    return [prompt] {
      yaml("prompts:\n  - '" + prompt +
           "'\ntests: [{vars: {request: list}, assert: [{type: equals, value: ls}]}]\n");
    };
  };
  EXPECT_EQ(fault_of(refusing("{{ request | upper }}")),
            "t.yaml:2: the prompt \"{{ request | upper }}\" does more than substitute variables\n");
  EXPECT_EQ(fault_of(refusing("{% if request %}a{% endif %}")),
            "t.yaml:2: the prompt \"{% if request %}a{% endif %}\" does more than substitute variables\n");
  EXPECT_EQ(next_step_of(refusing("{{ request | upper }}")),
            "say which variable is the request: --map prompt=NAME; the variable is request");
}

TEST(PromptfooPromptTest, AMappingNamesAVariableThatATestHas) {
  const std::string tests =
      "- {vars: {other: x}, assert: [{type: equals, value: ls}]}\n"
      "- {vars: {the request: y}, assert: [{type: equals, value: ls}]}\n";
  EXPECT_EQ(fault_of([&] { yaml(tests, "prompt=request"); }), "t.yaml:1: there is no variable \"request\"\n");
  const auto made = yaml(tests, "prompt=the request");
  EXPECT_EQ(made.only_case()["prompt"], "y") << "no template could name it";
  EXPECT_THAT(
      made.remarks(),
      ElementsAre(
          "t.yaml:1: left out: its prompt needs the variable \"the request\", of which it has no text"));
}

TEST(PromptfooPromptTest, APromptThatIsNoTextOfItsOwnIsRefused) {
  const auto refused = [](const std::string& prompts) {
    const std::string text = "# tests\nprompts: " + prompts +
                             "\ntests: [{vars: {q: list}, assert: [{type: equals, value: ls}]}]\n";
    EXPECT_THAT(next_step_of([&] { yaml(text); }), HasSubstr("--map prompt=NAME; the variable is q"))
        << prompts;
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

TEST(PromptfooPromptTest, PrefixAndSuffixAreTemplates) {
  EXPECT_EQ(yaml("defaultTest: {options: {prefix: 'For {{shell}}: '}}\nprompts: ['{{q}}']\ntests:\n"
                 "- {vars: {q: p, shell: bash}, options: {suffix: ' ({{shell}})'},\n"
                 "   assert: [{type: equals, value: ls}]}\n")
                .only_case()["prompt"],
            "For bash: p (bash)");
  EXPECT_EQ(
      csv("q,d,__expected,__prefix,__suffix\nlist,/tmp,ls,In {{d}}: ,.\n", "prompt=q").only_case()["prompt"],
      "In /tmp: list.");
  EXPECT_THAT(
      csv("q,__expected,__prefix\nlist,ls,{{ d | upper }}\n").remarks(),
      ElementsAre(
          "t.csv:2: left out: \"{{ d | upper }}\" in its prompt does more than substitute variables"));
}

TEST(PromptfooPromptTest, AVariableMayBeMadeFromOthers) {
  const auto made = [](const std::string& variables) {
    return yaml(
        "- {vars: {q: 'list {{dir}}', " + variables + "}, assert: [{type: equals, value: 'ls {{dir}}'}]}\n",
        "prompt=q");
  };
  const auto one = made("dir: '{{ root }}/a', root: /tmp");
  EXPECT_EQ(one.only_case()["prompt"], "list /tmp/a");
  EXPECT_EQ(one.only_case()["expected_command"], "ls /tmp/a");
  EXPECT_THAT(one.remarks(), IsEmpty());
  for (const char* more : {"dir: '{{q}}'", "dir: '{{ root | upper }}', root: a", "dir: '{{dir}}'"})
    EXPECT_THAT(made(more).remarks(),
                ElementsAre(HasSubstr("is made from others in more ways than substitution")))
        << more;
}

TEST(PromptfooPromptTest, VariablesThatWouldFillTheMemoryAreNotMade) {
  const auto thousand = [](const std::string& name) {
    std::string text;
    for (int i = 0; i < 1000; ++i) text += "{{" + name + "}}";
    return "'" + text + "'";
  };
  const std::string test = "- {vars: {q: p, a: " + thousand("b") + ", b: " + thousand("c") +
                           ", c: " + thousand("d") + ", d: x}, assert: [{type: equals, value: ls}]}\n";
  EXPECT_THAT(yaml(test, "prompt=q").remarks(),
              ElementsAre(HasSubstr("is made from others in more ways than substitution")));
}

TEST(PromptfooPromptTest, BracesInAPromptAreText) {
  EXPECT_THAT(yaml("- {vars: {request: 'docker {{.Names}}'}, assert: [{type: equals, value: docker ps}]}\n")
                  .remarks(),
              ElementsAre("t.yaml:1: note: {{ or {% in the prompt is text, and asked as it stands"));
}

}  // namespace
}  // namespace assay::convert
