// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/profile.h"

#include <fmt/format.h>

#include "assay/error.h"
#include "assay/evaluator.h"
#include "assay/internal/command_grade.h"
#include "assay/internal/difference.h"
#include "assay/internal/text.h"
#include "semantics.h"

namespace assay {
namespace {

bool is_better(const EvaluationResult& a, const EvaluationResult& b) {
  if (a.exact_match != b.exact_match) return a.exact_match;
  return a.semantic_similarity.value_or(-1) > b.semantic_similarity.value_or(-1);
}

// Compares with the accepted command that best supports the answer.
void compare_with_accepted(EvaluationResult& result, const Case& asked, const EvaluatorOptions& options) {
  result.expected = asked.accepted[nearest(asked.accepted, result.generated)];
  std::optional<EvaluationResult> best;
  for (const auto& accepted : asked.accepted) {
    EvaluationResult tried = result;
    tried.exact_match = trimmed(accepted) == trimmed(result.generated);
    measure_similarity(tried, options, accepted);
    if (tried.exact_match || tried.semantic_similarity) tried.expected = accepted;
    if (!best || is_better(tried, *best)) best = std::move(tried);
  }
  result = std::move(*best);
}

}  // namespace

std::string_view to_string(EvaluationProfile profile) {
  switch (profile) {
    case EvaluationProfile::similarity:
      return "exact+similarity+judge";
    case EvaluationProfile::text:
      return "text";
    case EvaluationProfile::evidence:
      return "evidence";
  }
  return "?";
}

std::optional<EvaluationProfile> evaluation_profile_from(std::string_view text) {
  for (const auto each :
       {EvaluationProfile::similarity, EvaluationProfile::text, EvaluationProfile::evidence})
    if (text == to_string(each)) return each;
  return std::nullopt;
}

void check(const EvaluationTerms& terms) {
  for (const double share : {terms.threshold, terms.judge_from})
    if (!(share >= 0 && share <= 1))
      throw Error(Problem{.where = {},
                          .pointer = {},
                          .what = fmt::format("{} is not a threshold", share),
                          .next = "name one from 0 to 1: 0.90 is strict, 0.80 the default, 0.70 lenient"});
}

std::vector<Level> levels_of(const EvaluationTerms& terms, const Backends& backends) {
  if (terms.profile == EvaluationProfile::similarity) {
    std::vector<Level> levels = {find_level("exact"), similarity_level_from(terms.threshold)};
    if (backends.judge) levels.push_back(judge_level_from(terms.judge_from));
    return levels;
  }
  std::vector<Level> levels = {find_level("exact"), find_level("whitespace"), find_level("canonical")};
  if (terms.profile == EvaluationProfile::text) return levels;
  levels.push_back(find_level("behavioural"));
  if (backends.likeness) levels.push_back(find_level("similarity"));
  if (backends.judge) levels.push_back(find_level("judge"));
  return levels;
}

EvaluationResult evaluation_of(const Case& asked, const Answer& answer, const Grade& grade,
                               const EvaluationTerms& terms, const Backends& backends) {
  EvaluationResult result{.instruction = asked.prompt,
                          .expected = asked.accepted.empty() ? std::string() : asked.accepted.front(),
                          .generated = answer.command,
                          .similarity_threshold = terms.threshold};
  if (answer.ending == Ending::answered && !asked.accepted.empty())
    compare_with_accepted(result, asked,
                          {.profile = terms.profile,
                           .threshold = terms.threshold,
                           .judge_from = terms.judge_from,
                           .backends = backends});
  result.llm_judge_match = judges_match(grade.verdicts);
  if (grade.status != Status::unmeasured) result.functionally_equivalent = grade.status == Status::pass;
  result.explanation = explanation_of(grade);
  return result;
}

}  // namespace assay
