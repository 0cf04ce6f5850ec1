// SPDX-License-Identifier: Apache-2.0
// What the verdicts of a ladder come to.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "assay/grading.h"

namespace assay {

// How a case stands after the verdicts so far; for one thread at a time.
class Standing {
 public:
  Standing(const Case& asked, const Answer& answer, double min_score, Question question);

  // `accepted`: index of the accepted command that the verdict is about; none: about the whole case.
  void note(const Level& level, std::optional<std::size_t> accepted, Verdict verdict);

  bool is_vetoed(std::size_t accepted) const { return vetoes_[accepted].has_value(); }
  // Whether a match that still counts is worth that much.
  bool has_match(double score) const;
  // Whether the best match rests on assumptions that no level has looked at yet.
  bool is_assumed() const;
  // Whether that pair has a match that rests on assumptions.
  bool is_assumed(std::size_t accepted) const;
  // What levels said of that pair so far; until the next is noted.
  std::vector<const Verdict*> said_of(std::size_t accepted) const;
  // Whether further levels change nothing, but for one that looks at assumptions.
  bool is_decided() const;
  // To be called once, at the end.
  Grade grade() &&;

 private:
  struct Said {
    Verdict verdict;
    std::optional<std::size_t> accepted;
    double best = 1.0;  // of its level
    Level::Need need = Level::Need::named;
    bool is_check = false;  // by a level that looks at assumptions
  };

  bool counts(const Said& said) const;
  // Whether a level is in doubt about the pair: undecided, with a world in which the commands differ.
  bool is_doubted(std::size_t accepted) const;
  void find_best();
  // Whether a mismatch decides, whatever else was said: one of the case, or one of each pair.
  bool is_refuted() const;
  const Said& refutation() const;
  // What was not to be had, and might have made it a pass.
  const Said* missing() const;
  // What could not be told of a case that says nothing but what must hold afterwards, so that no other level
  // has anything to compare with: that is no miss.
  const Said* left_open() const;
  Grade decided() const;

  const Case& asked_;
  const Answer& answer_;
  double min_score_;
  Question question_;
  std::vector<Said> said_;
  std::optional<std::size_t> best_;  // of the matches that count, the first of equals
  // Indices of mismatches in said_, by what they are about.
  std::optional<std::size_t> rejection_;  // of the case
  std::vector<std::optional<std::size_t>> vetoes_;
  std::size_t vetoed_ = 0;
};

}  // namespace assay
