// Output that says the same and more.
#include "details.h"

#include <gtest/gtest.h>

namespace assay::behaviour {
namespace {

Detail detail(const char* a, const char* b) { return detail_of(calls_of(a), calls_of(b)); }

TEST(DetailsTest, ALongListingIsAListOfNames) {
  EXPECT_EQ(detail("find . -name a", "find . -name a -ls"), Detail::listing);
  EXPECT_EQ(detail("find . -exec ls -l {} \\;", "find ."), Detail::listing);
  EXPECT_EQ(without(Detail::listing,
                    "total 8\n"
                    "-rw-r--r-- 1 user user  5 Nov  3 10:00 two words\n"
                    "lrwxrwxrwx 1 user user  5 Nov  3  2023 link -> a\n"),
            "two words\nlink\n");
  EXPECT_EQ(without(Detail::listing, "    12     4 drwxr-xr-x   2 user  user  4096 Nov  3 10:00 ./d\n"),
            "./d\n");
  EXPECT_EQ(without(Detail::listing, "a\n-rw-r--r-- 1 user user 5 Nov 3 10:00 b\n"), std::nullopt);
}

TEST(DetailsTest, LinesHaveTheirFilesInFront) {
  EXPECT_EQ(detail("find . -exec grep x {} \\;", "find . | xargs -I {} grep -H x {}"), Detail::file_names);
  EXPECT_EQ(without(Detail::file_names, "a.txt:one\nb.txt:12:two: three\n"), "one\ntwo: three\n");
  EXPECT_EQ(without(Detail::file_names, "a.txt:one\ntwo\n"), std::nullopt);
}

TEST(DetailsTest, NothingElseIsADetail) {
  EXPECT_EQ(detail("cut -d: -f1 a", "cut -d: -f1,2 a"), Detail::none);
  EXPECT_EQ(detail("grep x a", "grep x a | wc -l"), Detail::none);
  EXPECT_EQ(detail("", ""), Detail::none);
}

}  // namespace
}  // namespace assay::behaviour
