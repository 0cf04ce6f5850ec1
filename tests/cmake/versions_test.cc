// SPDX-License-Identifier: Apache-2.0
// Other versions of CMake, if they are available, and this project as part of another.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "project.h"

namespace assay {
namespace {

using testing::HasSubstr;
using testing::Not;

std::vector<std::string> versions() {
  std::vector<std::string> found;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(ASSAY_OTHER_CMAKES, none))
    found.push_back((entry.path() / "cmake/data/bin/").string());
  return found;
}

void suite(Project& project, const std::string& languages) {
  project.dataset("set.json", {{"one", "list", "ls"}});
  project.tool("echo ls");
  project.file("CMakeLists.txt",
               "cmake_minimum_required(VERSION 3.25)\nproject(user LANGUAGES " + languages +
                   ")\nfind_package(assay REQUIRED)\nenable_testing()\n"
                   "assay_add_suite(NAME demo DATASETS set.json TOOL ./tool.sh REFUSAL \"regex:a;b\")\n");
}

TEST(OtherVersionsOfCmake, WarnOfNothing) {
  if (versions().empty())
    GTEST_SKIP() << "no other CMake in " << ASSAY_OTHER_CMAKES << ": ./do cmakes fetches some";
  for (const auto& bin : versions())
    for (const char* languages : {"NONE", "CXX"})
      for (const char* generator : {"Ninja", "Unix Makefiles", "Ninja Multi-Config"}) {
        Project project;
        suite(project, languages);
        const auto configured = project.sh(bin + "cmake -Werror=dev -G '" + generator +
                                           "' -S . -B build -Dassay_DIR=" + ASSAY_PACKAGE_DIR);
        EXPECT_EQ(configured.status, 0) << bin << generator << configured.output;
        EXPECT_THAT(configured.output, Not(HasSubstr("Warning"))) << bin;
        const auto ran =
            project.sh(bin + "cmake --build build && " + bin + "ctest --test-dir build -C Debug");
        EXPECT_THAT(ran.output, HasSubstr("100% tests passed")) << bin << generator << ran.output;
        EXPECT_THAT(ran.output, Not(HasSubstr("Warning"))) << bin << ran.output;
      }
}

TEST(OtherVersionsOfCmake, ConfigureThisProject) {
  if (versions().empty())
    GTEST_SKIP() << "no other CMake in " << ASSAY_OTHER_CMAKES << ": ./do cmakes fetches some";
  for (const auto& bin : versions()) {
    Project project;
    const auto configured = project.sh(bin + "cmake -Werror=dev -G Ninja -B build -S " + ASSAY_SOURCE_DIR);
    EXPECT_EQ(configured.status, 0) << bin << configured.output;
    EXPECT_THAT(configured.output, Not(HasSubstr("Warning"))) << bin;
  }
}

class InsideAnotherProject : public testing::TestWithParam<const char*> {};

TEST_P(InsideAnotherProject, SuitesCanBeAdded) {
  Project project;
  project.dataset("set.json", {{"one", "list", "ls"}});
  project.tool("echo ls");
  project.file("CMakeLists.txt",
               "cmake_minimum_required(VERSION 3.25)\nproject(user LANGUAGES C CXX)\nenable_testing()\n" +
                   std::string(GetParam()) +
                   "\nassay_add_suite(NAME demo DATASETS set.json TOOL ./tool.sh)\n");
  const auto configured = project.sh(std::string(ASSAY_CMAKE) + " -Werror=dev -G Ninja -S . -B build");
  ASSERT_EQ(configured.status, 0) << configured.output;
  EXPECT_THAT(project.ctest("-N").output, HasSubstr("demo.NOT_BUILT"));
}

INSTANTIATE_TEST_SUITE_P(
    , InsideAnotherProject,
    testing::Values("add_subdirectory(" ASSAY_SOURCE_DIR " assay)",
                    "include(FetchContent)\nFetchContent_Declare(assay SOURCE_DIR " ASSAY_SOURCE_DIR
                    ")\nFetchContent_MakeAvailable(assay)"));

}  // namespace
}  // namespace assay
