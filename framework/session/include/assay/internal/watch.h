// SPDX-License-Identifier: Apache-2.0
// Watches files for changes (inotify), and keeps the results of a suite current with them.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "assay/internal/plan.h"
#include "assay/result.h"
#include "assay/summary.h"

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

class WatchedCases {
 public:
  // A case whose result changed.
  struct Change {
    std::optional<Result> before;  // none: it is new
    std::optional<Result> now;     // none: it is gone
  };
  // The effects of a new plan.
  struct Round {
    std::size_t asked = 0;   // cases whose tool or prompt changed, new ones, and unmeasured ones
    std::size_t graded = 0;  // cases whose earlier answer was graded again
    std::vector<Change> changes;
  };

  // Updates the results to the plan: asks and grades only what it affects. If `stop` is requested, results
  // are missing.
  Round follow(const Plan& plan, std::stop_token stop);

  Counts counts() const;

 private:
  using Key = std::pair<std::string, std::string>;  // dataset and id
  using Results = std::map<Key, Result>;

  std::vector<Case> keep(const Plan& plan, const Results& before, Round& round);
  void ask(const Plan& plan, const std::vector<Case>& cases, std::stop_token stop);

  std::optional<RunInfo> info_;  // of the last plan
  Results results_;
};

// Whether the tool's answers may change.
bool asks_otherwise(const RunInfo& before, const RunInfo& now);

// "miss -> pass  set.case", "new pass", "still miss" with another answer, "gone"; below it the headline
// unless it passed.
std::string to_string(const WatchedCases::Change& change);

}  // namespace assay
