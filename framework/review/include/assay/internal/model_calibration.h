// SPDX-License-Identifier: Apache-2.0
// Calibrates a similarity model on labelled pairs, for the level `similarity`.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "assay/internal/calibration.h"
#include "assay/internal/labelled_pairs.h"
#include "assay/internal/likeness.h"

namespace assay {

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

struct ModelCalibrationOptions {
  ThresholdRule rule;
  PairColumns columns;
  bool leaves_decided_out = false;  // pairs that the text levels decide
  std::uint64_t seed = 1;           // of the resamples and folds
};
// Scores each pair of the files by its nearest expected command, as a case is. `likeness` must outlive the
// result. Throws Error for a file that cannot be read, and if the model fails.
CalibratedModel calibrate_model(Likeness& likeness, std::span<const std::filesystem::path> pairs,
                                const ModelCalibrationOptions& options);

// SVG: precision against recall, and a histogram of the scores of right and wrong pairs.
std::string calibration_picture(const CalibratedModel& calibrated);

}  // namespace assay
