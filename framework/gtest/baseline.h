// The baseline file: which cases passed when somebody last accepted the state of things. Meant to be
// committed.
#pragma once

#include <filesystem>

#include "gate.h"

namespace assay {

// Throws Error naming the line of a fault. A missing file is an error too: a gate without its baseline must
// not pass.
Baseline read_baseline(const std::filesystem::path& file);
// One case a line, sorted: differences of two baselines read well in a review.
void write_baseline(const std::filesystem::path& file, const Run& run);

}  // namespace assay
