// SPDX-License-Identifier: Apache-2.0
// A custom grading level as a program: docs/levels.md describes its input and output.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "assay/grading.h"

namespace assay {

struct ExecLevel {
  std::string name;
  std::vector<std::string> argv;  // argv[0] is looked up in PATH unless it has a slash
  std::chrono::milliseconds timeout{60'000};
  unsigned at_once = 4;
};

// Asynchronous: the program runs once per case, at most `at_once` copies at a time; a run is killed when its
// verdict is no longer wanted. If it cannot be started, fails, times out or prints an invalid reply, the
// verdict is Outcome::error, which leaves the case unmeasured. The level's version is a digest of the words
// of its argv and of the files of at most 1 MiB that they name.
Level level_of(const ExecLevel& described);

}  // namespace assay
