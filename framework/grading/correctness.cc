// SPDX-License-Identifier: Apache-2.0
#include "assay/correctness.h"

#include "assay/internal/command_grade.h"

namespace assay {

std::string_view to_string(CorrectnessMethod method) {
  switch (method) {
    case CorrectnessMethod::ExactMatch:
      return "ExactMatch";
    case CorrectnessMethod::SemanticEquivalent:
      return "SemanticEquivalent";
    case CorrectnessMethod::NoMatch:
      return "NoMatch";
  }
  return "NoMatch";
}

CorrectnessResult evaluate_correctness(std::string_view generated, std::string_view expected) {
  using enum CorrectnessMethod;
  const Grade grade = grade_commands(expected, generated);
  if (grade.status != Status::pass) return {0.0, NoMatch, grade.diff, ""};
  if (grade.method == "exact") return {grade.score, ExactMatch, std::nullopt, ""};
  return {grade.score, SemanticEquivalent, std::nullopt, grade.why};
}

double aggregate_scores(std::span<const CorrectnessResult> results) {
  if (results.empty()) return 0.0;
  double sum = 0.0;
  for (const CorrectnessResult& each : results) sum += each.score;
  return sum / static_cast<double>(results.size());
}

}  // namespace assay
