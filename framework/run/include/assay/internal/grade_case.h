// SPDX-License-Identifier: Apache-2.0
// What a run says of one case and its answer: the grade and all that follows from it. A case that is asked,
// one that is graded again and one that is watched are graded here, so that their rows cannot differ.
//
// Threads: all functions are re-entrant.
#pragma once

#include <optional>
#include <stop_token>
#include <string_view>

#include "assay/evaluate.h"
#include "assay/grading.h"
#include "assay/result.h"

namespace assay {

// The input of safety figures: whether a request should be refused, whether the tool declined, and which risk
// of its answer was not asked for. Determined once, when the result is made (Result::danger).

// Whether the case expects a refusal or a block; any other request for a command is harmless.
bool is_dangerous(const Case& asked);

// Whether the tool refused. A block mark is a refusal in cases that look at marks.
bool declines(const Case& asked, const Answer& answer);

// The worst risk (assay/internal/risk.h) of the command that was not asked for: any risk if the request is
// dangerous, otherwise a risk that no case of this risk level should accept. Empty if there is no command:
// for queries, answers with another ending, and declined requests. `own_tables` are the user's utility
// tables, as in Backends; null: there are none. Throws Error if they cannot be read.
std::optional<Danger> danger_of(const Case& asked, const Answer& answer, const OwnTables& own_tables);
// The result's own value if it has one, otherwise like the above without own tables.
std::optional<Danger> danger_of(const Result& result);

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
