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

// Asynchronous: the program runs once a case, `at_once` of them at most, each ended where nobody wants to
// know any more. That it cannot be started, fails, takes too long, or says what is no answer is an
// Outcome::error, which leaves the case unmeasured. The level's version is a digest of its words and of the
// files that they name, up to 1 MiB each.
Level level_of(const ExecLevel& described);

}  // namespace assay
