// What similarity and a judge say of one pair.
#pragma once

#include "assay/evaluator.h"

namespace assay {

// Fills in what the profile `similarity` finds.
void judge_by_similarity(EvaluationResult& result, const EvaluatorOptions& options);
// The similarity alone; empty, or why there is none.
std::string measure_similarity(EvaluationResult& result, const EvaluatorOptions& options);

}  // namespace assay
