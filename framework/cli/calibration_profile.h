// SPDX-License-Identifier: Apache-2.0
// The result of a calibration: the profile that the level `similarity` uses.
#pragma once

#include <string>
#include <vector>

#include "assay/internal/calibration.h"
#include "assay/internal/likeness.h"

namespace assay::cli {

// A calibration and its inputs.
struct CalibratedModel {
  Embedder& model;
  Calibration calibration;
  ThresholdRule rule;
  std::vector<LabelledScore> scores;
  std::vector<double> floor;         // random_pair_floor()
  std::vector<std::string> sources;  // "pairs.jsonl 5d41…", of each file
  std::size_t decided = 0;           // pairs left out because the text levels decide them
  std::size_t cut = 0;               // pairs left out because a text is longer than the model reads
};

// JSON, one member per line.
std::string profile_text(CalibratedModel& calibrated);

}  // namespace assay::cli
