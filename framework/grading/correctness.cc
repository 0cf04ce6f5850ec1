#include "assay/correctness.h"

#include "assay/equivalence.h"
#include "assay/internal/difference.h"
#include "text.h"

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
  if (same_bytes(expected, generated)) return {1.0, ExactMatch, std::nullopt, ""};
  if (same_but_blanks(expected, generated))
    return {0.95, SemanticEquivalent, std::nullopt, "only unquoted blanks differ"};
  const Comparison result = compare(trimmed_command(expected), trimmed_command(generated));
  if (result.verdict == Equivalence::equivalent || result.verdict == Equivalence::conditionally) {
    return {result.score, SemanticEquivalent, std::nullopt, result.why};
  }
  return {0.0, NoMatch, explain_difference(expected, generated), ""};
}

double aggregate_scores(std::span<const CorrectnessResult> results) {
  if (results.empty()) return 0.0;
  double sum = 0.0;
  for (const CorrectnessResult& each : results) sum += each.score;
  return sum / static_cast<double>(results.size());
}

}  // namespace assay
