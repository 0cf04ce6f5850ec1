// SPDX-License-Identifier: Apache-2.0
// What Ctrl-C and a polite kill do to a run: the first one ends it in order, the second one at once.
#pragma once

#include <stop_token>
#include <string>
#include <thread>

namespace assay::cli {

// While this lives, SIGINT and SIGTERM say `words` on standard error and request a stop. A second one does
// what it does without this. REQUIRES: there is no other; signals that were ignored stay so.
class Interruption {
 public:
  explicit Interruption(std::string words);
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  std::stop_token token() const { return stop_.get_token(); }
  // Ends the process by the signal that came, where one did: who started it shall see that.
  void end_if_stopped() const;

 private:
  std::stop_source stop_;
  std::jthread listener_;
};

}  // namespace assay::cli
