// SPDX-License-Identifier: Apache-2.0
// The level `similarity`: compares commands with an embedding model.
#include <fmt/format.h>

#include <algorithm>

#include "assay/internal/command_grade.h"
#include "assay/internal/likeness.h"
#include "assay/internal/text.h"
#include "assay/judge.h"
#include "levels.h"
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
  verdict.outcome = VerdictKind::match;
  verdict.score = kSimilarity;
  return verdict;
}

Verdict compared_with(double threshold, const Pair& pair, Likeness& likeness) {
  const auto found = likeness.compare(trimmed_command(pair.accepted), trimmed_command(pair.answer.command));
  if (!found.flaw().empty()) return {.why = std::string(found.flaw())};
  const bool is_alike = found.cosine >= threshold;
  return {.outcome = is_alike ? VerdictKind::match : VerdictKind::undecided,
          .score = is_alike ? kSimilarity : 0.0,
          .why = fmt::format("similarity {:.4f} {} {:.2f}", found.cosine, is_alike ? "reaches" : "is below",
                             threshold),
          .evidence =
              Similarity{.model = likeness.model().name(), .cosine = found.cosine, .threshold = threshold}};
}

template <typename Compare>
Verdict by_likeness(const GradingContext& context, Compare compare) {
  const auto& likeness = context.backends.likeness;
  if (!likeness)
    return {.outcome = VerdictKind::unavailable, .why = "no similarity model was named (MODEL, --model)"};
  try {
    return compare(*likeness);
  } catch (const Error& error) {
    return {.outcome = VerdictKind::unavailable,
            .why = one_line(error.problems().front().where.file + ": " + error.problems().front().what)};
  }
}

Verdict grade_similarity(const Pair& pair, const GradingContext& context) {
  return by_likeness(context, [&](Likeness& likeness) { return compared(pair, likeness, context.question); });
}

Level similarity_by(PairGrader grade, std::string version) {
  return {.name = "similarity",
          .grade = std::move(grade),
          .version = std::move(version),
          .kind = DatasetKind::commands,
          .best = kSimilarity,
          .asks_model = true};
}

// The level `judge`: a large language model's opinion on pairs that evidence left undecided.

constexpr double kJudge = 0.80;

VerdictKind outcome_of(JudgeVerdict verdict) {
  switch (verdict) {
    case JudgeVerdict::equivalent: return VerdictKind::match;
    case JudgeVerdict::not_equivalent: return VerdictKind::mismatch;
    case JudgeVerdict::unsure: return VerdictKind::undecided;
    case JudgeVerdict::judge_error: break;
  }
  return VerdictKind::error;
}

std::string_view order_text(JudgeVote::Order order) {
  switch (order) {
    case JudgeVote::Order::expected_first: return "accepted first";
    case JudgeVote::Order::generated_first: return "generated first";
  }
  return "";
}

Votes votes_of(const std::string& model, const Ruling& ruling) {
  Votes votes{.model = model, .votes = {}};
  for (const auto& each : ruling.votes)
    votes.votes.push_back({outcome_of(each.verdict), std::string(order_text(each.order)) + ": " + each.why});
  return votes;
}

Verdict ruled_verdict(const Ruling& ruling, const std::string& model) {
  Verdict verdict{.outcome = outcome_of(ruling.verdict), .why = ruling.why};
  if (ruling.verdict == JudgeVerdict::equivalent) verdict.score = kJudge;
  if (!ruling.votes.empty()) verdict.evidence = votes_of(model, ruling);
  // The judge has answered its canary, so a reply that is no verdict may be this answer's doing.
  if (ruling.verdict == JudgeVerdict::judge_error && ruling.by == Ruling::By::votes)
    verdict.outcome = VerdictKind::undecided;
  if (ruling.by == Ruling::By::nobody) verdict.outcome = VerdictKind::unavailable;
  return verdict;
}

const Verdict* said_with_counterexample(const Pair& pair) {
  const auto found = std::ranges::find_if(
      pair.said, [](const Verdict* each) { return std::holds_alternative<Counterexample>(each->evidence); });
  return found == pair.said.end() ? nullptr : *found;
}

// The cosine below which, according to the model's profile, hardly any answer is right.
std::optional<double> rejected_below(const Backends& backends) {
  if (!backends.likeness) return std::nullopt;
  const auto& profile = backends.likeness->profile();
  return profile ? profile->reject : std::nullopt;
}

// False if no cosine was measured. `least`: none: the profile's.
bool is_rejected(const Pair& pair, std::optional<double> least, const Backends& backends) {
  for (const auto* each : pair.said)
    if (const auto* measured = std::get_if<Similarity>(&each->evidence)) {
      if (!least) least = rejected_below(backends);
      return least && measured->cosine < *least;
    }
  return false;
}

// `least`: the cosine below which the judge is not asked; none: the profile's.
void grade_by_judge(const Pair& pair, const GradingContext& context, std::optional<double> least,
                    VerdictCallback deliver) {
  const auto& judge = context.backends.judge;
  if (!judge)
    return deliver({.outcome = VerdictKind::unavailable, .why = "no judge was named (JUDGE, --judge)"});
  const auto* shown = said_with_counterexample(pair);
  if (shown && context.question == Question::equivalent)
    return deliver({.why = "a world shows a difference, which no judge outweighs"});
  if (is_rejected(pair, least, context.backends))
    return deliver({.why = "not asked: below this similarity hardly any answer is right"});
  judge->ask({.instruction = pair.asked.prompt,
              .expected = std::string(trimmed_command(pair.accepted)),
              .generated = std::string(trimmed_command(pair.answer.command)),
              .question = context.question,
              .observed = shown ? evidence_text(shown->evidence) : std::string()},
             context.stop,
             [model = judge->service().model, deliver = std::move(deliver)](const Ruling& ruling) {
               deliver(ruled_verdict(ruling, model));
             });
}

Level judged_from(std::optional<double> least, std::string version) {
  return {.name = "judge",
          .grade = AsyncPairGrader(
              [least](const Pair& pair, const GradingContext& context, VerdictCallback deliver) {
                grade_by_judge(pair, context, least, std::move(deliver));
              }),
          .version = std::move(version),
          .kind = DatasetKind::commands,
          .best = kJudge,
          .asks_judge = true};
}

}  // namespace

Level similarity_level() { return similarity_by(grade_similarity, "1"); }

Level similarity_level_from(double threshold) {
  return similarity_by(
      [threshold](const Pair& pair, const GradingContext& context) {
        return by_likeness(context,
                           [&](Likeness& likeness) { return compared_with(threshold, pair, likeness); });
      },
      fmt::format("1, a match from {}", threshold));
}

Level judge_level() { return judged_from(std::nullopt, "1"); }

Level judge_level_from(double cosine) {
  return judged_from(cosine, fmt::format("1, asked from a similarity of {}", cosine));
}

}  // namespace assay
