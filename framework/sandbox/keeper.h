// SPDX-License-Identifier: Apache-2.0
// The harness's side of the keeper (worker/main.cc).
#pragma once

#include <cstdint>
#include <mutex>
#include <string>

#include "assay/internal/sandbox.h"
#include "assay/internal/worker.h"
#include "protocol.h"
#include "system.h"
#include "userlands.h"

namespace assay::sandbox {

std::string describe(const Greeting& greeting);       // the failure, in one sentence
std::string next_step_for(const Greeting& greeting);  // what the user could do

// The system that worlds with that userland see.
UserlandFiles system_with(std::string_view userland);

// As stamp_of_userland, and two files of one size and time differ: only this machine's own files have it.
std::string state_of_userland(std::string_view name);

// Receives a Greeting within that time; otherwise Step::protocol.
Greeting receive_greeting(int line, std::chrono::milliseconds limit);

// Threads: begin and end are thread-safe.
class Keeper {
 public:
  // Starts it with these files as its system. If it failed to set itself up, greeting() says so.
  explicit Keeper(const std::vector<SystemEntry>& system);
  ~Keeper();
  Keeper(const Keeper&) = delete;
  Keeper& operator=(const Keeper&) = delete;

  const Greeting& greeting() const { return greeting_; }

  // Returns the new worker's number. `how` is one of the two begin orders. `line`, `world` and `answers` come
  // from process::above_standard.
  std::uint64_t begin(KeeperOrder how, int line, int world, int answers);
  void end(std::uint64_t worker);

 private:
  void order(KeeperOrder order, std::uint64_t worker, std::span<const int> descriptors);

  std::mutex mutex_;
  process::Worker keeper_;
  Greeting greeting_{Step::protocol, 0};
  std::uint64_t last_ = 0;
};

}  // namespace assay::sandbox
