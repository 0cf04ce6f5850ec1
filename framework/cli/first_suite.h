// SPDX-License-Identifier: Apache-2.0
// The files of a first suite: a dataset of two cases, what describes the tool, and the CMakeLists.txt that
// makes tests of them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace assay::cli {

// Text with its place in the suite's folder.
struct SuiteFile {
  std::string name;
  std::string text;
};

struct FirstSuite {
  std::filesystem::path folder;
  std::string name;            // of suite and project
  std::filesystem::path tool;  // its description, as the program finds it
  std::vector<SuiteFile> files;
};

// `tool`: a program, a command line, the name of a ready description, or a file that has one; relative paths
// are those of this process, and in the files they are relative to `folder`. Throws Error where that is no
// tool that answers with commands, or its program is not there.
FirstSuite first_suite(const std::filesystem::path& folder, const std::string& tool);

// All files or none: throws Error naming each that is there already, or the one that cannot be written.
void write_suite(const FirstSuite& suite);

}  // namespace assay::cli
