// SPDX-License-Identifier: Apache-2.0
// The script that ctest reads, parsed again by discovery.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "discovery.h"

namespace assay {
namespace {

TEST(TestNames, AreThoseOfCasesAndOfSingleTestsInOrderWithoutTheSuites) {
  EXPECT_THAT(test_names("# stamp\n"
                         "add_test(\"demo.first\" \"x\")\n"
                         "set(assay_cases\n"
                         "  set.one\n"
                         "  demo.two\n"
                         ")\n"
                         "foreach(assay_case IN LISTS assay_cases)\n"
                         "  add_test(\"demo.${assay_case}\" \"x\")\n"
                         "endforeach()\n"
                         "add_test(\"demo.aggregate\" \"x\")\n"),
              testing::ElementsAre("first", "set.one", "demo.two", "aggregate"));
}

// As an earlier version wrote it.
TEST(TestNames, OfAScriptWithoutALoop) {
  EXPECT_THAT(test_names("add_test(\"demo.set.one\" x)\nadd_test(\"demo.aggregate\" x)"),
              testing::ElementsAre("set.one", "aggregate"));
}

TEST(TestNames, OfNothingAreNone) { EXPECT_TRUE(test_names("").empty()); }

}  // namespace
}  // namespace assay
