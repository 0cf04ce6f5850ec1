// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/distributions.h"

#include <algorithm>
#include <cmath>

#include "numbers.h"

namespace assay {
namespace {

constexpr double kBinsADecade = 8;
constexpr double kFirst = 0.1;  // milliseconds

std::size_t tenth_of(double value) {
  return value > 0 ? std::min(static_cast<std::size_t>(value * 10), kTenths - 1) : 0;
}

// The cosine to the nearest accepted command.
std::optional<double> best_cosine(const std::vector<Verdict>& verdicts) {
  std::optional<double> best;
  for (const Verdict& each : verdicts)
    if (const auto* found = std::get_if<Similarity>(&each.evidence);
        found && found->cosine > best.value_or(-2))
      best = found->cosine;
  return best;
}

// The judge's verdict on the answer: right if it is as good as at least one accepted command. Empty if the
// judge was not asked or not sure.
std::optional<bool> judged_right(const std::vector<Verdict>& verdicts) {
  std::optional<bool> is_right;
  for (const Verdict& each : verdicts) {
    if (!std::holds_alternative<Votes>(each.evidence)) continue;
    if (each.outcome == Outcome::match) return true;
    if (each.outcome == Outcome::mismatch) is_right = false;
  }
  return is_right;
}

}  // namespace

void Reliability::add(double value, bool is_right) {
  ++answers[tenth_of(value)];
  right[tenth_of(value)] += is_right ? 1 : 0;
}

void Distributions::add_attempt(const Result& result) {
  const auto& label = result.answer.label;
  if (label && result.grade.status != Status::unmeasured) scores_by_people.add(result.grade.score, *label);
  const auto cosine = best_cosine(result.grade.verdicts);
  if (!cosine) return;
  if (label) cosines_by_people.add(*cosine, *label);
  if (const auto is_right = judged_right(result.grade.verdicts)) cosines_by_judge.add(*cosine, *is_right);
}

void Distributions::add_case(const Result& last, const Figures& figures) {
  if (figures.score) ++scores[tenth_of(*figures.score)];
  if (const auto cosine = best_cosine(last.grade.verdicts)) ++cosines[tenth_of(*cosine)];
  if (figures.latency) {
    const double ms = std::chrono::duration<double, std::milli>(*figures.latency).count();
    const double bin = std::floor(std::log10(std::max(ms, kFirst) / kFirst) * kBinsADecade);
    ++latency[std::min(static_cast<std::size_t>(bin), kBins - 1)];
  }
  if (!figures.retrieval || !was_asked(figures)) return;
  const RetrievalFigures& query = *figures.retrieval;
  if (query.chunks_expected > 0) {
    const int rank = query.chunk_rank.value_or(0);
    ++ranks[rank == 0 ? 11 : std::min(rank, 11) - 1];
  }
  if (query.refused) ++refusals[query.should_refuse][*query.refused];
}

std::string latency_label(std::size_t bin) {
  const double ms = kFirst * std::pow(10, static_cast<double>(bin) / kBinsADecade);
  return rough_time(ms);
}

}  // namespace assay
