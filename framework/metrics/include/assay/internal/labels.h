// SPDX-License-Identifier: Apache-2.0
// Agreement of grading with human labels: how far verdicts can be trusted. Pure arithmetic.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "assay/result.h"

namespace assay {

// Labelled answers, each attempt counted separately; precision and recall exclude unmeasured ones.
struct LabelAgreement {
  std::size_t right_passed = 0;  // labelled right, and a pass
  std::size_t right_missed = 0;
  std::size_t wrong_passed = 0;
  std::size_t wrong_missed = 0;
  std::size_t unmeasured = 0;

  std::optional<double> precision() const;  // share of the passes that are labelled right
  std::optional<double> recall() const;     // share of those labelled right that passed
};

// Counts an attempt if it has a label.
void count_label(std::optional<LabelAgreement>& labels, const Result& result);
// None if no answer has a label.
std::optional<LabelAgreement> labels_of(const Run& run);

// One line: "against 100 labels: precision 0.9500 (19/20), recall 0.4750 (19/40)".
std::string describe(const LabelAgreement& labels);
// The counts, and both figures to four decimals; null if their denominator is zero.
std::string to_json(const LabelAgreement& labels);

}  // namespace assay
