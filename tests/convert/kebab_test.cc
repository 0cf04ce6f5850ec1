// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "converted.h"

namespace assay::convert {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Converted kebab(const std::string& text) {
  return converted(Source::kebab, {{"g.yaml", text}}, {.name = "set", .mapping = {}});
}

TEST(KebabTest, AQueryKeepsItsParts) {
  const auto made = kebab(
      "- id: a\n  query: how long?\n  lang: en\n  expected_doc_ids: [limits.md]\n  expected_chunk_ids: "
      "['limits.md#1']\n"
      "  must_contain: [30 s]\n  forbidden: ['no']\n  difficulty: easy\n  group: g\n");
  EXPECT_EQ(made.dataset["queries"].at(0), (Json{{"id", "a"},
                                                 {"query", "how long?"},
                                                 {"lang", "en"},
                                                 {"expected_doc_ids", {"limits.md"}},
                                                 {"expected_chunk_ids", {"limits.md#1"}},
                                                 {"must_contain", {"30 s"}},
                                                 {"forbidden", {"no"}},
                                                 {"difficulty", "easy"},
                                                 {"group", "g"}}));
  EXPECT_THAT(made.remarks(), IsEmpty());
}

TEST(KebabTest, NoDocumentsMeansThatNobodyKnows) {
  const auto made =
      kebab("- {id: a, query: q, must_contain: [x]}\n- {id: b, query: q2, expected_doc_ids: []}\n");
  EXPECT_FALSE(made.dataset["queries"].at(0).contains("expected_doc_ids"))
      << "an empty list would ask for a refusal";
  EXPECT_THAT(
      made.remarks(),
      ElementsAre("g.yaml:2: left out: names neither documents nor words, so no answer can be judged"));
}

TEST(KebabTest, ADemandOfAnotherTypeIsNoMissingOne) {
  const auto why = [](const std::string& member) {
    const auto made = kebab("- {id: a, query: q, must_contain: [x], " + member + "}\n");
    EXPECT_EQ(made.made.cases, 0u) << member;
    return made.remarks().at(0);
  };
  EXPECT_EQ(why("expected_doc_ids: doc1"), "g.yaml:1: left out: \"expected_doc_ids\" is text, not a list");
  EXPECT_EQ(why("expected_doc_ids: [d1, [d2], 3]"),
            "g.yaml:1: left out: \"expected_doc_ids\" holds a list, not text");
  EXPECT_EQ(why("forbidden: {a: b}"), "g.yaml:1: left out: \"forbidden\" is an object, not a list");
  EXPECT_EQ(why("lang: [en]"), "g.yaml:1: left out: \"lang\" is a list, not text");
}

TEST(KebabTest, WhatIsBesideTheQueriesIsListed) {
  EXPECT_THAT(
      kebab("version: 2\nqueries:\n- {id: a, query: q, must_contain: [x]}\nmore:\n- {query: p}\n").remarks(),
      ElementsAre("g.yaml:1: not carried over: the member \"version\"",
                  "g.yaml:5: not carried over: the member \"more\""));
}

}  // namespace
}  // namespace assay::convert
