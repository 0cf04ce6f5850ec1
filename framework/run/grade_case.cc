// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/grade_case.h"

#include <utility>

#include "assay/internal/danger.h"
#include "assay/internal/profile.h"

namespace assay {

double min_score_of(const Case& asked, const EvaluateOptions& options) {
  return asked.own->min_score.value_or(options.min_score);
}

void take_grade(Result& result, Grade grade, const EvaluateOptions& options) {
  result.grade = std::move(grade);
  result.min_score = min_score_of(result.asked, options);
  result.evaluation.reset();
  if (options.profile && !result.asked.retrieval)
    result.evaluation =
        evaluation_of(result.asked, result.answer, result.grade, *options.profile, options.backends);
  result.danger = danger_of(result.asked, result.answer, options.backends.tables);
}

void grade_case(Result& result, const EvaluateOptions& options, std::stop_token stop) {
  const auto levels = levels_of(result.asked, options);
  take_grade(result,
             grade(result.asked, result.answer, levels,
                   {.min_score = min_score_of(result.asked, options),
                    .backends = options.backends,
                    .question = options.question,
                    .stop = std::move(stop)}),
             options);
}

Result unanswered_result(Case asked, Answer answer, const EvaluateOptions& options) {
  Result result{.asked = std::move(asked),
                .answer = std::move(answer),
                .started_at = timestamp(std::chrono::system_clock::now())};
  result.grade = grade(result.asked, result.answer, {});
  result.min_score = min_score_of(result.asked, options);
  return result;
}

}  // namespace assay
