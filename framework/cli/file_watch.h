// SPDX-License-Identifier: Apache-2.0
// That a file changes, said by the system.
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <set>
#include <span>
#include <stop_token>
#include <string>

namespace assay::cli {

// Files are looked for by name in their folders: editors put another file in a file's place. Not
// thread-safe.
class FileWatch {
 public:
  FileWatch();  // Throws Error where the system has no more of these.
  ~FileWatch();
  FileWatch(const FileWatch&) = delete;
  FileWatch& operator=(const FileWatch&) = delete;

  // Further files; of a folder, all in it; of a link, what it leads to as well. Whether any of them was not
  // watched before: it may have changed until now. Throws Error where its folder cannot be watched.
  bool add(std::span<const std::filesystem::path> files);

  // Waits until one of the files was written, replaced or removed, and none has been for `quiet`: editors
  // write several times. False: `stop` was requested.
  bool wait(std::stop_token stop, std::chrono::milliseconds quiet = std::chrono::milliseconds(50));

 private:
  struct Folder {
    bool whole = false;           // every file in it is meant
    std::set<std::string> names;  // otherwise these
  };

  bool add_name(const std::filesystem::path& folder, const std::string& name);
  bool read_events();

  int events_ = -1;
  int stopped_ = -1;
  std::map<int, Folder> folders_;  // by the system's number
};

}  // namespace assay::cli
