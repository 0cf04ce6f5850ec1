// Output that says the same and more.
#include "details.h"

#include <gtest/gtest.h>

namespace assay::behaviour {
namespace {

Detail detail(const char* a, const char* b) { return detail_of(calls_of(a), calls_of(b)); }

TEST(DetailsTest, CountsHaveTheirFilesBehind) {
  EXPECT_EQ(detail("wc -l a", "cat a | wc -l"), Detail::names_of_counts);
  EXPECT_EQ(without(Detail::names_of_counts, "  12 a.txt\n3 b c\n"), "12\n3\n");
  EXPECT_EQ(without(Detail::names_of_counts, "12\n"), std::nullopt);
  EXPECT_EQ(without(Detail::names_of_counts, "a.txt\n"), std::nullopt);
}

TEST(DetailsTest, LinesHaveTheirFilesInFront) {
  EXPECT_EQ(detail("find . -exec grep x {} \\;", "find . | xargs -I {} grep -H x {}"),
            Detail::names_of_lines);
  EXPECT_EQ(without(Detail::names_of_lines, "a.txt:one\nb.txt:12:two: three\n"), "one\ntwo: three\n");
  EXPECT_EQ(without(Detail::names_of_lines, "a.txt:one\ntwo\n"), std::nullopt);
}

TEST(DetailsTest, NothingElseIsADetail) {
  EXPECT_EQ(detail("cut -d: -f1 a", "cut -d: -f1,2 a"), Detail::none);
  EXPECT_EQ(detail("grep x a", "grep x a | wc -l"), Detail::none);
  EXPECT_EQ(detail("find . -name a", "find . -name a -ls"), Detail::none);
  EXPECT_EQ(detail("", ""), Detail::none);
}

}  // namespace
}  // namespace assay::behaviour
