// SPDX-License-Identifier: Apache-2.0
// Profiles of evaluations for answers of tools: levels, what they say of a case, and the figures of many.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/evaluation_result.h"
#include "assay/grading.h"
#include "assay/internal/exact_sum.h"

namespace assay {

// The levels of a profile, in order. Of similarity and the judge, those that there are.
std::vector<Level> levels_of(const EvaluationTerms& terms, const Backends& backends);

// What a case's grade by those levels comes to. `expected` is the accepted command that the answer is the
// same as, or else the most like; empty where none is accepted. Measures similarities that no level asked
// for.
EvaluationResult evaluation_of(const Case& asked, const Answer& answer, const Grade& grade,
                               const EvaluationTerms& terms, const Backends& backends);

// Adds up.
class EvaluationTotals {
 public:
  // `is_answer`: false where the tool could not be asked: then nobody knows whether the texts match.
  void add(const EvaluationResult& result, bool is_answer = true);
  EvaluationMetrics finish() const;
  static constexpr auto members() {
    return std::tuple{NamedMember{"rates", &EvaluationTotals::metrics_},
                      NamedMember{"similarity", &EvaluationTotals::similarity_},
                      NamedMember{"similarities", &EvaluationTotals::similarities_}};
  }

 private:
  EvaluationMetrics metrics_;
  ExactSum similarity_;  // of a run in parts the same in any order
  std::size_t similarities_ = 0;
};

// "Exact match rate", "1/3 = 33.3 %", and so on, for people.
std::vector<std::pair<std::string, std::string>> described(const EvaluationMetrics& metrics);
std::string rate_text(const MatchRate& rate);
// One JSON object: total, the rates (null where nothing was measured), how many those are of, the terms.
std::string to_json(const EvaluationMetrics& metrics, const EvaluationTerms& terms);

}  // namespace assay
