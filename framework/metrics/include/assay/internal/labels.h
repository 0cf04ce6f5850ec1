// SPDX-License-Identifier: Apache-2.0
// What people say of answers against what grading says: how far verdicts can be trusted. Pure arithmetic.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "assay/result.h"

namespace assay {

// Answers that people labelled, each attempt on its own; those that were not measured are left out.
struct LabelAgreement {
  std::size_t right_passed = 0;  // labelled right, and a pass
  std::size_t right_missed = 0;
  std::size_t wrong_passed = 0;
  std::size_t wrong_missed = 0;
  std::size_t unmeasured = 0;

  std::optional<double> precision() const;  // of what passed, the share that is labelled right
  std::optional<double> recall() const;     // of what is labelled right, the share that passed
};

// Counts an attempt, where it has a label.
void count_label(std::optional<LabelAgreement>& labels, const Result& result);
// None where no answer has a label.
std::optional<LabelAgreement> labels_of(const Run& run);

// One line: "against 100 labels: precision 0.9500 (19/20), recall 0.4750 (19/40)".
std::string describe(const LabelAgreement& labels);
// The counts, and both figures to four decimals; null where their denominator is zero.
std::string to_json(const LabelAgreement& labels);

}  // namespace assay
