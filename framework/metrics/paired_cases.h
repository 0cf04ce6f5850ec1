// SPDX-License-Identifier: Apache-2.0
// Two streams of figures, joined case by case.
#pragma once

#include "assay/compare.h"
#include "case_figures.h"

namespace assay {

// Reads case by case what comes attempt by attempt.
class CaseReader {
 public:
  explicit CaseReader(FigureSource source);
  // The current case; null at the end. Lives until `advance`.
  const CaseFigures* current() const { return has_current_ ? &slots_[at_] : nullptr; }
  // REQUIRES: current().
  void advance();

 private:
  void read();
  FigureSource source_;
  // The current case and, in the other one's `last`, the result that was read ahead.
  CaseFigures slots_[2];
  int at_ = 1;
  bool has_ahead_ = false;
  bool has_current_ = false;
};

// < 0, 0, > 0: by dataset, then id, as bytes.
int order_of(const Figures& a, const Figures& b);

// One case in both runs. `note` is filled where more is known than the runs' causes.
QueryComparison compare_case(const CaseFigures& a, const CaseFigures& b, HitLevel matched);

}  // namespace assay
