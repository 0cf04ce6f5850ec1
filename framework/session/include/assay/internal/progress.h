// SPDX-License-Identifier: Apache-2.0
// How far a run has come, for whoever watches it.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "assay/result.h"

namespace assay {

// Thread-safe.
class Progress {
 public:
  explicit Progress(std::size_t total);
  void add(const Result& result);
  // Where others ask too: how many are answered, by whomever. What the first call says was there before.
  void set_done(std::size_t everywhere);
  // "12 of 100 answered, 3 missed, 4.0 a second, 22 s left"; "12 of 100 answered, 5 here, …"
  std::string line() const;

 private:
  const std::size_t total_;
  const std::chrono::steady_clock::time_point began_;
  mutable std::mutex mutex_;
  std::size_t finished_ = 0, missed_ = 0, unmeasured_ = 0;
  std::optional<std::size_t> before_;  // that was there when this began; none: nobody else asks
  std::size_t elsewhere_ = 0;          // and since then by others
};

// Whether standard error is a terminal that can show a line over and over.
bool shows_progress();

// Shows a line while this lives, from a thread of its own: a terminal that somebody stopped (Ctrl-S) holds up
// nothing else. `progress` must outlive it.
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
