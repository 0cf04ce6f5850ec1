// SPDX-License-Identifier: Apache-2.0
// The progress of a run, or of an evaluation, for display.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "assay/grading.h"

namespace assay {

// Thread-safe.
class Progress {
 public:
  explicit Progress(std::size_t total);
  void add(Status status);
  // If others ask too: how many are answered by any worker. The first call's value is the count before this
  // began.
  void set_done(std::size_t everywhere);
  // "12 of 100 answered, 3 missed, 4.0 a second, 22 s left"; "12 of 100 answered, 5 here, …"
  std::string line() const;

 private:
  const std::size_t total_;
  const std::chrono::steady_clock::time_point began_;
  mutable std::mutex mutex_;
  std::size_t finished_ = 0, missed_ = 0, unmeasured_ = 0;
  std::optional<std::size_t> before_;  // answered before this began; empty: nobody else asks
  std::size_t elsewhere_ = 0;          // answered by others since then
};

// Whether standard error is a terminal that can redraw a line.
bool shows_progress();

// Shows the line during its lifetime, from its own thread, so that a stopped terminal (Ctrl-S) does not block
// the run. `progress` must outlive it.
class ProgressLine {
 public:
  explicit ProgressLine(const Progress& progress);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

 private:
  void show();

  const Progress& progress_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool over_ = false;
  std::thread thread_;
};

}  // namespace assay
