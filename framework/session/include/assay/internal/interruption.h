// SPDX-License-Identifier: Apache-2.0
// Who may go on with a run: the user, whose first SIGINT or SIGTERM stops it in order and whose second stops
// it at once; and the one process that has claimed it.
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <thread>

namespace assay {

// While this object lives, SIGINT and SIGTERM print `words` on standard error and request a stop. A second
// signal has its default action. REQUIRES: there is no other instance; ignored signals stay ignored.
class Interruption {
 public:
  explicit Interruption(std::string words);
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  std::stop_token token() const { return stop_.get_token(); }
  // If a signal was received, ends the process by that signal, so that its parent sees the cause.
  void end_if_stopped() const;

 private:
  std::stop_source stop_;
  std::jthread listener_;
};

// The right to continue a run in a place, its store or the folder of its reports, which only one process has
// at a time. Held for the lifetime of this object; released if the process is killed.
class RunClaim {
 public:
  // Throws Error if another process of this machine is continuing the run there. Runs of one id in other
  // places are other runs.
  RunClaim(const std::string& run_id, const std::filesystem::path& place);
  ~RunClaim();
  RunClaim(const RunClaim&) = delete;
  RunClaim& operator=(const RunClaim&) = delete;

 private:
  int socket_ = -1;
};

}  // namespace assay
