// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <vector>

namespace assay::sandbox {

// So many busy processes outside of the sandbox that a command has to wait for its turns.
class BusyMachine {
 public:
  explicit BusyMachine(unsigned processes) {
    for (unsigned i = 0; i < processes; ++i) {
      const pid_t pid = ::fork();
      if (pid == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        ::setsid();  // as if started by somebody else, whom the scheduler treats as fairly
        volatile bool is_busy = true;
        while (is_busy) {
        }
      }
      busy_.push_back(pid);
    }
  }
  ~BusyMachine() {
    for (const pid_t pid : busy_) {
      ::kill(pid, SIGKILL);
      ::waitpid(pid, nullptr, 0);
    }
  }
  BusyMachine(const BusyMachine&) = delete;
  BusyMachine& operator=(const BusyMachine&) = delete;

 private:
  std::vector<pid_t> busy_;
};

}  // namespace assay::sandbox
