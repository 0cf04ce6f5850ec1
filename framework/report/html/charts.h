// SPDX-License-Identifier: Apache-2.0
// Pictures as SVG: presentation by classes of the page's style alone, text that readers of screens read, and
// every figure in a table that can be opened below.
#pragma once

#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/distributions.h"
#include "assay/summary.h"

namespace assay {

// Accuracy of each group with its interval, most cases first; groups of fewer than five cases are hollow.
void write_accuracies(std::ostream& out, std::string_view title, std::vector<Group> groups);

// A picture of its own, in a file: all cases, and the groups by category, or where there is one alone, by
// risk level or dataset. For light and dark backgrounds; it has neither script nor link.
void write_accuracy_picture(std::ostream& out, const Summary& summary);

// A bar a count, each with its label; the first and then every `step`th label is written below.
struct Bars {
  std::string title;
  std::string axis;  // what the labels are
  std::vector<std::string> labels;
  std::vector<std::size_t> counts;
  std::size_t step = 1;
};
void write_bars(std::ostream& out, const Bars& bars);

// Differences with their intervals about zero; all are shares or means of shares.
struct Delta {
  std::string name;
  double value = 0.0;
  Interval interval;
  std::string text;  // the value for people
};
void write_deltas(std::ostream& out, std::string_view title, const std::vector<Delta>& deltas);

// Values between 0 and 1 from left to right.
struct Curve {
  std::string title;
  std::vector<std::string> labels;
  std::vector<double> values;
  std::vector<Interval> band;      // of each, or none
  std::vector<std::string> marks;  // what is to be said of each, empty: nothing; or none
};
void write_curve(std::ostream& out, const Curve& curve);

// The share of answers that are right over a number that says how sure something was of them, and how many
// answers that is of.
struct Calibration {
  std::string title;
  std::string number;  // "score"
};
void write_calibration(std::ostream& out, const Calibration& calibration, const Reliability& found);

}  // namespace assay
