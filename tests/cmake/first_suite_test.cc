// SPDX-License-Identifier: Apache-2.0
// The suite that `assay init` writes, in a project that finds the package.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "project.h"

namespace assay {
namespace {

using testing::HasSubstr;

// A suite in first/ for tool.sh, whose answers both cases accept.
class FirstSuiteTest : public testing::Test {
 protected:
  FirstSuiteTest() { project.tool("case $1 in *hidden*) echo ls -la;; *) echo tail -n 20 app.log;; esac\n"); }
  Ran test() {
    return project.sh("cmake -S first -B build -Dassay_DIR=" ASSAY_PACKAGE_DIR
                      " && ctest --test-dir build --output-on-failure");
  }
  Project project;
};

TEST_F(FirstSuiteTest, PassesUnderCtest) {
  const auto started = project.sh(ASSAY_PROGRAM " init first --tool './tool.sh {prompt}'");
  ASSERT_EQ(started.status, 0) << started.output;
  const auto tested = test();
  EXPECT_EQ(tested.status, 0) << tested.output;
  EXPECT_THAT(tested.output, HasSubstr("100% tests passed, 0 tests failed out of 3"));
}

TEST_F(FirstSuiteTest, FindsADescriptionWhoseNameCMakeWouldReadOtherwise) {
  project.file("my $tool;\\ [1].json", R"({"name": "mine", "argv": ["./tool.sh", "{prompt}"]})");
  const auto started = project.sh(ASSAY_PROGRAM " init first --tool 'my $tool;\\ [1].json'");
  ASSERT_EQ(started.status, 0) << started.output;
  const auto tested = test();
  EXPECT_EQ(tested.status, 0) << tested.output;
}

}  // namespace
}  // namespace assay
