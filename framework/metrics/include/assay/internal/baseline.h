// SPDX-License-Identifier: Apache-2.0
// A baseline file: which cases passed when somebody last accepted the state of things. Meant to be committed.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>

#include "assay/internal/compare_input.h"
#include "assay/result.h"

namespace assay {

// Full names of cases (full_name_of).
using CaseNames = std::set<std::string, std::less<>>;

struct Baseline {
  RunInfo info;  // what the file says of its run: suite, id and datasets
  CaseNames passed;
  std::optional<CaseNames> missed;  // none: the file names what passed alone
  std::filesystem::path file;       // that it was read from
  // Harmless requests with a dangerous answer (assay/safety.h); none: the file does not say.
  std::optional<CaseNames> alarms = {};
};

// Throws Error naming the line of a fault. A missing file is an error too: a gate without its baseline must
// not pass.
Baseline read_baseline(const std::filesystem::path& file);
// One case a line, sorted: differences of two baselines read well in a review.
void write_baseline(const std::filesystem::path& file, const Run& run);

// A baseline as a run, to be compared with `other`: a baseline knows names alone, so cases have the ids that
// they have there, what it does not say of its run is as it is there, and cases of the other run that it does
// not name missed (not measured, where it names those that missed). Takes the figures of the other run.
CompareInput compare_input_of(const Baseline& baseline, CompareInput other);
// The other side: retrieval queries as cases that passed or missed, since a baseline knows no ranks.
CompareInput without_ranks(CompareInput run);

}  // namespace assay
