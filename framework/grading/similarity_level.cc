// SPDX-License-Identifier: Apache-2.0
// The level `similarity`: compares commands with an embedding model.
#include <fmt/format.h>

#include "assay/internal/likeness.h"
#include "assay/internal/opinion_levels.h"
#include "assay/internal/text.h"
#include "built_in.h"
#include "text.h"

namespace assay {
namespace {

constexpr double kSimilarity = 0.80;

// Why no cosine would be a match; empty if one can be.
std::string obstacle(Likeness& likeness, const Likeness::Finding& found, Question question) {
  if (!found.flaw().empty()) return std::string(found.flaw());
  if (question == Question::equivalent)
    return "similar commands need not be equivalent; use the question fulfils";
  if (!likeness.threshold()) return "by the model's profile, no cosine keeps wrong answers out";
  return likeness.reservation();
}

Verdict compared(const Pair& pair, Likeness& likeness, Question question) {
  const auto found = likeness.compare(trimmed_command(pair.accepted), trimmed_command(pair.answer.command));
  const auto threshold = likeness.threshold();
  Verdict verdict{.evidence = Similarity{.model = likeness.model().name(),
                                         .cosine = found.cosine,
                                         .threshold = threshold.value_or(1.0)}};
  verdict.why = obstacle(likeness, found, question);
  if (!verdict.why.empty() || !threshold) return verdict;
  const char* source = likeness.is_calibrated() ? "calibrated" : "not calibrated";
  const bool is_alike = found.cosine >= *threshold;
  verdict.why =
      fmt::format("cosine {:.4f} {} {:.4f} ({})", found.cosine, is_alike ? "≥" : "<", *threshold, source);
  if (!is_alike) return verdict;
  verdict.outcome = Outcome::match;
  verdict.score = kSimilarity;
  return verdict;
}

Verdict compared_with(double threshold, const Pair& pair, Likeness& likeness) {
  const auto found = likeness.compare(trimmed_command(pair.accepted), trimmed_command(pair.answer.command));
  if (!found.flaw().empty()) return {.why = std::string(found.flaw())};
  const bool is_alike = found.cosine >= threshold;
  return {.outcome = is_alike ? Outcome::match : Outcome::undecided,
          .score = is_alike ? kSimilarity : 0.0,
          .why = fmt::format("similarity {:.4f} {} {:.2f}", found.cosine, is_alike ? "reaches" : "is below",
                             threshold),
          .evidence =
              Similarity{.model = likeness.model().name(), .cosine = found.cosine, .threshold = threshold}};
}

template <typename Compare>
Verdict by_likeness(const Surroundings& surroundings, Compare compare) {
  const auto& likeness = surroundings.backends.likeness;
  if (!likeness)
    return {.outcome = Outcome::unavailable, .why = "no similarity model was named (MODEL, --model)"};
  try {
    return compare(*likeness);
  } catch (const Error& error) {
    return {.outcome = Outcome::unavailable,
            .why = one_line(error.problems().front().where.file + ": " + error.problems().front().what)};
  }
}

Verdict grade_similarity(const Pair& pair, const Surroundings& surroundings) {
  return by_likeness(surroundings,
                     [&](Likeness& likeness) { return compared(pair, likeness, surroundings.question); });
}

Level similarity_by(PairGrader grade, std::string version) {
  return {.name = "similarity",
          .grade = std::move(grade),
          .version = std::move(version),
          .kind = DatasetKind::commands,
          .best = kSimilarity,
          .asks_model = true};
}

}  // namespace

Level similarity_level() { return similarity_by(grade_similarity, "1"); }

Level similarity_level_from(double threshold) {
  return similarity_by(
      [threshold](const Pair& pair, const Surroundings& surroundings) {
        return by_likeness(surroundings,
                           [&](Likeness& likeness) { return compared_with(threshold, pair, likeness); });
      },
      fmt::format("1, a match from {}", threshold));
}

}  // namespace assay
