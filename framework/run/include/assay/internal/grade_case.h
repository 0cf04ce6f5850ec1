// SPDX-License-Identifier: Apache-2.0
// What a run says of one case and its answer: the grade and all that follows from it. A case that is asked,
// one that is graded again and one that is watched are graded here, so that their rows cannot differ.
//
// Threads: all functions are re-entrant.
#pragma once

#include <stop_token>

#include "assay/evaluate.h"

namespace assay {

double min_score_of(const Case& asked, const EvaluateOptions& options);

// Takes the grade of the result's case and answer, and replaces all that follows from it: the evaluation by
// the options' profile (none without a profile, and for queries), the danger of the answer, the minimum
// score.
void take_grade(Result& result, Grade grade, const EvaluateOptions& options);

// Grades the result's case and answer by the levels of the case (levels_of()), and takes the grade. Blocks
// while asynchronous levels run. Throws Error like levels_of() and grade().
void grade_case(Result& result, const EvaluateOptions& options, std::stop_token stop = {});

// The result of a case that was not asked, or not to its end: no level is asked.
Result unanswered_result(Case asked, Answer answer, const EvaluateOptions& options);

}  // namespace assay
