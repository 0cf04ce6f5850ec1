// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "assay/internal/patterns.h"

namespace assay {
namespace {

// As framework/convert/demand.cc writes them.
TEST(PatternWords, OfPatternsThatConvertWrites) {
  EXPECT_EQ(text_of_pattern("(?s:.*)(?:wc -l)(?s:.*)"), "contains `wc -l`");
  EXPECT_EQ(text_of_pattern("(?s:.*)(?:a\\.txt \\| sort)(?s:.*)"), "contains `a.txt | sort`");
  EXPECT_EQ(text_of_pattern("(?s:.*)(?:(?i)error)(?s:.*)"), "contains, in any case, `error`");
  EXPECT_EQ(text_of_pattern("(?s:.*)(?:\\Afind)(?s:.*)"), "begins with `find`");
  EXPECT_EQ(text_of_pattern("\\A(?:ls)(?s:.*)"), "begins with `ls`");
}

TEST(PatternWords, ARegularExpressionRemainsOne) {
  EXPECT_EQ(text_of_pattern("(?s:.*)(?:wc|cat)(?s:.*)"), "contains a match of `wc|cat`");
  EXPECT_EQ(text_of_pattern("(?s:.*)(?:\\d+)(?s:.*)"), "contains a match of `\\d+`");
  EXPECT_EQ(text_of_pattern("\\A(?:ls|dir)(?s:.*)"), "begins with a match of `ls|dir`");
}

TEST(PatternWords, APatternOfAnAuthorIsShownAsItIs) {
  for (const std::string pattern :
       {"ls( -a)?", ".*", "", "\\", "(?s:.*)", "(?s:.*)(?:)", "(?s:.+)", "\\Als\\z", "(?s:.*)wc(?s:.*)"})
    EXPECT_EQ(text_of_pattern(pattern), "matches `" + pattern + "`");
  EXPECT_EQ(text_of_pattern("a\nb"), "matches `a\\nb`");
}

// The words must not promise more than the pattern asks for.
TEST(PatternWords, GroupsThatOnlyLookWrappedAreNotTakenApart) {
  const std::string either = "(?s:.*)(?:a)|(?:b)(?s:.*)";
  EXPECT_EQ(text_of_pattern(either), "matches `" + either + "`");
  EXPECT_EQ(text_of_pattern("(?s:.*)(?:a[)(]\\(|(b))(?s:.*)"), "contains a match of `a[)(]\\(|(b)`");
}

}  // namespace
}  // namespace assay
