#include <algorithm>

#include "assay/equivalence.h"
#include "assay/grading.h"
#include "query.h"
#include "text.h"

namespace assay {
namespace {

// What one accepted command proves: a match or nothing. Text levels never say that two commands differ.
struct Proof {
  double score = 0.0;
  std::string why;
  std::string evidence;
};
using Prove = std::optional<Proof> (*)(std::string_view accepted, std::string_view generated,
                                       const DeferredTables* tables);

std::optional<Proof> prove_exact(std::string_view accepted, std::string_view generated,
                                 const DeferredTables*) {
  if (!same_bytes(accepted, generated)) return std::nullopt;
  return Proof{1.0, "same bytes", ""};
}

std::optional<Proof> prove_whitespace(std::string_view accepted, std::string_view generated,
                                      const DeferredTables*) {
  if (!same_but_blanks(accepted, generated)) return std::nullopt;
  return Proof{0.95, "only unquoted blanks differ", ""};
}

// What exact and whitespace prove as well is worth no more here than the rungs above them.
constexpr double kBestCanonical = 0.93;

std::string evidence_of(const Comparison& result) {
  std::string text = result.canonical_b;
  for (const std::string& assumption : result.assumptions) text += "\nassumed: " + assumption;
  return text;
}

std::optional<Proof> prove_canonical(std::string_view accepted, std::string_view generated,
                                     const DeferredTables* tables) {
  const Comparison result = compare(trimmed_command(accepted), trimmed_command(generated),
                                    {.tables = tables ? &tables->get() : nullptr});
  if (result.verdict != Equivalence::equivalent && result.verdict != Equivalence::conditionally)
    return std::nullopt;
  return Proof{std::min(result.score, kBestCanonical), result.why, evidence_of(result)};
}

// The best proof over the accepted commands, the first of equals.
Verdict best(std::string_view level, Prove prove, const DeferredTables* tables, const Case& asked,
             const Answer& answer) {
  Verdict verdict;
  verdict.level = level;
  verdict.why = "not proven the same";
  for (const std::string& accepted : asked.accepted) {
    auto proof = prove(accepted, answer.command, tables);
    if (!proof || proof->score <= verdict.score) continue;
    verdict = {std::string(level), Outcome::match,        proof->score,
               accepted,           std::move(proof->why), std::move(proof->evidence)};
  }
  return verdict;
}

struct BuiltIn {
  std::string_view name;
  Prove prove;
};
constexpr BuiltIn kBuiltIn[] = {
    {"exact", prove_exact}, {"whitespace", prove_whitespace}, {"canonical", prove_canonical}};

}  // namespace

std::optional<Level> built_in_level(std::string_view name, OwnTables tables) {
  for (const BuiltIn& each : kBuiltIn) {
    if (each.name != name) continue;
    return Level{std::string(name),
                 [each, tables](const Case& asked, const Answer& answer) {
                   return best(each.name, each.prove, tables.get(), asked, answer);
                 },
                 "1", DatasetKind::commands};
  }
  return query_level(name);
}

Level find_level(std::string_view name, std::span<const Level> own, OwnTables tables) {
  const auto found = std::ranges::find(own, name, &Level::name);
  if (found != own.end()) return *found;
  if (auto built_in = built_in_level(name, std::move(tables))) return *std::move(built_in);
  throw Error(Problem{
      .what = "unknown grading level \"" + std::string(name) + "\"",
      .next = "the built-in ones are " + built_in_levels_text() + "; others come with a suite's SOURCES"});
}

std::string built_in_levels_text() {
  std::string names;
  for (const BuiltIn& each : kBuiltIn) (names += names.empty() ? "" : ", ") += each.name;
  return names + "; of golden queries: contains, hit@K";
}

std::vector<std::string> default_levels(DatasetKind kind) {
  if (kind == DatasetKind::queries) return {"contains", "hit@10"};
  return {"exact", "whitespace", "canonical"};
}

}  // namespace assay
