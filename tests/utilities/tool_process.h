// SPDX-License-Identifier: Apache-2.0
// Runs an installed tool for a test: without input, in a new empty working directory, in the C locale, with a
// deadline.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace assay {

struct ToolOutput {
  std::string text;   // standard output; standard error too if `merge`
  int status = -1;    // exit status; -1: killed at the deadline
  bool found = true;  // false: no such program
  bool operator==(const ToolOutput&) const = default;
};

enum class Streams { output_only, merged };

ToolOutput run_tool(const std::vector<std::string>& argv, const std::filesystem::path& folder,
                    Streams streams);

// A new folder, removed with everything in it.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace assay
