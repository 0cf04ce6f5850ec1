// SPDX-License-Identifier: Apache-2.0
// What the processes of this namespace use, as no control group can limit or count it.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>

namespace assay::sandbox {

// All figures are about all processes of this namespace except this one.
struct Usage {
  std::uint64_t memory = 0;               // resident bytes that belong to no file
  std::chrono::nanoseconds processor{0};  // since the meter was made
  // Likewise: ready to run while the machine ran others. Not what a process waited after it had lowered its
  // own priority: an answer could keep itself from being measured.
  std::chrono::nanoseconds withheld{0};
};

// Whether one of them works, or waits for a processor or a disk. If not, they wait for one another, for a
// time or for input, and so they do on a busy machine.
bool is_any_at_work();

// One for each command, made before it starts.
class UsageMeter {
 public:
  UsageMeter();
  // Reads /proc. What a process waited and then ended unseen is not in `withheld`.
  Usage look();
  // Of the processes that have ended and were waited for, also by others of this namespace.
  std::chrono::nanoseconds processor_of_the_ended() const;

 private:
  std::chrono::steady_clock::time_point begun_;
  std::chrono::nanoseconds used_before_;
  std::chrono::nanoseconds queued_{0};
  std::map<std::string, std::uint64_t> queued_of_;  // by thread, in ns
};

}  // namespace assay::sandbox
