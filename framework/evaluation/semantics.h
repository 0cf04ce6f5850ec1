// SPDX-License-Identifier: Apache-2.0
// The verdict of similarity and a judge on one pair.
#pragma once

#include "assay/evaluator.h"

namespace assay {

// Fills in the results of the profile `similarity`.
void judge_by_similarity(EvaluationResult& result, const EvaluatorOptions& options);
// The judges' opinion over all pairs: a match if any is; none if no judge decided.
std::optional<bool> judges_match(const std::vector<Verdict>& verdicts);
// The reason for a grade, on one line.
std::string explanation_of(const Grade& grade);
// Measures only the similarity to that accepted command; returns why it could not, or an empty string.
std::string measure_similarity(EvaluationResult& result, const EvaluatorOptions& options,
                               std::string_view expected);

}  // namespace assay
