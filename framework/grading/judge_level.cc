// SPDX-License-Identifier: Apache-2.0
// The level `judge`: a large language model's opinion on pairs that evidence left undecided.
#include <fmt/format.h>

#include <algorithm>

#include "assay/internal/likeness.h"
#include "assay/internal/opinion_levels.h"
#include "assay/internal/text.h"
#include "assay/judge.h"
#include "built_in.h"
#include "text.h"

namespace assay {
namespace {

constexpr double kJudge = 0.80;

Outcome outcome_of(JudgeVerdict verdict) {
  switch (verdict) {
    case JudgeVerdict::equivalent:
      return Outcome::match;
    case JudgeVerdict::not_equivalent:
      return Outcome::mismatch;
    case JudgeVerdict::unsure:
      return Outcome::undecided;
    case JudgeVerdict::judge_error:
      break;
  }
  return Outcome::error;
}

std::string_view order_text(JudgeVote::Order order) {
  switch (order) {
    case JudgeVote::Order::expected_first:
      return "accepted first";
    case JudgeVote::Order::generated_first:
      return "generated first";
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
    verdict.outcome = Outcome::undecided;
  if (ruling.by == Ruling::By::nobody) verdict.outcome = Outcome::unavailable;
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
void grade_by_judge(const Pair& pair, const Surroundings& surroundings, std::optional<double> least,
                    Deliver deliver) {
  const auto& judge = surroundings.backends.judge;
  if (!judge) return deliver({.outcome = Outcome::unavailable, .why = "no judge was named (JUDGE, --judge)"});
  const auto* shown = said_with_counterexample(pair);
  if (shown && surroundings.question == Question::equivalent)
    return deliver({.why = "a world shows a difference, which no judge outweighs"});
  if (is_rejected(pair, least, surroundings.backends))
    return deliver({.why = "not asked: below this similarity hardly any answer is right"});
  judge->ask({.instruction = pair.asked.prompt,
              .expected = std::string(trimmed_command(pair.accepted)),
              .generated = std::string(trimmed_command(pair.answer.command)),
              .question = surroundings.question,
              .observed = shown ? evidence_text(shown->evidence) : std::string()},
             surroundings.stop,
             [model = judge->service().model, deliver = std::move(deliver)](const Ruling& ruling) {
               deliver(ruled_verdict(ruling, model));
             });
}

Level judged_from(std::optional<double> least, std::string version) {
  return {
      .name = "judge",
      .grade = AsyncPairGrader([least](const Pair& pair, const Surroundings& surroundings, Deliver deliver) {
        grade_by_judge(pair, surroundings, least, std::move(deliver));
      }),
      .version = std::move(version),
      .kind = DatasetKind::commands,
      .best = kJudge,
      .asks_judge = true};
}

}  // namespace

Level judge_level() { return judged_from(std::nullopt, "1"); }

Level judge_level_from(double cosine) {
  return judged_from(cosine, fmt::format("1, asked from a similarity of {}", cosine));
}

}  // namespace assay
