// What a suite's process prints about a run, and what it ends with.
#pragma once

#include <filesystem>
#include <vector>

#include "aggregate.h"
#include "suite.h"

namespace assay {

// Of a process that ran a whole suite; kSkipStatus stands beside them for ctest alone.
enum ExitStatus { kHeld = 0, kRed = 1, kBroken = 2, kNothingSelected = 3 };

// On standard output, one after the other.
void print_problems(const std::vector<Problem>& problems);
// The summary of a run whose reports are in `folder`.
void print_run(const Suite& suite, const Run& run, const std::filesystem::path& folder);
// All that a finished run has to say. kHeld where the gate held and the run is where it should be.
ExitStatus announce(const Suite& suite, const Aggregated& done);

}  // namespace assay
