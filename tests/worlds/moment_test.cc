// SPDX-License-Identifier: Apache-2.0
#include "moment.h"

#include <gmock/gmock.h>

namespace assay::worlds {
namespace {

std::string said_again(std::string_view text) {
  const auto moment = moment_from(text);
  return moment ? text_of(*moment) : "none";
}

TEST(MomentTest, FromTheStart) {
  EXPECT_EQ(moment_from("-7d")->seconds, -7 * 86400);
  EXPECT_EQ(moment_from("+1h30m")->seconds, 5400);
  EXPECT_EQ(said_again("-7d"), "-1w");
  EXPECT_EQ(said_again("-36h"), "-36h");
  EXPECT_EQ(said_again("-90s"), "-90s");
  EXPECT_EQ(said_again("+1h30m"), "+90m");
  EXPECT_EQ(said_again("-0s"), "+0s");
}

TEST(MomentTest, Dates) {
  EXPECT_EQ(moment_from("1970-01-02")->seconds, 86400);
  EXPECT_EQ(said_again("2023-05-31T23:59:59Z"), "2023-05-31T23:59:59Z");
  EXPECT_EQ(said_again("2024-02-29"), "2024-02-29T00:00:00Z");
}

TEST(MomentTest, WhatIsNone) {
  for (const char* text :
       {"", "7d", "-", "-7", "-7y", "-d", "2023-02-29", "2023-5-1", "2023-05-31T24:00:00Z",
        "2023-05-31T23:59:59", "1969-12-31", "-99999999999999999999d", "-9999999999999w", "-1d 2h"})
    EXPECT_EQ(said_again(text), "none") << text;
}

}  // namespace
}  // namespace assay::worlds
