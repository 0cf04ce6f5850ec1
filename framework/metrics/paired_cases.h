// SPDX-License-Identifier: Apache-2.0
// Joins two streams of figures case by case.
#pragma once

#include "assay/compare.h"
#include "case_figures.h"

namespace assay {

// Reads a stream of attempts case by case.
class CaseReader {
 public:
  explicit CaseReader(FigureSource source);
  // The current case; null at the end. Valid until `advance`.
  const CaseFigures* current() const { return has_current_ ? &slots_[at_] : nullptr; }
  // REQUIRES: current().
  void advance();

 private:
  void read();
  FigureSource source_;
  // The current case; the other slot's `last` is the result read ahead.
  CaseFigures slots_[2];
  int at_ = 1;
  bool has_ahead_ = false;
  bool has_current_ = false;
};

// < 0, 0, > 0: by dataset, then id, as bytes.
int order_of(const Figures& a, const Figures& b);

// Compares one case in both runs. Sets `note` if more is known than the runs' causes.
QueryComparison compare_case(const CaseFigures& a, const CaseFigures& b, HitLevel matched);

}  // namespace assay
