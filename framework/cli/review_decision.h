// SPDX-License-Identifier: Apache-2.0
// What a person decided about misses: at the terminal, or on a report's page, which hands it over as a file.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "assay/result.h"

namespace assay::cli {

enum class Decision {
  accept,  // the answer is right: the case accepts it from now on
  wrong,   // the answer is wrong, as grading says
  skip,    // not decided
};

struct ReviewDecision {
  std::string name;       // dataset/id
  std::string generated;  // the answer that was looked at
  Decision decision = Decision::skip;
  std::string reason;  // why it is accepted though something speaks against it; empty: nothing is said
};

struct DecisionsFile {
  std::string run_id;
  std::vector<ReviewDecision> decisions;
};

// As decisions and a report's page call a case.
std::string review_name(const Case& asked);

// Throws Error naming line and member where the file is no such file.
DecisionsFile read_decisions(const std::filesystem::path& file);

}  // namespace assay::cli
