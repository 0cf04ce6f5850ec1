// SPDX-License-Identifier: Apache-2.0
// A reason holds nothing that changes from run to run.
#include "moments.h"

#include <ctime>

#include "comparison_fixture.h"

namespace assay::behaviour {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr std::int64_t kStart = 1'800'000'000;  // 2027-01-15 08:00:00 UTC

std::string left_out(std::string_view text,
                     std::vector<std::pair<std::string, std::string>> environment = {}) {
  return Moments({.entries = {{.path = "a", .modified = -60}, {.path = "b", .dated = 0}},
                  .start = kStart,
                  .environment = std::move(environment)})
      .left_out_of(text);
}

TEST(MomentsTest, TimesCountedFromTheStartAreLeftOut) {
  EXPECT_EQ(left_out("-rw-r--r-- 1 user user 5 Jan 15 07:59 a"), "-rw-r--r-- 1 user user 5 … a");
  EXPECT_EQ(left_out("2027-01-15 07:59:00.000000000 +0000"), "… +0000");
  EXPECT_EQ(left_out("1799999940"), "…");
  EXPECT_EQ(left_out("2027-01-15 13:29", {{"TZ", "XYZ-5:30"}}), "…");
}

TEST(MomentsTest, TimesOfTheRunAreLeftOut) {
  const std::time_t now = std::time(nullptr);
  char text[64];
  std::strftime(text, sizeof text, "%a %b %e %H:%M:%S UTC %Y", std::gmtime(&now));
  EXPECT_THAT(left_out(text), testing::StartsWith("… UTC "));
  std::strftime(text, sizeof text, "backup-%Y%m%d.tar", std::gmtime(&now));
  EXPECT_EQ(left_out(text), "backup-….tar");
}

TEST(MomentsTest, OtherNumbersAndDatesStay) {
  for (const char* text : {"1970-01-01 00:00:00", "11799999940", "20:15 2019-05-31", "line 3: 42"})
    EXPECT_EQ(left_out(text), text);
}

class ReasonTest : public ComparisonTest {
 protected:
  static std::string why(std::string_view accepted, std::string_view generated) {
    return compared(accepted, generated, Question::equivalent).why;
  }
};

TEST_F(ReasonTest, DependsOnNoTimeOfTheRun) {
  EXPECT_THAT(why("echo x", "date"),
              testing::MatchesRegex("stdout, line 1: \"… UTC 2[0-9]+\" instead of \"x\""));
}

TEST_F(ReasonTest, NamesTheOrderOfTimes) {
  EXPECT_EQ(why("cat a.txt", "cat a.txt; touch a.txt"),
            "files: changed /home/user/a.txt (a later time, a later time of access)");
  EXPECT_EQ(why("cat a.txt; touch -d 2020-01-01 a.txt", "cat a.txt"),
            "files: not changed /home/user/a.txt (an earlier time, an earlier time of access)");
  EXPECT_EQ(
      why("ls; touch -d 2020-01-01 a.txt", "ls; touch -d 2021-01-01 a.txt"),
      "files: changed /home/user/a.txt (an earlier time, an earlier time of access) with another time of "
      "change");
}

TEST_F(ReasonTest, NamesNoDigest) {
  EXPECT_EQ(why("echo a > x", "echo b > x"),
            "files: created /home/user/x (2 bytes, mode 0644) with other content");
}

TEST_F(ReasonTest, EndsWhereTheRunsDiffer) {
  EXPECT_EQ(why("ls; touch new", "ls; mktemp ./aXXXXXXXX > /dev/null"), "files: created /home/user/…")
      << "the name is another one each time";
  EXPECT_THAT(why("echo x", "echo n $RANDOM$RANDOM"), testing::StartsWith("stdout, line 1: \"n …"));
}

TEST_F(ReasonTest, ListingsSayWhichFile) {
  EXPECT_EQ(why("echo x", "ls -l a.txt"),
            "stdout, line 1: \"-rw-r--r-- 1 user staff 8 … a.txt\" instead of \"x\"");
}

}  // namespace
}  // namespace assay::behaviour
