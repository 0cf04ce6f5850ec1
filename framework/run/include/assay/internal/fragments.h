// SPDX-License-Identifier: Apache-2.0
// The fragments of a run's folder (run_folder.h): cases that have finished, a line of JSON each.
//
// Nothing that finished is lost: a fragment is there whole or not at all, whatever kills the process that
// writes it. Processes and threads of one run may write at the same time.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "assay/result.h"

namespace assay {

// Finished cases appended to one file, a line each; not thread-safe.
class FragmentLog {
 public:
  // A file of its own, for a process that runs many cases; the next one where it has grown large.
  explicit FragmentLog(const std::filesystem::path& folder);
  // The file that all processes of single cases append to, locked while this lives: a file a case would cost
  // as much as the rest of such a process. None where it cannot be locked within a tenth of
  // a second, or has grown large.
  static std::optional<FragmentLog> lock_shared(const std::filesystem::path& folder);
  FragmentLog(FragmentLog&&) noexcept;
  ~FragmentLog();
  // Throws Error where the file no longer holds what was added, as check() does.
  void add(const Result& result);
  // Throws Error where somebody else removed, replaced or changed the file: what it held is lost.
  void check() const;

 private:
  struct Inner;
  explicit FragmentLog(std::unique_ptr<Inner> inner);
  void begin_file(const std::filesystem::path& fragments);
  std::unique_ptr<Inner> inner_;
};

// One finished case of a process that runs one: to the shared file, or at once to one of its own where
// somebody else is writing there.
void write_fragment(const std::filesystem::path& folder, const Result& result);

struct Fragments {
  std::vector<Result> results;  // in case order
  // Files or lines that are no result: a full disk, a foreign file; rows that were written and are gone.
  std::vector<Problem> problems;
};
// A last line without its newline (its writer was killed) is passed over without a problem.
Fragments read_fragments(const std::filesystem::path& folder);

// Sorts by dataset, line, name, attempt and time; attempts that several processes counted from 1 are numbered
// through.
void put_in_case_order(std::vector<Result>& results);

}  // namespace assay
