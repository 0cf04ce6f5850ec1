// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/command_grade.h"

#include "assay/correctness.h"
#include "assay/internal/utilities.h"

namespace assay {
namespace {

// The engine does not trim: blanks around a command are layout to it, but the ladder ignores them.
bool is_text_match(std::string_view method) { return method == "exact" || method == "whitespace"; }

// For a text level's match of commands that the engine does not parse.
void take_text_match(Comparison& comparison, const Grade& grade) {
  comparison.verdict = Equivalence::equivalent;
  comparison.method = grade.method;
  comparison.why = grade.why;
  comparison.rules =
      grade.method == "exact" ? std::vector<std::string>{} : std::vector<std::string>{"layout"};
  comparison.assumptions.clear();
  comparison.steps.clear();
  comparison.first_a = comparison.first_b = std::nullopt;
}

}  // namespace

Grade grade_commands(std::string_view expected, std::string_view generated, const Backends& backends) {
  static const std::vector<Level> levels = [] {
    std::vector<Level> all;
    for (const auto& name : default_levels()) all.push_back(find_level(name));
    return all;
  }();
  Case asked;
  asked.accepted = {std::string(expected)};
  Answer answer;
  answer.ending = Ending::answered;
  answer.command = generated;
  return grade(asked, answer, levels, {.min_score = 0.0, .backends = backends});
}

Comparison explain_commands(std::string_view expected, std::string_view generated, const Backends& backends) {
  Comparison comparison =
      compare(expected, generated, {.tables = backends.tables ? &backends.tables->get() : nullptr});
  const Grade grade = grade_commands(expected, generated, backends);
  if (grade.status != Status::pass || is_text_match(comparison.method)) return comparison;
  if (is_text_match(grade.method)) take_text_match(comparison, grade);
  comparison.score = grade.score;
  return comparison;
}

std::string_view to_string(CorrectnessMethod method) {
  switch (method) {
    case CorrectnessMethod::ExactMatch: return "ExactMatch";
    case CorrectnessMethod::SemanticEquivalent: return "SemanticEquivalent";
    case CorrectnessMethod::NoMatch: return "NoMatch";
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
