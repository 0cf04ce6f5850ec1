// SPDX-License-Identifier: Apache-2.0
#include "levels.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <type_traits>

#include "assay/equivalence.h"
#include "assay/internal/linear_regex.h"
#include "assay/internal/posix.h"
#include "assay/internal/text.h"
#include "assay/internal/utilities.h"
#include "text.h"

namespace assay {
namespace {

// Levels for commands, from byte equality to canonical forms.

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

// The level `posix`: the condition that an answer is POSIX.1-2017.

const UtilityTables& built_in_tables() {
  static const UtilityTables tables;
  return tables;
}

std::string headline(const std::vector<Departure>& departures, std::string_view command) {
  const std::string more = departures.size() > 1 ? fmt::format(" (and {} more)", departures.size() - 1) : "";
  return one_line("not POSIX: " + departure_text(departures.front(), command) + more);
}

std::string all_of(const std::vector<Departure>& departures, std::string_view command) {
  std::string text;
  for (const Departure& each : departures)
    text += (text.empty() ? "" : "\n") + one_line(departure_text(each, command));
  return text;
}

Verdict grade_posix(const Case&, const Answer& answer, const GradingContext& context) {
  const auto& own = context.backends.tables;
  const PosixFacts facts = posix_facts(answer.command, own ? own->get() : built_in_tables());
  // A departure counts even if the rest is not understood.
  if (!facts.departures.empty())
    return {.outcome = VerdictKind::mismatch,
            .why = headline(facts.departures, answer.command),
            .evidence = all_of(facts.departures, answer.command)};
  // Not shown to be POSIX, and so a miss: what cannot be read must not take itself out of the measurement.
  if (facts.not_understood)
    return {.outcome = VerdictKind::mismatch,
            .why = "whether it is POSIX is not known: " + one_line(*facts.not_understood)};
  return {.why = "POSIX's shell, utilities and options"};
}

}  // namespace

Verdict grade_exact(const Pair& pair, const GradingContext&) {
  if (!same_bytes(pair.accepted, pair.answer.command)) return not_proven();
  return {.outcome = VerdictKind::match, .score = 1.0, .why = "same bytes"};
}

Verdict grade_whitespace(const Pair& pair, const GradingContext&) {
  if (!differ_in_layout_alone(pair.accepted, pair.answer.command)) return not_proven();
  return {.outcome = VerdictKind::match, .score = kWhitespace, .why = "only unquoted blanks differ"};
}

Verdict grade_canonical(const Pair& pair, const GradingContext& context) {
  const auto& tables = context.backends.tables;
  Comparison result = compare(trimmed_command(pair.accepted), trimmed_command(pair.answer.command),
                              {.tables = tables ? &tables->get() : nullptr});
  if (result.verdict != Equivalence::equivalent && result.verdict != Equivalence::conditionally)
    return {.why = std::move(result.why)};
  return {.outcome = VerdictKind::match,
          .score = std::min(result.score, kBestCanonical),
          .why = std::move(result.why),
          .evidence = proof_of(std::move(result))};
}

// Levels for tools that answer in text: the accepted text is the whole answer, a part of it, or a pattern.

Verdict grade_text_equals(const Pair& pair, const GradingContext&) {
  if (trimmed(pair.accepted) != trimmed(pair.answer.command)) return {.why = "another text"};
  return {.outcome = VerdictKind::match, .score = 1.0, .why = "the same text"};
}

Verdict grade_text_contains(const Pair& pair, const GradingContext&) {
  const std::string_view wanted = trimmed(pair.accepted);
  if (wanted.empty() || pair.answer.command.find(wanted) == std::string::npos)
    return {.why = "the answer does not contain the text"};
  return {.outcome = VerdictKind::match, .score = kTextContains, .why = "the answer holds the text"};
}

Verdict grade_text_matches(const Pair& pair, const GradingContext&) {
  try {
    if (!Regex(pair.accepted).matches(pair.answer.command)) return {.why = "the pattern does not match"};
  } catch (const RegexFault& fault) {
    return {.outcome = VerdictKind::error,
            .why = fmt::format("the pattern {} cannot be read: {}", one_line(pair.accepted), fault.what())};
  }
  return {.outcome = VerdictKind::match,
          .score = kPatterns,
          .why = "the pattern matches",
          .evidence = PatternMatch{pair.accepted, {}}};
}

Level posix_level() {
  return {.name = "posix",
          .grade = CaseGrader(grade_posix),
          .version = "1",
          .kind = DatasetKind::commands,
          .best = 0.0,
          .role = Level::Role::condition};
}

std::optional<Level> built_in_level(std::string_view name) {
  const auto found = std::ranges::find(kBuiltIn, name, &BuiltIn::name);
  if (found == std::end(kBuiltIn)) return query_level(name);
  return std::visit(
      [&](auto how) {
        if constexpr (std::is_invocable_v<decltype(how)>)
          return how();
        else
          return Level{std::string(name), how, found->version, DatasetKind::commands, found->best};
      },
      found->how);
}

Level find_level(std::string_view name, std::span<const Level> own) {
  const auto found = std::ranges::find(own, name, &Level::name);
  if (found != own.end()) return *found;
  if (auto built_in = built_in_level(name)) return *std::move(built_in);
  throw Error({}, "unknown grading level \"" + std::string(name) + "\"",
              "the built-in ones are " + built_in_levels_text() +
                  "; others come with a suite's SOURCES or EXEC_LEVEL, or with --exec-level");
}

bool compares_text(std::string_view name) {
  const bool is_built_in = std::ranges::find(kBuiltIn, name, &BuiltIn::name) != std::end(kBuiltIn);
  return is_built_in && (name.starts_with("text_") || name == "patterns");
}

std::vector<std::string> built_in_levels() {
  std::vector<std::string> names;
  for (const BuiltIn& each : kBuiltIn) names.emplace_back(each.name);
  return names;
}

std::string built_in_levels_text() {
  std::string names;
  for (const std::string& each : built_in_levels()) (names += names.empty() ? "" : ", ") += each;
  return names + "; of golden queries: contains, hit@K";
}

std::vector<std::string> default_levels(DatasetKind kind) {
  if (kind == DatasetKind::queries) return {"contains", "hit@10"};
  return {"exact", "whitespace", "canonical"};
}

}  // namespace assay
