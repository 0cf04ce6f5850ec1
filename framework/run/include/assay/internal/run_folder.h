// SPDX-License-Identifier: Apache-2.0
// A run's folder, runs/<run_id>/: fragments while cases finish (fragments.h), reports afterwards. Two runs
// have two folders and never mix.
#pragma once

#include <filesystem>
#include <string>

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
ProcessIdentity this_process();
// Whether it is still there, and more than an exit status that nobody asked for.
bool is_alive(const ProcessIdentity& process);

struct SessionRun {
  std::string id;       // empty: the session has no run yet
  std::string subject;  // what it is a run of, a line without spaces or line breaks
  bool is_new = false;  // this call of session_run made it
};

// The run that all processes of one `session` share in the folder `runs`: the first one makes it, of its
// `subject`; whoever comes at the same time or later is told of that one. Creates the folders that are
// missing. Throws Error where they cannot be written.
SessionRun session_run(const std::filesystem::path& runs, const ProcessIdentity& session,
                       const std::string& subject);

// That of a session that has one. Creates nothing.
SessionRun known_session(const std::filesystem::path& runs, const ProcessIdentity& session);

// The folder of a run; creates it with its `fragments`.
std::filesystem::path make_run_folder(const std::filesystem::path& runs, const std::string& run_id);

// Points runs/latest at a run, in one step.
void set_latest(const std::filesystem::path& runs, const std::string& run_id);
// The id that runs/latest points at; empty where there is none.
std::string latest_run(const std::filesystem::path& runs);
// The run that was begun last in this folder, whatever the clock said; `set_newest` is told so. Empty where
// there is none.
void set_newest(const std::filesystem::path& runs, const std::string& run_id);
std::string newest_run(const std::filesystem::path& runs);
// Its next run is another one.
void forget_session(const std::filesystem::path& runs, const ProcessIdentity& session);
// Forgets the sessions of processes that have ended. Run folders stay.
void forget_ended_sessions(const std::filesystem::path& runs);

}  // namespace assay
