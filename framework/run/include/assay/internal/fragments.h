// SPDX-License-Identifier: Apache-2.0
// The fragments of a run's folder (run_folder.h): finished cases, one line of JSON each.
//
// No finished case is lost: a fragment is either complete or absent, however its writer is killed. Processes
// and threads of one run may write at the same time.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "assay/result.h"

namespace assay {

// Appends finished cases to a file, one line each; not thread-safe.
class FragmentLog {
 public:
  // A separate file, for a process that runs many cases; continues in a new file when it has grown large.
  explicit FragmentLog(const std::filesystem::path& folder);
  // The file that all processes of single cases append to, locked during this object's lifetime: a separate
  // file per case would cost as much as the rest of such a process. Empty if the file cannot be locked within
  // a tenth of a second, or has grown large.
  static std::optional<FragmentLog> lock_shared(const std::filesystem::path& folder);
  FragmentLog(FragmentLog&&) noexcept;
  ~FragmentLog();
  // Throws Error if the file no longer holds what was added, like check().
  void add(const Result& result);
  // Throws Error if the file was removed, replaced or changed by others: what it held is lost.
  void check() const;

 private:
  struct Inner;
  explicit FragmentLog(std::unique_ptr<Inner> inner);
  void begin_file(const std::filesystem::path& fragments);
  std::unique_ptr<Inner> inner_;
};

// Writes the finished case of a single-case process: to the shared file or, if another process is writing
// there, at once to a separate file.
void write_fragment(const std::filesystem::path& folder, const Result& result);

struct Fragments {
  std::vector<Result> results;  // in case order
  // Files or lines that are not results (a full disk, a foreign file), and rows that were written but are
  // missing.
  std::vector<Problem> problems;
};
// A last line without a newline (its writer was killed) is skipped silently.
Fragments read_fragments(const std::filesystem::path& folder);

// Sorts by dataset, line, name, attempt and time; attempts that several processes each counted from 1 are
// renumbered.
void put_in_case_order(std::vector<Result>& results);

}  // namespace assay
