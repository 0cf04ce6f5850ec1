// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "converted.h"
#include "node.h"

namespace assay::convert {
namespace {

using testing::HasSubstr;

Node read_text(const std::string& text) { return read_yaml(text, "t.yaml"); }
std::string yaml_fault(const std::string& text) {
  return fault_of([&] { read_text(text); });
}

// The kind of the node, then its text.
std::string said(const Node* node) {
  if (!node) return "nothing";
  return std::string(kind_of(*node)) + " " + node->text;
}

TEST(YamlTest, PlainScalarsAreWhatTheyLookLike) {
  const Node root = read_text("a: no\nb: 0755\nc: 1.10\nd: 12:30:45\ne: y\nf: 'true'\ng: -n x\n");
  EXPECT_EQ(said(root.find("a")), "text no");
  EXPECT_EQ(said(root.find("b")), "a number 0755");
  EXPECT_EQ(said(root.find("c")), "a number 1.10");
  EXPECT_EQ(said(root.find("d")), "text 12:30:45");
  EXPECT_EQ(said(root.find("f")), "text true");
  EXPECT_EQ(said(root.find("g")), "text -n x");
  EXPECT_EQ(root.find("a")->boolean(), std::nullopt) << "no is a word in YAML 1.2";
  EXPECT_EQ(root.find("b")->number(), 755) << "decimal, where a number is asked for";
  EXPECT_EQ(root.find("f")->boolean(), std::nullopt) << "quotes make it text";
}

TEST(YamlTest, NothingIsNoText) {
  const Node root = read_text("a:\nb: ~\nc: null\nd: ''\ne: 'null'\n");
  for (const char* key : {"a", "b", "c"}) EXPECT_EQ(root.find(key), nullptr) << key;
  EXPECT_EQ(said(root.find("d")), "text ");
  EXPECT_EQ(said(root.find("e")), "text null");
}

TEST(YamlTest, EveryValueKnowsItsLine) {
  const Node root = read_text("# tests\n- a: 1\n  b:\n    - x\n- {c: d}\n");
  EXPECT_EQ(root.line, 2);
  EXPECT_EQ(root.items.at(0).line, 2);
  EXPECT_EQ(root.items.at(0).find("b")->items.at(0).line, 4);
  EXPECT_EQ(root.items.at(1).line, 5);
}

TEST(YamlTest, WhatIsNotWrittenIsAtALineToo) {
  const Node root = read_text(":");
  ASSERT_EQ(root.members.size(), 1u);
  EXPECT_EQ(root.members[0].second.line, 1);
}

TEST(YamlTest, ABlockLosesTheNewlineThatItEndsIn) {
  EXPECT_EQ(said(read_text("a: |\n  ls\n  pwd\n").find("a")), "text ls\npwd");
  EXPECT_EQ(said(read_text("a: >\n  ls\n  -l\n").find("a")), "text ls -l");
  EXPECT_EQ(said(read_text("a: |+\n  ls\n\n").find("a")), "text ls\n");
  EXPECT_EQ(said(read_text("a: \"ls\\n\"\n").find("a")), "text ls\n");
}

TEST(YamlTest, RefusesWhatMakesAFileSayOtherThanItSeems) {
  EXPECT_EQ(yaml_fault("a: 1\nb: 2\na: 3\n"), "t.yaml:3: the key \"a\" comes twice in one map\n");
  EXPECT_EQ(yaml_fault("a: &x 1\nb: 2\n"), "t.yaml:1: anchors (&) are not followed\n");
  EXPECT_EQ(yaml_fault("a: 1\nb: *x\n"), "t.yaml:2: aliases (*) are not followed\n");
  EXPECT_EQ(yaml_fault("<<: 1\n"), "t.yaml:1: merge keys (<<) are not followed\n");
  EXPECT_EQ(yaml_fault("a: !!int 3\n"), "t.yaml:1: the tag \"tag:yaml.org,2002:int\" is not understood\n");
  EXPECT_EQ(yaml_fault("a: 1\n---\nb: 2\n"), "t.yaml:2: a second document begins here\n");
  EXPECT_EQ(yaml_fault("\xEF\xBB\xBF"
                       "a: 1\n"),
            "t.yaml:1: begins with a byte order mark\n");
  EXPECT_EQ(yaml_fault(std::string("a: 1\nb: \0\n", 10)), "t.yaml:2: holds a NUL character\n");
  EXPECT_EQ(yaml_fault("? [a, b]\n: c\n"), "t.yaml:1: a key is a list or a map\n");
  EXPECT_EQ(yaml_fault(""), "t.yaml: is empty\n");
  EXPECT_EQ(said(read_text("a: !!str 3\n").find("a")), "text 3");
  EXPECT_EQ(said(read_text("--- # only one\na: 1\n...\n").find("a")), "a number 1");
}

TEST(YamlTest, DepthIsBounded) {
  EXPECT_EQ(yaml_fault(std::string(64, '[') + std::string(64, ']')), "");
  EXPECT_EQ(yaml_fault("\n" + std::string(65, '[') + std::string(65, ']')),
            "t.yaml:2: lists and maps are nested more than 64 levels deep\n");
  EXPECT_THAT(yaml_fault(std::string(100'000, '[')), HasSubstr("t.yaml:1: "));
}

TEST(YamlTest, AChainOfAliasesCostsNothing) {
  std::string text = "a0: &a0 [x]\n";
  for (int i = 1; i < 40; ++i) {
    const std::string last = "*a" + std::to_string(i - 1);
    text +=
        "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + last + "," + last + "," + last + "]\n";
  }
  EXPECT_THAT(yaml_fault(text), HasSubstr("t.yaml:1: anchors"));
}

TEST(YamlTest, WhatIsNoYamlIsRefusedAtItsLine) {
  EXPECT_THAT(yaml_fault("a: 1\nb: [1, 2\nc: 3\n"), HasSubstr("t.yaml:4: is not YAML: "));
  EXPECT_THAT(yaml_fault("a:\n\t- b\n"), HasSubstr("t.yaml:2: is not YAML: "));
  EXPECT_THAT(yaml_fault("a: 'x\n"), HasSubstr("is not YAML: "));
}

TEST(YamlTest, EveryRefusalSaysWhatToDo) {
  for (const std::string text : {"b: [1, 2\n", "a:\n\t- b\n", "", "a: &x 1\n", "a: *x\n", "<<: 1\n",
                                 "a: !!int 3\n", "a: 1\n---\nb: 2\n", "a: 1\na: 2\n", "? [a]\n: c\n", "\xAB"})
    EXPECT_NE(next_step_of([&] { read_text(text); }), "") << text;
  EXPECT_NE(next_step_of([&] { read_text(std::string(65, '[')); }), "");
}

TEST(YamlTest, BytesThatAreNoUtf8AreRefusedAtTheirLine) {
  EXPECT_THAT(yaml_fault("%\xAB"), HasSubstr("t.yaml:1: is not UTF-8"));
  EXPECT_THAT(yaml_fault("a: 1\nb: \xAB\n"), HasSubstr("t.yaml:2: is not UTF-8"));
}

TEST(YamlTest, ATemplateWithoutQuotesGetsAHint) {
  for (const char* text : {"a: 1\nq: {{.Names}}\n", "a: 1\nprompts: [{{q}}]\n"}) {
    EXPECT_EQ(yaml_fault(text), "t.yaml:2: a key is a list or a map\n");
    EXPECT_EQ(next_step_of([&] { read_text(text); }), "put text that contains {{ into quotes: '{{.Names}}'");
  }
}

TEST(YamlTest, AnotherVersionIsRefusedAtItsLine) {
  EXPECT_EQ(yaml_fault("%YAML 3.0\n---\na: 1\n"), "t.yaml:1: is not YAML\n");
  EXPECT_EQ(yaml_fault("# tests\n%YAML 3.0\n---\na: 1\n"), "t.yaml:2: is not YAML\n");
}

TEST(YamlTest, BracesOfATemplateGetAHint) {
  try {
    read_text("tests:\n  - vars: {request: docker ps --format {{.Names}}}\n");
    FAIL() << "this is no YAML";
  } catch (const Error& error) {
    EXPECT_EQ(error.problems().front().where.line, 2);
    EXPECT_EQ(error.problems().front().next, "put text that contains {{ into quotes: '{{.Names}}'");
  }
}

}  // namespace
}  // namespace assay::convert
