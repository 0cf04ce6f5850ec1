// SPDX-License-Identifier: Apache-2.0
// The files of a first suite: a dataset of two cases, the tool's description, and a CMakeLists.txt that turns
// them into tests.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace assay {

// A file's text and its name within the suite's folder.
struct SuiteFile {
  std::string name;
  std::string text;
};

struct FirstSuite {
  std::filesystem::path folder;
  std::string name;            // of the suite and the project
  std::filesystem::path tool;  // its description, with a path that this process can open
  std::vector<SuiteFile> files;
};

// `tool`: a program, a command line, the name of a ready description, or a file that contains one. Relative
// paths are relative to the current directory; in the written files they are relative to `folder`. Throws
// Error if it is not a tool that answers with commands, or its program does not exist.
FirstSuite first_suite(const std::filesystem::path& folder, const std::string& tool);

// Writes all files or none: throws Error naming each that already exists, or the one that cannot be written.
void write_suite(const FirstSuite& suite);

}  // namespace assay
