// SPDX-License-Identifier: Apache-2.0
// Decisions of a reviewer about misses: made at the terminal, or on a report's page, which exports them as a
// file.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "assay/result.h"

namespace assay::cli {

enum class Decision {
  accept,  // the answer is right: the case accepts it from now on
  wrong,   // the answer is wrong, as grading says
  skip,    // undecided
};

struct ReviewDecision {
  std::string name;       // dataset/id
  std::string generated;  // the answer that was reviewed
  Decision decision = Decision::skip;
  std::string reason;  // why it is accepted despite objections; empty: none given
};

struct DecisionsFile {
  std::string run_id;
  std::vector<ReviewDecision> decisions;
};

// The name of a case in decisions and on a report's page.
std::string review_name(const Case& asked);

// Throws Error naming line and member if the file is not valid.
DecisionsFile read_decisions(const std::filesystem::path& file);

}  // namespace assay::cli
