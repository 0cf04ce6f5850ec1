#include "similarity_level.h"

#include <fmt/format.h>

#include "assay/internal/likeness.h"
#include "assay/internal/text.h"
#include "text.h"

namespace assay {
namespace {

constexpr double kSimilarity = 0.80;

// Why a cosine is no match, whatever it is; empty: it may be one.
std::string obstacle(Likeness& likeness, const Likeness::Finding& found, Question question) {
  if (found.is_cut) return "a command is longer than the model reads";
  if (question == Question::equivalent)
    return "commands that are alike need not be equivalent; ask whether the answer fulfils";
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

Verdict grade_similarity(const Pair& pair, const Surroundings& surroundings) {
  const auto& likeness = surroundings.backends.likeness;
  if (!likeness)
    return {.outcome = Outcome::unavailable, .why = "no similarity model was named (MODEL, --model)"};
  try {
    return compared(pair, *likeness, surroundings.question);
  } catch (const Error& error) {
    return {.outcome = Outcome::unavailable,
            .why = one_line(error.problems().front().where.file + ": " + error.problems().front().what)};
  }
}

}  // namespace

Level similarity_level() {
  return {.name = "similarity",
          .grade = PairGrader(grade_similarity),
          .version = "1",
          .kind = DatasetKind::commands,
          .best = kSimilarity,
          .asks_model = true};
}

}  // namespace assay
