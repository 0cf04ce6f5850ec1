// Two streams of figures, joined case by case.
#pragma once

#include "assay/compare.h"
#include "assay/internal/figures.h"
#include "exact_sum.h"

namespace assay {

// All attempts of one case.
struct CaseFigures {
  Figures last;  // attempt
  std::size_t attempts = 0;
  std::size_t measured = 0;
  std::size_t passes = 0;
  Moments scores;

  double pass_rate() const { return static_cast<double>(passes) / static_cast<double>(measured); }
  // Of a query the last attempt counts, as in all its figures; of a command all that were measured.
  bool is_measured() const { return last.retrieval ? last.status != Status::unmeasured : measured > 0; }
  // More than half of a command's attempts: a tie is no pass.
  bool has_passed() const { return last.retrieval ? last.status == Status::pass : 2 * passes > measured; }
  Status status() const {
    return !is_measured() ? Status::unmeasured : has_passed() ? Status::pass : Status::miss;
  }
  // Whether there is anything that metrics could be of: a query's ranks may be known though nobody can say
  // whether it passed.
  bool has_figures() const { return last.retrieval ? was_asked(last) : measured > 0; }
  std::optional<double> score() const {
    return scores.count() == 0 ? std::nullopt : std::optional(scores.mean());
  }
};

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
