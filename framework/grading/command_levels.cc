// SPDX-License-Identifier: Apache-2.0
// Levels for commands, from byte equality to canonical forms.
#include <algorithm>

#include "assay/equivalence.h"
#include "assay/internal/utilities.h"
#include "built_in.h"
#include "text.h"

namespace assay {
namespace {

// These levels prove a match or nothing: commands whose texts differ may be equivalent.
Verdict not_proven() { return {.why = "the texts differ"}; }

// Differences in blanks between words as the lexer splits them, and in anything else outside the command's
// syntax tree: comments, and newlines that stand for `;`.
bool differ_in_layout_alone(std::string_view accepted, std::string_view generated) {
  if (same_but_blanks(accepted, generated)) return true;
  const auto rough =
      compare(trimmed_command(accepted), trimmed_command(generated), {.detail = Detail::verdict});
  return rough.method == "whitespace" || rough.method == "exact";
}

Proof proof_of(Comparison comparison) {
  Proof proof{.canonical = std::move(comparison.canonical_b),
              .assumptions = std::move(comparison.assumptions)};
  for (Step& step : comparison.steps)
    proof.steps.push_back({step.side == Side::a ? ProofStep::Of::accepted : ProofStep::Of::generated,
                           std::move(step.rule), std::move(step.detail), step.score});
  return proof;
}

}  // namespace

Verdict grade_exact(const Pair& pair, const Surroundings&) {
  if (!same_bytes(pair.accepted, pair.answer.command)) return not_proven();
  return {.outcome = Outcome::match, .score = 1.0, .why = "same bytes"};
}

Verdict grade_whitespace(const Pair& pair, const Surroundings&) {
  if (!differ_in_layout_alone(pair.accepted, pair.answer.command)) return not_proven();
  return {.outcome = Outcome::match, .score = kWhitespace, .why = "only unquoted blanks differ"};
}

Verdict grade_canonical(const Pair& pair, const Surroundings& surroundings) {
  const auto& tables = surroundings.backends.tables;
  Comparison result = compare(trimmed_command(pair.accepted), trimmed_command(pair.answer.command),
                              {.tables = tables ? &tables->get() : nullptr});
  if (result.verdict != Equivalence::equivalent && result.verdict != Equivalence::conditionally)
    return {.why = std::move(result.why)};
  return {.outcome = Outcome::match,
          .score = std::min(result.score, kBestCanonical),
          .why = std::move(result.why),
          .evidence = proof_of(std::move(result))};
}

}  // namespace assay
