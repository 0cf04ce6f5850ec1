// SPDX-License-Identifier: Apache-2.0
// Levels that say what a test tells them, and the case that they grade.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "answers.h"
#include "assay/grading.h"

namespace assay {

// A level's verdict on each accepted command; it says nothing of commands that are not named.
using Said = std::map<std::string, Verdict>;

inline Verdict match(double score) {
  return {.outcome = VerdictKind::match, .score = score, .why = "the same"};
}
inline Verdict mismatch() {
  return {.outcome = VerdictKind::mismatch, .why = "they differ in a folder with one file"};
}
inline Verdict unavailable() { return {.outcome = VerdictKind::unavailable, .why = "no sandbox here"}; }

inline Verdict of(const Said& said, const Pair& pair) {
  const auto found = said.find(pair.accepted);
  return found == said.end() ? Verdict{} : found->second;
}

inline Level of_pairs(std::string name, Said said) {
  return {name, [=](const Pair& pair, const GradingContext&) { return of(said, pair); }};
}

class Ladder {
 public:
  explicit Ladder(std::vector<std::string> accepted) : asked_(a_case("c", std::move(accepted))) {}
  Grade graded(std::vector<Level> levels, GradingOptions options = {}) const {
    return grade(asked_, answer_, levels, options);
  }
  Case asked_;
  Answer answer_ = answered("ls");
};

// "run of ls: mismatch", one line per verdict.
inline std::vector<std::string> lines(const Grade& grade) {
  std::vector<std::string> all;
  for (const auto& each : grade.verdicts)
    all.push_back(each.level + " of " + each.accepted + ": " + std::string(to_string(each.outcome)));
  return all;
}

}  // namespace assay
