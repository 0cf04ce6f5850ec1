// SPDX-License-Identifier: Apache-2.0
// The fake tools of tests/tools, and ways to run them.
#pragma once

#include <gtest/gtest.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "assay/process.h"

namespace assay {

inline std::string tool_path(const std::string& name) { return std::string(ASSAY_TEST_TOOLS) + "/" + name; }
inline std::string built_tool(const std::string& name) { return std::string(ASSAY_BUILT_TOOLS) + "/" + name; }

inline ProcessSpec program(std::vector<std::string> argv) {
  ProcessSpec spec;
  spec.argv = std::move(argv);
  return spec;
}

inline ProcessSpec shell(const std::string& script) { return program({"/bin/sh", "-c", script}); }

// A test's own folder, removed with it.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "assay-test-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }
  std::string write(const std::string& name, const std::string& bytes) const {
    std::ofstream(path_ / name, std::ios::binary) << bytes;
    return *this / name;
  }

 private:
  std::filesystem::path path_;
};

// As much as can be read: a file in /proc may vanish meanwhile.
inline std::string contents(const std::string& file) {
  std::string text;
  std::FILE* in = std::fopen(file.c_str(), "rb");
  if (in == nullptr) return text;
  char bytes[4096];
  while (const std::size_t count = std::fread(bytes, 1, sizeof bytes, in)) text.append(bytes, count);
  std::fclose(in);
  return text;
}

// False after ten seconds: long enough on any machine, and only a failing test waits that long.
inline bool comes_true(const std::function<bool()>& condition) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

inline pid_t number_in(const std::string& file) {
  const std::string text = contents(file);
  return text.ends_with('\n') ? std::stoi(text) : 0;
}

// Neither running nor waiting to be reaped.
inline bool is_gone(pid_t pid) { return ::kill(pid, 0) != 0 && errno == ESRCH; }

inline bool is_dead(pid_t pid) {
  const std::string status = contents("/proc/" + std::to_string(pid) + "/status");
  return status.empty() || status.find("\nState:\tZ") != std::string::npos;
}

inline int open_descriptors() {
  int count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) ++count;
  return count;
}

inline std::string own_children() {
  return contents("/proc/self/task/" + std::to_string(::getpid()) + "/children");
}

}  // namespace assay
