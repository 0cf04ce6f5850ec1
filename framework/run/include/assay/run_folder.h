// A run's folder, runs/<run_id>/: fragments while cases finish, reports afterwards.
//
// Nothing that finished is lost: a fragment is there whole or not at all, whatever kills the process that
// writes it. Processes and threads of one run may write at the same time; two runs have two folders and never
// mix.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "assay/result.h"

namespace assay {

// A process that others can be told apart from, across pid reuse and restarts: it stands for one call of
// ctest.
struct ProcessIdentity {
  int pid = 0;
  std::string
      started;  // boot id and start time in clock ticks; no wall clock, so a clock that jumps changes nothing
  bool operator==(const ProcessIdentity&) const = default;
};
ProcessIdentity parent_process();

// The run id that all processes of one `session` share in the folder `runs`: the first one makes it, whoever
// comes at the same time reads it. Creates the folders that are missing. Throws Error where they cannot be
// written.
std::string session_run_id(const std::filesystem::path& runs, const ProcessIdentity& session);

// The run id of a session that has one; empty otherwise. Creates nothing.
std::string known_session(const std::filesystem::path& runs, const ProcessIdentity& session);

// The folder of a run; creates it with its `fragments`.
std::filesystem::path make_run_folder(const std::filesystem::path& runs, const std::string& run_id);

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

// Points runs/latest at a run, in one step.
void set_latest(const std::filesystem::path& runs, const std::string& run_id);
// The id that runs/latest points at; empty where there is none.
std::string latest_run(const std::filesystem::path& runs);
// Forgets the sessions of processes that have ended. Run folders stay.
void forget_ended_sessions(const std::filesystem::path& runs);

}  // namespace assay
