// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>

#include "assay/dataset.h"

namespace assay {
namespace {

TEST(TestName, KeepsLettersAndDigits) {
  EXPECT_EQ(test_name("fileOps_001"), "fileOps_001");
  for (const char* edges : {"az", "AZ", "09"}) EXPECT_EQ(test_name(edges), edges);
  EXPECT_EQ(test_name("`{@[/:"), "______") << "the neighbours of letters and digits";
}

TEST(TestName, ReplacesWhateverFiltersAndListsWouldMangle) {
  EXPECT_EQ(test_name("a-b:c;d[e]f/g*h i"), "a_b_c_d_e_f_g_h_i");
  EXPECT_EQ(test_name("é"), "__");
  EXPECT_EQ(test_name(std::string_view("a\0b\n", 4)), "a_b_");
}

TEST(TestName, StaysShortAndDistinct) {
  const std::string longest(120, 'x');
  EXPECT_EQ(test_name(longest), longest);
  std::set<std::string> names;
  for (std::size_t size : {121, 122, 4096}) {
    const std::string name = test_name(std::string(size, 'x'));
    EXPECT_EQ(name.size(), 120u);
    names.insert(name);
  }
  EXPECT_EQ(names.size(), 3u);
}

TEST(TestName, IsNeverOneThatGoogleTestLeavesOut) {
  EXPECT_EQ(test_name("DISABLED_x"), "id_DISABLED_x");
  EXPECT_EQ(test_name("DISABLED-x"), "id_DISABLED_x");
}

}  // namespace
}  // namespace assay
