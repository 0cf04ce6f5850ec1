// SPDX-License-Identifier: Apache-2.0
// A run's description, its id and its time.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/result.h"
#include "refusal.h"

namespace assay {
namespace {

TEST(RunInfoTest, SaysTheSameWhenItIsReadBack) {
  RunInfo info{.run_id = "id",
               .suite = "s",
               .tool = "t",
               .datasets = {{"d", "1", "hash", "d.json", 3}},
               .levels = {"exact"},
               .level_versions = {{"exact", "1"}},
               .sandbox = "user namespaces with overlays",
               .userland = {{"awk", "mawk 1.3.4 20200120"}, {"bash", "5.2.15"}},
               .named_userlands = {{"d: ./u", "aa"}},
               .other_userlands = {{"gawk", "not here"}},
               .limits = {{"timeout_ms", "30000"}},
               .gate = assay::Gate::mean,
               .dirty = true,
               .expected = 3};
  EXPECT_EQ(to_json(run_info_from_json(to_json(info), {"run.json", 1})), to_json(info));
  EXPECT_EQ(run_info_from_json(to_json(info), {"run.json", 1}).userland, info.userland);
  EXPECT_EQ(run_info_from_json(to_json(info), {"run.json", 1}).named_userlands, info.named_userlands);
  EXPECT_EQ(run_info_from_json(to_json(info), {"run.json", 1}).other_userlands, info.other_userlands);
}

TEST(RunInfoTest, IsReadableWhereTextIsNotEnglish) {
  EXPECT_THAT(to_json(RunInfo{.tool = "größe"}), testing::HasSubstr("\"tool\": \"größe\""));
}

TEST(RunInfoTest, NumbersThatCannotBeAreRefusedWithTheirPlace) {
  RunInfo info;
  info.datasets = {{"set", "1", "", "set.json", 4}};
  info.expected = 17;
  const auto said = [&](const std::string& before, const std::string& after) {
    return refusal(to_json(info), before, after, run_info_from_json);
  };
  using testing::HasSubstr;
  EXPECT_EQ(said("\"expected\": 17", "\"expected\": -1"),
            "f:7: error: not a run's description: -1 is not an integer from 0 to 1000000000 (at /expected)\n"
            "  next: fix or remove it, or run the suite again");
  EXPECT_THAT(said("\"expected\": 17", "\"expected\": 1000000000000"), HasSubstr("(at /expected)"));
  EXPECT_THAT(said("\"expected\": 17", "\"expected\": 18446744073709551615"), HasSubstr("(at /expected)"));
  EXPECT_THAT(said("\"expected\": 17", "\"expected\": 1.5"), HasSubstr("(at /expected)"));
  EXPECT_THAT(said("\"cases\": 4", "\"cases\": -4"), HasSubstr("(at /cases)"));
  EXPECT_THAT(said("\"min_mean\": 0.7", "\"min_mean\": null"), HasSubstr("(at /min_mean)"));
}

TEST(RunIdTest, IsAVersionSevenUuidAndNew) {
  const auto id = new_run_id();
  EXPECT_THAT(id,
              testing::MatchesRegex("[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"));
  std::string last = id;
  for (int i = 0; i < 10000; ++i) {
    auto next = new_run_id();
    ASSERT_LT(last, next) << "ids sort as they were made";
    last = std::move(next);
  }
}

TEST(TimestampTest, IsUtcWithMilliseconds) {
  using namespace std::chrono;
  EXPECT_EQ(timestamp(system_clock::time_point(milliseconds(1))), "1970-01-01T00:00:00.001Z");
  EXPECT_EQ(timestamp(system_clock::time_point(milliseconds(1'767'225'600'999))), "2026-01-01T00:00:00.999Z");
  EXPECT_EQ(timestamp(system_clock::time_point(milliseconds(-1))), "1969-12-31T23:59:59.999Z");
}

}  // namespace
}  // namespace assay
