// SPDX-License-Identifier: Apache-2.0
// Combines the verdicts of a ladder into a grade.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "assay/grading.h"

namespace assay {

// How a case stands after the verdicts so far. Not thread-safe.
class Standing {
 public:
  Standing(const Case& asked, const Answer& answer, double min_score, Question question);

  // `accepted`: index of the accepted command that the verdict is about; none: the whole case.
  void note(const Level& level, std::optional<std::size_t> accepted, Verdict verdict);

  bool is_vetoed(std::size_t accepted) const { return vetoes_[accepted].has_value(); }
  // Whether the best match that still counts scores at least `score`.
  bool has_match(double score) const;
  // Whether the best match rests on assumptions that no level has checked yet.
  bool is_assumed() const;
  // Whether that pair has a match that rests on assumptions.
  bool is_assumed(std::size_t accepted) const;
  // Verdicts on that pair so far; the pointers are valid until the next note().
  std::vector<const Verdict*> said_of(std::size_t accepted) const;
  // Whether further levels cannot change the result, except one that checks assumptions.
  bool is_decided() const;
  // Call once, at the end.
  Grade grade() &&;

 private:
  struct Said {
    Verdict verdict;
    std::optional<std::size_t> accepted;
    double best = 1.0;  // the level's
    Level::Need need = Level::Need::named;
    bool is_check = false;     // by a level that checks assumptions
    bool is_foretold = false;  // by a level with an obstacle
  };

  bool counts(const Said& said) const;
  // Whether a level doubts the pair: undecided, with a world in which the commands differ.
  bool is_doubted(std::size_t accepted) const;
  void find_best();
  // Whether a mismatch decides, regardless of other verdicts: one on the case, or one on each pair.
  bool is_refuted() const;
  const Said& refutation() const;
  // A missing verdict that might have made it a pass.
  const Said* missing() const;
  // What the last level with an obstacle says, in the form "; behavioural: …"; empty if none was asked.
  std::string reason_of_foretold() const;
  Grade decided() const;

  const Case& asked_;
  const Answer& answer_;
  double min_score_;
  Question question_;
  std::vector<Said> said_;
  std::optional<std::size_t> best_;  // the best of the matches that count, the first on a tie
  // Indices of mismatches in said_.
  std::optional<std::size_t> rejection_;  // of the case
  std::vector<std::optional<std::size_t>> vetoes_;
  std::size_t vetoed_ = 0;
};

}  // namespace assay
