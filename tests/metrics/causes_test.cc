// SPDX-License-Identifier: Apache-2.0
// The differences between two runs other than their answers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/compare.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Causes, NameWhatDiffers) {
  RunInfo a;
  a.tool = "howto";
  a.tool_sha256 = "0123456789abcdef";
  a.parts = {{"embedding", "e1"}, {"prompt", "p1"}};
  a.levels = {"exact"};
  a.suite = "live";
  RunInfo b = a;
  EXPECT_THAT(causes_between(a, b), IsEmpty());
  b.suite = "recorded";
  b.tool_sha256 = "fedcba9876543210";
  b.parts = {{"embedding", "e2"}, {"prompt", "p1"}};
  b.levels = {"exact", "canonical"};
  EXPECT_THAT(
      causes_between(a, b),
      ElementsAre("suite differs (live -> recorded)", "tool howto differs (0123456789ab -> fedcba987654)",
                  "embedding version differs (e1 -> e2)", "levels differ (exact -> exact, canonical)"));
}

TEST(Causes, AScriptOfTheSameInterpreterIsAnotherTool) {
  RunInfo a;
  a.tool = "ask";
  a.tool_files = {{"ask.py", "1"}, {"only_in_a", "1"}};
  a.description_sha256 = "1";
  RunInfo b = a;
  b.tool_files = {{"ask.py", "2"}};
  b.description_sha256 = "2";
  EXPECT_THAT(causes_between(a, b),
              ElementsAre("the description of tool ask differs", "the tool's file ask.py differs"));
}

TEST(Causes, AreNamedUnlessAnotherImpliesThem) {
  RunInfo a;
  a.tool = "ask";
  a.limits = {{"timeout_ms", "1000"}};
  a.level_versions = {{"mine", "1"}};
  a.worlds = {{"files: shop.json", "1"}, {"files: only_in_a", "1"}};
  RunInfo b = a;
  b.tool_sha256 = "1";
  b.worlds = {{"files: shop.json", "2"}};
  b.limits = {{"timeout_ms", "2000"}};
  b.level_versions = {{"mine", "2"}};
  EXPECT_THAT(
      causes_between(a, b),
      ElementsAre("tool ask differs (unknown -> 1)", "world files: shop.json differs",
                  "timeout_ms limit differs (1000 -> 2000)", "mine level's version differs (1 -> 2)"));
  b.tool = "other";
  b.limits = {};
  b.levels = {"exact"};
  EXPECT_THAT(causes_between(a, b),
              ElementsAre("tool differs (ask -> other)", "world files: shop.json differs",
                          "levels differ (none -> exact)"));
}

TEST(Causes, OfGradingAreNamed) {
  RunInfo a;
  a.tables_sha256 = "0123456789abcdef";
  RunInfo b;
  b.model = "m";
  b.judge = "j";
  b.min_score = 0.25;
  b.question = Question::fulfils;
  b.profile = EvaluationTerms{.profile = EvaluationProfile::text, .threshold = 0.8};
  EXPECT_THAT(causes_between(a, b),
              ElementsAre("the similarity model differs (none -> m)", "the judge differs (none -> j)",
                          "utility tables differ (0123456789ab -> none)", "the minimum score differs",
                          "another question is asked (equivalent, fulfils)",
                          "the profile differs (none -> text, similarity threshold 0.8)"));
}

TEST(Causes, WhatCommandsWereRunInIsOne) {
  RunInfo a;
  a.level_versions = {{"behavioural", "1"}};
  a.sandbox = "user namespaces with overlays";
  RunInfo b = a;
  b.level_versions = {{"behavioural", "2"}};
  b.sandbox = "unavailable: user namespaces are forbidden";
  EXPECT_THAT(
      causes_between(a, b),
      ElementsAre("behavioural level's version differs (1 -> 2)",
                  "the sandbox differs (user namespaces with overlays -> unavailable: user namespaces "
                  "are forbidden)"));
}

}  // namespace
}  // namespace assay
