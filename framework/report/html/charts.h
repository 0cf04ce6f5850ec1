// SPDX-License-Identifier: Apache-2.0
// Charts as SVG: styled only by the page's classes, with text for screen readers, and with all figures in a
// table below that can be opened.
#pragma once

#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/run_view.h"
#include "assay/summary.h"

namespace assay {

// Accuracy of each group with its interval, most cases first; groups of fewer than five cases are hollow.
void write_accuracies(std::ostream& out, std::string_view title, std::vector<Group> groups);

// A standalone chart in a file: all cases and the groups by category or, if there is only one category, by
// risk level or dataset. For light and dark backgrounds; without script or links.
void write_accuracy_picture(std::ostream& out, const Summary& summary);

// One bar per count, each with its label; the first and then every `step`th label is written below.
struct Bars {
  std::string title;
  std::string axis;  // the meaning of the labels
  std::vector<std::string> labels;
  std::vector<std::size_t> counts;
  std::size_t step = 1;
};
void write_bars(std::ostream& out, const Bars& bars);

// Differences with their intervals around zero; all are shares or means of shares.
struct Delta {
  std::string name;
  double value = 0.0;
  Interval interval;
  std::string text;  // the value for display
};
void write_deltas(std::ostream& out, std::string_view title, const std::vector<Delta>& deltas);

// Values between 0 and 1, from left to right.
struct Curve {
  std::string title;
  std::vector<std::string> labels;
  std::vector<double> values;
  std::vector<Interval> band;      // one per value, or none
  std::vector<std::string> marks;  // one per value (empty: no mark), or none
};
void write_curve(std::ostream& out, const Curve& curve);

// The share of right answers as a function of a confidence number, with the number of answers.
struct Calibration {
  std::string title;
  std::string number;  // "score"
};
void write_calibration(std::ostream& out, const Calibration& calibration, const Reliability& found);

}  // namespace assay
