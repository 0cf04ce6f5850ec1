// SPDX-License-Identifier: Apache-2.0
// Suites under every kind of CMake generator.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "project.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class GeneratorsTest : public testing::Test {
 protected:
  GeneratorsTest() {
    project.dataset("set.json", {{"one", "list", "ls"}});
    project.file("tool.c", "#include <stdio.h>\nint main(void) { return puts(ANSWER) < 0; }\n");
    project.file("CMakeLists.txt", R"(cmake_minimum_required(VERSION 3.25)
project(user LANGUAGES C)
find_package(assay REQUIRED)
enable_testing()
add_executable(tool tool.c)
target_compile_definitions(tool PRIVATE ANSWER="$<IF:$<CONFIG:Release>,pwd,ls>")
assay_add_suite(NAME demo DATASETS set.json TOOL tool)
)");
  }
  Ran configure(const std::string& generator) {
    return project.sh("cmake -G '" + generator + "' -S . -B build -Dassay_DIR=" + ASSAY_PACKAGE_DIR);
  }
  Ran build(const std::string& options = "") { return project.sh("cmake --build build " + options); }
  Project project;
};

TEST_F(GeneratorsTest, OneConfiguration) {
  for (const char* generator : {"Ninja", "Unix Makefiles"}) {
    project.sh("rm -rf build");
    ASSERT_EQ(configure(generator).status, 0) << generator;
    ASSERT_EQ(build().status, 0) << generator;
    EXPECT_THAT(project.ctest("").output, HasSubstr("100% tests passed")) << generator;
  }
}

TEST_F(GeneratorsTest, EachConfigurationHasItsOwnTool) {
  const auto configured = configure("Ninja Multi-Config");
  ASSERT_EQ(configured.status, 0) << configured.output;
  ASSERT_EQ(build("--config Debug").status, 0);
  ASSERT_EQ(build("--config Release").status, 0);
  EXPECT_THAT(project.ctest("-C Debug").output, HasSubstr("100% tests passed"));
  EXPECT_EQ(project.sh("bash -O globstar -c 'echo **/assay/*/*/*.junit.xml'").output,
            "build/assay/demo/Debug/demo.junit.xml\n");
  EXPECT_THAT(project.ctest("-C Release --output-on-failure").output,
              AllOf(HasSubstr("pwd"), Not(HasSubstr("100% tests passed"))));
}

TEST_F(GeneratorsTest, CtestWithoutAConfigurationIsRed) {
  configure("Ninja Multi-Config");
  const auto ran = project.ctest("--output-on-failure");
  EXPECT_EQ(ran.status, 8);
  EXPECT_THAT(ran.output, HasSubstr("next: ctest -C Debug"));
}

TEST_F(GeneratorsTest, TheRunnerIsThereAfterTheBuild) {
  configure("Ninja");
  build();
  const auto listed = project.sh("build/assay/demo/test_runner --gtest_list_tests");
  EXPECT_EQ(listed.status, 0) << listed.output;
  EXPECT_THAT(listed.output, HasSubstr("set.\n  one"));
  EXPECT_THAT(build().output, HasSubstr("no work to do"));
}

}  // namespace
}  // namespace assay
