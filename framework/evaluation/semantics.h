// SPDX-License-Identifier: Apache-2.0
// What similarity and a judge say of one pair.
#pragma once

#include "assay/evaluator.h"

namespace assay {

// Fills in what the profile `similarity` finds.
void judge_by_similarity(EvaluationResult& result, const EvaluatorOptions& options);
// What judges said, of all pairs: a match where one is; none where none decided.
std::optional<bool> judges_match(const std::vector<Verdict>& verdicts);
// What decided a grade, one line.
std::string explanation_of(const Grade& grade);
// The similarity alone, to that accepted command; empty, or why there is none.
std::string measure_similarity(EvaluationResult& result, const EvaluatorOptions& options,
                               std::string_view expected);

}  // namespace assay
