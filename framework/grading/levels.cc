#include <algorithm>

#include "assay/equivalence.h"
#include "assay/grading.h"
#include "assay/internal/utilities.h"
#include "behavioural.h"
#include "query.h"
#include "text.h"

namespace assay {
namespace {

// Text levels and the canonical one prove a match or nothing: they never say that two commands differ.
Verdict not_proven() { return {.why = "not proven the same"}; }

Verdict grade_exact(const Pair& pair, const Surroundings&) {
  if (!same_bytes(pair.accepted, pair.answer.command)) return not_proven();
  return {.outcome = Outcome::match, .score = 1.0, .why = "same bytes"};
}

// Blanks of words that the lexer cuts, and whatever else is no part of a command's syntax tree: comments,
// line breaks that stand for `;`.
bool differ_in_layout_alone(std::string_view accepted, std::string_view generated) {
  if (same_but_blanks(accepted, generated)) return true;
  const auto rough =
      compare(trimmed_command(accepted), trimmed_command(generated), {.detail = Detail::verdict});
  return rough.method == "whitespace" || rough.method == "exact";
}

constexpr double kWhitespace = 0.95;

Verdict grade_whitespace(const Pair& pair, const Surroundings&) {
  if (!differ_in_layout_alone(pair.accepted, pair.answer.command)) return not_proven();
  return {.outcome = Outcome::match, .score = kWhitespace, .why = "only unquoted blanks differ"};
}

// What exact and whitespace prove as well is worth no more here than the rungs above them.
constexpr double kBestCanonical = 0.93;

Proof proof_of(Comparison comparison) {
  Proof proof{.canonical = std::move(comparison.canonical_b),
              .assumptions = std::move(comparison.assumptions)};
  for (Step& step : comparison.steps)
    proof.steps.push_back({step.side == Side::a ? ProofStep::Of::accepted : ProofStep::Of::generated,
                           std::move(step.rule), std::move(step.detail), step.score});
  return proof;
}

Verdict grade_canonical(const Pair& pair, const Surroundings& surroundings) {
  const auto& tables = surroundings.backends.tables;
  Comparison result = compare(trimmed_command(pair.accepted), trimmed_command(pair.answer.command),
                              {.tables = tables ? &tables->get() : nullptr});
  if (result.verdict != Equivalence::equivalent && result.verdict != Equivalence::conditionally)
    return not_proven();
  return {.outcome = Outcome::match,
          .score = std::min(result.score, kBestCanonical),
          .why = std::move(result.why),
          .evidence = proof_of(std::move(result))};
}

struct BuiltIn {
  std::string_view name;
  Verdict (*grade)(const Pair&, const Surroundings&);
  double best = 1.0;
  const char* version = "1";
};
constexpr BuiltIn kBuiltIn[] = {{"exact", grade_exact, 1.0},
                                {"whitespace", grade_whitespace, kWhitespace, "2"},
                                {"canonical", grade_canonical, kBestCanonical}};

}  // namespace

std::optional<Level> built_in_level(std::string_view name) {
  for (const BuiltIn& each : kBuiltIn)
    if (each.name == name)
      return Level{std::string(name), each.grade, each.version, DatasetKind::commands, each.best};
  if (name == "behavioural") return behavioural_level();
  return query_level(name);
}

Level find_level(std::string_view name, std::span<const Level> own) {
  const auto found = std::ranges::find(own, name, &Level::name);
  if (found != own.end()) return *found;
  if (auto built_in = built_in_level(name)) return *std::move(built_in);
  throw Error(Problem{
      .what = "unknown grading level \"" + std::string(name) + "\"",
      .next = "the built-in ones are " + built_in_levels_text() + "; others come with a suite's SOURCES"});
}

std::string built_in_levels_text() {
  std::string names;
  for (const BuiltIn& each : kBuiltIn) (names += names.empty() ? "" : ", ") += each.name;
  return names + ", behavioural; of golden queries: contains, hit@K";
}

std::vector<std::string> default_levels(DatasetKind kind) {
  if (kind == DatasetKind::queries) return {"contains", "hit@10"};
  return {"exact", "whitespace", "canonical"};
}

}  // namespace assay
