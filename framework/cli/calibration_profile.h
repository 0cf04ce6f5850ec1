// SPDX-License-Identifier: Apache-2.0
// What a calibration leaves: the profile that the level `similarity` goes by.
#pragma once

#include <string>
#include <vector>

#include "assay/internal/calibration.h"
#include "assay/internal/likeness.h"

namespace assay::cli {

// A calibration with what it is of.
struct CalibratedModel {
  Embedder& model;
  Calibration calibration;
  ThresholdRule rule;
  std::vector<LabelledScore> scores;
  std::vector<double> floor;         // random_pair_floor()
  std::vector<std::string> sources;  // "pairs.jsonl 5d41…", of each file
  std::size_t decided = 0;           // pairs that were left out, as the text levels decide them
  std::size_t cut = 0;               // likewise, as one of the texts is longer than the model reads
};

// JSON, a member a line.
std::string profile_text(CalibratedModel& calibrated);

}  // namespace assay::cli
