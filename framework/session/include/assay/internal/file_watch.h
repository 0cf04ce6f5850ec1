// SPDX-License-Identifier: Apache-2.0
// Watches files for changes (inotify).
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <set>
#include <span>
#include <stop_token>
#include <string>

namespace assay {

// Watches files by name in their folders, because editors replace a file by another one. Not thread-safe.
class FileWatch {
 public:
  FileWatch();  // Throws Error if the system's limit is reached.
  ~FileWatch();
  FileWatch(const FileWatch&) = delete;
  FileWatch& operator=(const FileWatch&) = delete;

  // Adds files; for a folder, all files in it; for a link, its target as well. Returns whether any of them
  // was not watched before, and so may have changed until now. Throws Error if its folder cannot be watched.
  bool add(std::span<const std::filesystem::path> files);

  // Waits until one of the files has been written, replaced or removed, and then for `quiet` without further
  // changes, since editors write several times. Returns false if `stop` was requested.
  bool wait(const std::stop_token& stop, std::chrono::milliseconds quiet = std::chrono::milliseconds(50));

 private:
  struct Folder {
    bool whole = false;           // watch every file in it
    std::set<std::string> names;  // otherwise only these
  };

  bool add_name(const std::filesystem::path& folder, const std::string& name);
  bool read_events();

  int events_ = -1;
  int stopped_ = -1;
  std::map<int, Folder> folders_;  // by watch descriptor
};

}  // namespace assay
