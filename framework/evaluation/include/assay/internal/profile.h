// SPDX-License-Identifier: Apache-2.0
// Evaluation profiles for tools' answers: their levels, the result for a case, and the figures of many cases.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/evaluation_result.h"
#include "assay/evaluator.h"
#include "assay/grading.h"
#include "assay/internal/exact_sum.h"

namespace assay {

// The levels of a profile, in order; similarity and the judge only if the backends have them.
std::vector<Level> levels_of(const EvaluationTerms& terms, const Backends& backends);

// The evaluation of a case graded by those levels. `expected` is the accepted command that the answer equals,
// or else the most similar one; the first one if there is no answer, empty if none is accepted. Also measures
// similarities that no level asked for.
EvaluationResult evaluation_of(const Case& test, const Answer& answer, const Grade& grade,
                               const EvaluationTerms& terms, const Backends& backends);

class EvaluationTotals {
 public:
  // `is_answer` is false if the tool could not be asked, so that it is unknown whether the texts match.
  void add(const EvaluationResult& result, bool is_answer = true);
  EvaluationMetrics finish() const;
  static constexpr auto members() {
    return std::tuple{NamedMember{"rates", &EvaluationTotals::metrics_},
                      NamedMember{"similarity", &EvaluationTotals::similarity_},
                      NamedMember{"similarities", &EvaluationTotals::similarities_}};
  }

 private:
  EvaluationMetrics metrics_;
  ExactSum similarity_;  // gives the same result in any order of parts
  std::size_t similarities_ = 0;
};

// "Exact match rate", "1/3 = 33.3 %", and so on, for display.
std::vector<std::pair<std::string, std::string>> rate_rows(const EvaluationMetrics& metrics);
std::string rate_text(const MatchRate& rate);
// One JSON object: total, the rates (null if nothing was measured), how many those are of, the terms.
std::string to_json(const EvaluationMetrics& metrics, const EvaluationTerms& terms);

// Reads lines of {"instruction", "expected", "generated"}. Throws Error naming the line that is none, and if
// the file holds none.
std::vector<EvaluationExample> read_examples(const std::filesystem::path& file);

// One JSON object without a newline; null: not measured.
std::string to_json(const EvaluationResult& result);
// Like to_json() with terms, with the model and the judge, and what the judge was asked so far.
std::string to_json(const EvaluationMetrics& metrics, const EvaluatorOptions& options);

// Writes results.jsonl and metrics.json into the folder, which is created if it is missing. Throws Error if
// one cannot be written.
void write_evaluation(const std::filesystem::path& folder, std::span<const EvaluationResult> results,
                      const EvaluationMetrics& metrics, const EvaluatorOptions& options);

}  // namespace assay
