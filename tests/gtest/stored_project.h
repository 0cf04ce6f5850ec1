// SPDX-License-Identifier: Apache-2.0
// A project of one suite with three cases, and its store as the program sees it.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "project.h"

namespace assay {

class StoredProject : public testing::Test {
 protected:
  StoredProject() {
    project.dataset("set.json",
                    {{"right", "list", "ls"}, {"flags", "list all", "ls -la"}, {"third", "where", "pwd"}});
    project.tool(kAllRight);
  }
  void configure(const std::string& options = "") {
    project.suite(options);
    const auto configured = project.configure();
    ASSERT_EQ(configured.status, 0) << configured.output;
  }
  Ran assay(const std::string& arguments, const std::string& folder = ".") const {
    return project.sh("cd " + folder + " && " ASSAY_PROGRAM " " + arguments);
  }
  std::filesystem::path store() const { return project.folder() / "assay.db"; }

  static constexpr const char* kAllRight =
      R"(case "$1" in list) echo ls;; 'list all') echo 'ls -al';; *) echo pwd;; esac)";
  Project project;
};

}  // namespace assay
