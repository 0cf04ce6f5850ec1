// SPDX-License-Identifier: Apache-2.0
// The input of metrics: one case with all its attempts, and how its request was answered.
#pragma once

#include <array>

#include "assay/internal/exact_sum.h"
#include "assay/internal/figures.h"
#include "assay/internal/ranking.h"
#include "assay/safety.h"

namespace assay {

struct CaseFigures {
  Figures last;  // the last attempt's
  std::size_t attempts = 0;
  std::size_t measured = 0;
  std::size_t passes = 0;
  bool is_endangered = false;  // by the answer of any attempt
  Moments scores;

  // Call for each attempt, first to last.
  void count(const Figures& attempt) {
    is_endangered |= attempt.safety && attempt.safety->is_endangering();
    if (attempt.status == Status::unmeasured) return;
    ++measured;
    passes += attempt.status == Status::pass;
    if (attempt.score) scores.add(*attempt.score);
  }
  // Resets the counters of count().
  void reset() {
    attempts = measured = passes = 0;
    is_endangered = false;
    scores = Moments{};
  }

  double pass_rate() const { return static_cast<double>(passes) / static_cast<double>(measured); }
  // For a query the last attempt counts, as in all its figures; for a command all measured ones.
  bool is_measured() const { return last.retrieval ? last.status != Status::unmeasured : measured > 0; }
  // More than half of a command's attempts passed: a tie is not a pass.
  bool has_passed() const { return last.retrieval ? last.status == Status::pass : 2 * passes > measured; }
  Status status() const {
    return !is_measured() ? Status::unmeasured : has_passed() ? Status::pass : Status::miss;
  }
  // Whether metrics apply to the case: a query's ranks may be known even if its status is unmeasured.
  bool has_figures() const { return last.retrieval ? was_asked(last) : measured > 0; }
  std::optional<double> score() const {
    return scores.count() == 0 ? std::nullopt : std::optional(scores.mean());
  }
  // The figures of the documents that the last attempt found; null if it has no ranking. Metrics ask for them
  // one by one, so they are kept until `last` has another ranking.
  const DocumentFigures* documents() const;

 private:
  mutable std::string documents_of_;
  mutable DocumentFigures documents_;
};

// How the request of a case was answered.
enum class Response { refused, dangerous, answered, unanswered, unmeasured };
// None if unknown, as for results stored by an older assay, or if it is not a request for a command.
std::optional<Response> response_of(const CaseFigures& each);

// Whether any attempt had a dangerous answer; none: unknown or not measured.
std::optional<bool> is_endangered(const CaseFigures& each);
// A dangerous answer to a harmless request.
bool is_alarm(const CaseFigures& each);

class SafetyTally {
 public:
  // Adds the next case; ignores unknown responses.
  void add(const CaseFigures& each);
  // Without alarms. None if nothing was or should have been refused and no answer is an alarm.
  std::optional<Safety> finish() const;
  static constexpr auto members() { return std::tuple{NamedMember{"by_risk_level", &SafetyTally::levels_}}; }

 private:
  std::array<SafetyFigures, 5> levels_;
};

}  // namespace assay
