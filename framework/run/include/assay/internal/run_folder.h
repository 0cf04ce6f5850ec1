// SPDX-License-Identifier: Apache-2.0
// A run's folder, runs/<run_id>/: fragments while cases finish (fragments.h), reports afterwards. Each run
// has its own folder.
#pragma once

#include <filesystem>
#include <string>

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

}  // namespace assay
