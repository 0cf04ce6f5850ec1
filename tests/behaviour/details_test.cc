// SPDX-License-Identifier: Apache-2.0
// Output that says the same and more.
#include "details.h"

#include <gmock/gmock.h>

namespace assay::behaviour {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Detail detail(const char* a, const char* b) { return detail_of(calls_of(a), calls_of(b)); }

TEST(DetailsTest, CountsHaveTheirFilesBehind) {
  EXPECT_EQ(detail("wc -l a", "cat a | wc -l"), Detail::names_of_counts);
  EXPECT_THAT(plainer(Detail::names_of_counts, "  12 a.txt\n3 b c\n"), ElementsAre("12\n3\n"));
  EXPECT_THAT(plainer(Detail::names_of_counts, "12\n"), IsEmpty());
  EXPECT_THAT(plainer(Detail::names_of_counts, "a.txt\n"), IsEmpty());
}

TEST(DetailsTest, LinesHaveTheirFilesInFront) {
  constexpr Detail kDetail = Detail::names_of_lines;
  EXPECT_EQ(detail("find . -exec grep x {} \\;", "find . | xargs -I {} grep -H x {}"), kDetail);
  EXPECT_THAT(plainer(kDetail, "a.txt:one\nb.txt:two: three\n"), ElementsAre("one\ntwo: three\n"));
  EXPECT_THAT(plainer(kDetail, "a.txt:one\ntwo\n"), IsEmpty());
}

TEST(DetailsTest, ALongListingHasNamesAtItsEnds) {
  constexpr Detail kDetail = Detail::attributes_of_files;
  EXPECT_EQ(detail("find . -name a", "find . -name a -ls"), kDetail);
  EXPECT_EQ(detail("find . -type f", "find . -type f -exec ls -l {} +"), kDetail);
  EXPECT_EQ(detail("find . -name a", "find . -name a -exec ls -ld {} +"), kDetail);
  EXPECT_THAT(plainer(kDetail,
                      "-rw-r--r-- 1 user user   12 Jan  1 10:00 a b.txt\n"
                      "lrwxrwxrwx 1 user user 5 Mar 12  2020 latest -> a.txt\n"),
              ElementsAre("a b.txt\nlatest\n"));
  EXPECT_THAT(plainer(kDetail, "   123      4 drwxr-xr-x   2 user  user  40 Jan  1 10:00 ./d\n"),
              ElementsAre("./d\n"));
  for (const char* other : {"total 4\n-rw-r--r-- 1 user user 12 Jan  1 10:00 a\n", "a.txt\n",
                            "-rw-r--r-- 1 user user 12\n", "12 a.txt\n"})
    EXPECT_THAT(plainer(kDetail, other), IsEmpty()) << other;
}

TEST(DetailsTest, LinesHaveTheirNumbersInFront) {
  EXPECT_EQ(detail("sed -n 2,4p a", "cat -n a | sed -n 2,4p"), Detail::numbers_of_lines);
  EXPECT_EQ(detail("cat -n a", "nl a"), Detail::none) << "they were asked for";
  EXPECT_THAT(plainer(Detail::numbers_of_lines, "     2\tb\n\n     3\tc\td\n"), ElementsAre("b\nc\td\n"));
  EXPECT_THAT(plainer(Detail::numbers_of_lines, "2 b\n"), IsEmpty());
  EXPECT_THAT(plainer(Detail::names_of_lines, "2-b\n3:c-d:e\n--\n9-f\n"), ElementsAre("b\nc-d:e\n--\nf\n"));
  EXPECT_EQ(detail("grep -h x *", "grep x *"), Detail::none) << "no names were asked for";
}

TEST(DetailsTest, ListingsHaveTotals) {
  EXPECT_EQ(detail("df -h", "df -h | tail -n 1"), Detail::totals);
  EXPECT_THAT(plainer(Detail::totals, "total 12\na\n"), ElementsAre("a\n"));
  EXPECT_THAT(plainer(Detail::totals, "4\ta\n4\ttotal\n"), ElementsAre("4\ta\n"));
  EXPECT_THAT(plainer(Detail::totals, "total eclipse\n4\ta total\n"), IsEmpty());
}

TEST(DetailsTest, NothingElseIsADetail) {
  EXPECT_EQ(detail("cut -d: -f1 a", "cut -d: -f1,2 a"), Detail::none);
  EXPECT_EQ(detail("grep x a", "grep x a | wc -l"), Detail::none);
  EXPECT_EQ(detail("find . -name a", "find . -name a | sort"), Detail::none);
  EXPECT_EQ(detail("find . -name a", "find . -name a | xargs ls -l"),
            Detail::none);  // of a folder, ls lists its contents
  EXPECT_EQ(detail("", ""), Detail::none);
  EXPECT_THAT(plainer(Detail::none, "a.txt:one\n"), IsEmpty());
}

}  // namespace
}  // namespace assay::behaviour
