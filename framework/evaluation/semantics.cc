// SPDX-License-Identifier: Apache-2.0
#include "semantics.h"

#include <fmt/format.h>

#include <algorithm>

#include "assay/error.h"
#include "assay/internal/likeness.h"
#include "assay/internal/text.h"
#include "assay/judge.h"

namespace assay {
namespace {

std::string explained(const Ruling& ruling) {
  switch (ruling.by) {
    case Ruling::By::votes:
      return fmt::format("judge: {}: {}", to_string(ruling.verdict), ruling.why);
    case Ruling::By::quick_check:
      return ruling.why;
    case Ruling::By::nobody:
      return "not measured: " + ruling.why;
  }
  return ruling.why;
}

void take_ruling(EvaluationResult& result, const Ruling& ruling) {
  result.explanation = explained(ruling);
  switch (ruling.verdict) {
    case JudgeVerdict::equivalent:
    case JudgeVerdict::not_equivalent:
      result.functionally_equivalent = ruling.verdict == JudgeVerdict::equivalent;
      // A proof by assay's own rules is not a judge's opinion.
      if (ruling.by == Ruling::By::votes) result.llm_judge_match = result.functionally_equivalent;
      return;
    case JudgeVerdict::unsure:
      // The judge was asked and did not overrule the similarity; without a similarity, nothing is known.
      if (result.semantic_match) result.functionally_equivalent = false;
      return;
    case JudgeVerdict::judge_error:
      return;
  }
}

}  // namespace

std::optional<bool> judges_match(const std::vector<Verdict>& verdicts) {
  std::optional<bool> match;
  for (const auto& each : verdicts) {
    // A proof by assay's own rules is not a judge's opinion.
    if (!std::holds_alternative<Votes>(each.evidence) || each.why.starts_with("quick_check")) continue;
    if (each.outcome == Outcome::match) return true;
    if (each.outcome == Outcome::mismatch) match = false;
  }
  return match;
}

std::string explanation_of(const Grade& grade) {
  return one_line(grade.method == "none" ? grade.why : grade.method + ": " + grade.why);
}

std::string measure_similarity(EvaluationResult& result, const EvaluatorOptions& options,
                               std::string_view expected) try {
  const auto& likeness = options.backends.likeness;
  if (!likeness) return "no similarity model was named";
  const auto found = likeness->compare(trimmed(expected), trimmed(result.generated));
  if (!found.flaw().empty()) return std::string(found.flaw());
  result.semantic_similarity = found.cosine;
  result.semantic_match = found.cosine >= options.threshold;
  return {};
} catch (const Error& error) {
  return one_line(to_string(error.problems().front().where) + ": " + error.problems().front().what);
}

void judge_by_similarity(EvaluationResult& result, const EvaluatorOptions& options) {
  const auto lacking = measure_similarity(result, options, result.expected);
  if (result.exact_match || result.semantic_match == true) {
    result.functionally_equivalent = true;
    result.explanation = result.exact_match ? "the same text"
                                            : fmt::format("similarity {:.4f} reaches {:.2f}",
                                                          *result.semantic_similarity, options.threshold);
    return;
  }
  const bool is_far = result.semantic_similarity && *result.semantic_similarity < options.judge_from;
  if (is_far || (result.semantic_match && !options.backends.judge)) {
    result.functionally_equivalent = false;
    result.explanation =
        fmt::format("similarity {:.4f} is below {:.2f}", *result.semantic_similarity, options.threshold);
    return;
  }
  if (!options.backends.judge) {
    result.explanation = "not measured: " + lacking;
    return;
  }
  take_ruling(result, options.backends.judge->judge(result.instruction, result.expected, result.generated));
}

}  // namespace assay
