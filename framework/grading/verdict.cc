// SPDX-License-Identifier: Apache-2.0
#include "assay/verdict.h"

#include <fmt/format.h>

#include "assay/grading.h"
#include "assay/internal/enum_words.h"

namespace assay {
namespace {

void add_line(std::string& text, std::string_view line) {
  if (!text.empty()) text += '\n';
  text += line;
}

// A missing final newline makes no difference to the reader.
std::string_view without_newline(std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  return text;
}

std::string outcome_text(std::string_view whose, const WorldOutcome& outcome) {
  std::string text = fmt::format("{}: {}", whose, outcome.ending);
  if (!outcome.out.empty()) add_line(text, fmt::format("stdout: {}", without_newline(outcome.out)));
  if (!outcome.err.empty()) add_line(text, fmt::format("stderr: {}", without_newline(outcome.err)));
  for (const auto& change : outcome.changes) add_line(text, change);
  return text;
}

struct Words {
  std::string operator()(const std::string& words) const { return words; }
  std::string operator()(const Proof& proof) const {
    std::string text = proof.canonical;
    for (const auto& assumption : proof.assumptions) add_line(text, "assumed: " + assumption);
    return text;
  }
  std::string operator()(const Counterexample& shown) const {
    std::string text = "in " + shown.world;
    add_line(text, outcome_text("accepted", shown.accepted));
    add_line(text, outcome_text("generated", shown.generated));
    if (!shown.smaller.empty()) add_line(text, "with fewer options: " + shown.smaller);
    if (!shown.again.empty()) add_line(text, "again: " + shown.again);
    if (!shown.elsewhere.empty()) add_line(text, shown.elsewhere);
    return text;
  }
  std::string operator()(const UnmetOutcome& found) const {
    std::string text = "in " + found.world;
    for (const auto& each : found.unmet)
      add_line(text, fmt::format("{}: wanted {}, got {}", each.clause, each.wanted, each.got));
    add_line(text, outcome_text("generated", found.generated));
    if (!found.again.empty()) add_line(text, "again: " + found.again);
    return text;
  }
  std::string operator()(const Similarity& measured) const {
    return fmt::format("cosine {:.4f}, a match from {:.2f} ({})", measured.cosine, measured.threshold,
                       measured.model);
  }
  std::string operator()(const Votes& judged) const {
    std::string text = judged.model;
    for (const auto& vote : judged.votes)
      add_line(text, fmt::format("{}: {}", to_string(vote.outcome), vote.why));
    return text;
  }
  std::string operator()(const PatternMatch& found) const {
    return found.matched.empty() ? found.pattern : fmt::format("{}: {}", found.pattern, found.matched);
  }
};

}  // namespace

std::string_view to_string(VerdictKind outcome) { return word_of(outcome); }

std::optional<VerdictKind> outcome_from(std::string_view text) { return enumerator_of<VerdictKind>(text); }

std::string_view to_string(Status status) { return word_of(status); }

std::optional<Status> status_from(std::string_view text) { return enumerator_of<Status>(text); }

std::size_t told_by(const Power& power) {
  std::size_t told = 0;
  for (const auto& each : power.classes) told += each.told;
  return told;
}

std::size_t near_misses_in(const Power& power) {
  std::size_t all = 0;
  for (const auto& each : power.classes) all += each.all;
  return all;
}

std::string evidence_text(const Evidence& evidence) { return std::visit(Words{}, evidence); }

}  // namespace assay
