// SPDX-License-Identifier: Apache-2.0
// What two runs must have in common for their results to be comparable.
#include "assay/internal/subject.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace assay {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

RunInfo sample() {
  RunInfo info;
  info.tool = "howto";
  info.tool_sha256 = "aa";
  info.tool_files = {{"ask.sh", "bb"}};
  info.datasets = {{.name = "one", .sha256 = "cc"}, {.name = "two", .sha256 = "dd"}};
  info.worlds = {{"two: shop.json", "ff"}};
  info.levels = {"exact", "canonical"};
  info.level_versions = {{"mine", "1"}};
  info.limits = {{"timeout_ms", "30000"}};
  info.parts = {{"prompt", "p1"}};
  info.profile = EvaluationTerms{.profile = EvaluationProfile::text, .threshold = 0.8};
  return info;
}

std::vector<std::string> described_differences(const RunInfo& a, const RunInfo& b) {
  std::vector<std::string> lines;
  for (const auto& difference : differences(a, b)) lines.push_back(description_of(difference));
  return lines;
}

TEST(Subject, EverythingThatResultsDependOnIsInIt) {
  const std::pair<const char*, std::function<void(RunInfo&)>> changes[] = {
      {"tool: howto, not other", [](RunInfo& info) { info.tool = "other"; }},
      {"tool", [](RunInfo& info) { info.tool_sha256 = "ee"; }},
      {"description of the tool", [](RunInfo& info) { info.description_sha256 = "ee"; }},
      {"file that the tool's arguments name, ask.sh", [](RunInfo& info) { info.tool_files.clear(); }},
      {"version of the tool's prompt: p1, not p2", [](RunInfo& info) { info.parts["prompt"] = "p2"; }},
      {"dataset two", [](RunInfo& info) { info.datasets.back().sha256 = "ee"; }},
      {"world two: shop.json", [](RunInfo& info) { info.worlds["two: shop.json"] = "ee"; }},
      {"limit timeout_ms: 30000, not 3000", [](RunInfo& info) { info.limits["timeout_ms"] = "3000"; }},
      {"set of levels: exact, canonical, not canonical, exact",
       [](RunInfo& info) { std::swap(info.levels.front(), info.levels.back()); }},
      {"version of level mine: 1, not 2", [](RunInfo& info) { info.level_versions["mine"] = "2"; }},
      {"sandbox: none, not unavailable", [](RunInfo& info) { info.sandbox = "unavailable"; }},
      {"userland's awk: none, not gawk 5.2.1", [](RunInfo& info) { info.userland["awk"] = "gawk 5.2.1"; }},
      {"userland two: ./u", [](RunInfo& info) { info.named_userlands["two: ./u"] = "ee"; }},
      {"one of the other userlands: gawk", [](RunInfo& info) { info.other_userlands["gawk"] = "not here"; }},
      {"set of utility tables", [](RunInfo& info) { info.tables_sha256 = "ee"; }},
      {"minimum score: 0.8, not 0.5", [](RunInfo& info) { info.min_score = 0.5; }},
      {"profile: text, similarity threshold 0.8, not text, similarity threshold 0.9",
       [](RunInfo& info) { info.profile->threshold = 0.9; }},
      {"profile: text, similarity threshold 0.8, not none", [](RunInfo& info) { info.profile.reset(); }},
  };
  for (const auto& [words, change] : changes) {
    RunInfo other = sample();
    change(other);
    EXPECT_THAT(described_differences(sample(), other), ElementsAre(words));
  }
}

TEST(Subject, ARowIsNamedAfterItsOwnDataset) {
  RunInfo info;
  info.tool_sha256 = "t";
  info.datasets = {{.name = "a", .sha256 = "1"}, {.name = "b", .sha256 = "2"}};
  Result row;
  row.asked.dataset = "b";
  EXPECT_FALSE(names_subject(row));
  name_subject(row, info);
  EXPECT_EQ(row.dataset_sha256, "2");
  EXPECT_EQ(row.tool_sha256, "t");
  EXPECT_TRUE(names_subject(row));
  info.tool_sha256 = "another";
  name_subject(row, info);
  EXPECT_EQ(row.tool_sha256, "t") << "a row that says so already is right";
}

TEST(Subject, WhenAndWhereARunWasMadeIsNot) {
  RunInfo other = sample();
  std::swap(other.datasets.front(), other.datasets.back());
  other.run_id = "another";
  other.host = "elsewhere";
  other.commit = "abc";
  other.started_at = "2026-01-01T00:00:00.000Z";
  other.gate = Gate::mean;
  EXPECT_THAT(differences(sample(), other), IsEmpty());
}

TEST(Subject, AnUnpackedRootIsKnownByItsDigestWhereverItIs) {
  RunInfo a = sample(), b = sample();
  a.userland["userland"] = "/here/root";
  b.userland["userland"] = "/there/root";
  a.named_userlands["suite"] = b.named_userlands["suite"] = "aa";
  EXPECT_THAT(differences(a, b), IsEmpty());
  b.named_userlands["suite"] = "bb";
  EXPECT_THAT(described_differences(a, b), ElementsAre("userland suite"));
  a.named_userlands.clear();
  b.named_userlands.clear();
  EXPECT_THAT(described_differences(a, b), ElementsAre("userland's userland: /here/root, not /there/root"))
      << "runs that do not say what was in it";
}

TEST(Subject, WhatOnlyOneRunHasIsADifference) {
  RunInfo other = sample();
  other.datasets.pop_back();
  other.parts["chunker"] = "c1";
  EXPECT_THAT(described_differences(sample(), other),
              ElementsAre("version of the tool's chunker: none, not c1", "dataset two"));
}

}  // namespace
}  // namespace assay
