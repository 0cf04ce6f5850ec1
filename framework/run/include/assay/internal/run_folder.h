// SPDX-License-Identifier: Apache-2.0
// A run's folder, runs/<run_id>/: fragments while cases finish, reports afterwards. Each run
// has its own folder.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "assay/result.h"

namespace assay {

// Identifies a process uniquely, across pid reuse and reboots; stands for one call of ctest.
struct ProcessIdentity {
  int pid = 0;
  std::string started;  // boot id and start time in clock ticks, so independent of the wall clock
  bool operator==(const ProcessIdentity&) const = default;
};
ProcessIdentity parent_process();
ProcessIdentity this_process();
// Whether the process still exists and is not a zombie.
bool is_alive(const ProcessIdentity& process);

struct SessionRun {
  std::string id;       // empty: the session has no run yet
  std::string subject;  // the subject of the run: one line without spaces
  bool is_new = false;  // created by this call of session_run
};

// The run in the folder `runs` shared by all processes of one `session`: the first process creates it, with
// its `subject`; concurrent and later callers get that run. Creates missing folders. Throws Error if they
// cannot be written.
SessionRun session_run(const std::filesystem::path& runs, const ProcessIdentity& session,
                       const std::string& subject);

// The run of a session; its id is empty if it has none. Creates nothing.
SessionRun known_session(const std::filesystem::path& runs, const ProcessIdentity& session);

// The folder of a run; creates it with its `fragments`.
std::filesystem::path make_run_folder(const std::filesystem::path& runs, const std::string& run_id);

// Points runs/latest at a run, atomically.
void set_latest(const std::filesystem::path& runs, const std::string& run_id);
// The id that runs/latest points at; empty if there is none.
std::string latest_run(const std::filesystem::path& runs);
// Records the run begun last in this folder, independent of clocks.
void set_newest(const std::filesystem::path& runs, const std::string& run_id);
// The run that `set_newest` recorded last; empty if there is none.
std::string newest_run(const std::filesystem::path& runs);
// The session's next run will be a new one.
void forget_session(const std::filesystem::path& runs, const ProcessIdentity& session);
// Forgets the sessions of processes that have ended. Run folders are kept.
void forget_ended_sessions(const std::filesystem::path& runs);

// The fragments: finished cases, one line of JSON each.
//
// No finished case is lost: a fragment is either complete or absent, however its writer is killed. Processes
// and threads of one run may write at the same time.

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
