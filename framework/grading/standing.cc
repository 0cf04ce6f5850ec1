// SPDX-License-Identifier: Apache-2.0
#include "standing.h"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <set>

#include "assay/internal/difference.h"

namespace assay {
namespace {

constexpr double kRounding = 1e-9;

bool reaches(double score, double least) { return score + kRounding >= least; }

bool rests_on_assumptions(const Verdict& verdict) {
  const auto* proof = std::get_if<Proof>(&verdict.evidence);
  return proof && !proof->assumptions.empty();
}

Grade graded(Status status, const Verdict& by) {
  return {.status = status, .score = by.score, .method = by.level, .why = by.why};
}

}  // namespace

Standing::Standing(const Case& asked, const Answer& answer, double min_score, Question question)
    : asked_(asked),
      answer_(answer),
      min_score_(min_score),
      question_(question),
      vetoes_(asked.accepted.size()) {}

void Standing::note(const Level& level, std::optional<std::size_t> accepted, Verdict verdict) {
  const Outcome outcome = verdict.outcome;
  const bool is_starved = verdict.is_starved;
  if (outcome == Outcome::mismatch) {
    (accepted ? vetoes_[*accepted] : rejection_) = said_.size();
    if (accepted) ++vetoed_;
  }
  said_.push_back({std::move(verdict), accepted, level.best, level.need,
                   level.assumed == Level::Assumed::checked, level.obstacle != nullptr && !is_starved});
  if (outcome == Outcome::match || best_) find_best();
}

// A mismatch is final for its pair, and mere similarity does not outweigh a doubt. A judge, who was shown the
// counterexample, does outweigh it under *fulfils*.
bool Standing::counts(const Said& said) const {
  if (!said.accepted) return true;
  const bool is_opinion =
      std::holds_alternative<Similarity>(said.verdict.evidence) ||
      (std::holds_alternative<Votes>(said.verdict.evidence) && question_ != Question::fulfils);
  return !is_vetoed(*said.accepted) && !(is_opinion && is_doubted(*said.accepted));
}

bool Standing::is_doubted(std::size_t accepted) const {
  return std::ranges::any_of(said_, [&](const Said& each) {
    return each.accepted == accepted && each.verdict.outcome == Outcome::undecided &&
           std::holds_alternative<Counterexample>(each.verdict.evidence);
  });
}

void Standing::find_best() {
  best_.reset();
  for (std::size_t i = 0; i < said_.size(); ++i)
    if (said_[i].verdict.outcome == Outcome::match && counts(said_[i]) &&
        (!best_ || said_[i].verdict.score > said_[*best_].verdict.score))
      best_ = i;
}

bool Standing::has_match(double score) const { return best_ && reaches(said_[*best_].verdict.score, score); }

bool Standing::is_assumed() const {
  if (!best_ || !rests_on_assumptions(said_[*best_].verdict)) return false;
  return std::ranges::none_of(
      said_, [&](const Said& each) { return each.is_check && each.accepted == said_[*best_].accepted; });
}

bool Standing::is_assumed(std::size_t accepted) const {
  return std::ranges::any_of(said_, [&](const Said& each) {
    return each.accepted == accepted && each.verdict.outcome == Outcome::match &&
           rests_on_assumptions(each.verdict);
  });
}

std::vector<const Verdict*> Standing::said_of(std::size_t accepted) const {
  std::vector<const Verdict*> verdicts;
  for (const Said& each : said_)
    if (each.accepted == accepted) verdicts.push_back(&each.verdict);
  return verdicts;
}

bool Standing::is_refuted() const { return rejection_ || (vetoed_ > 0 && vetoed_ == vetoes_.size()); }

const Standing::Said& Standing::refutation() const {
  return said_[rejection_ ? *rejection_ : *vetoes_[nearest(asked_.accepted, answer_.command)]];
}

bool Standing::is_decided() const { return is_refuted() || has_match(min_score_); }

const Standing::Said* Standing::missing() const {
  const auto found = std::ranges::find_if(said_, [&](const Said& each) {
    const Outcome outcome = each.verdict.outcome;
    const bool is_missing =
        outcome == Outcome::error ||
        (outcome == Outcome::unavailable &&
         (each.verdict.is_starved || (each.need == Level::Need::named && !each.is_foretold)));
    return is_missing && counts(each) && reaches(each.best, min_score_);
  });
  return found == said_.end() ? nullptr : &*found;
}

std::string Standing::reason_of_foretold() const {
  const auto last = std::ranges::find_if(said_.rbegin(), said_.rend(), [](const Said& each) {
    return each.is_foretold && !each.verdict.why.empty();
  });
  return last == said_.rend() ? "" : "; " + last->verdict.level + ": " + last->verdict.why;
}

Grade Standing::decided() const {
  if (said_.empty())
    return {.status = Status::unmeasured, .method = "none", .why = "no grading level was asked"};
  if (is_refuted()) return graded(Status::miss, refutation().verdict);
  if (has_match(min_score_)) return graded(Status::pass, said_[*best_].verdict);
  if (const Said* lacking = missing())
    return {.method = lacking->verdict.level,
            .why = fmt::format("{}: {}", to_string(lacking->verdict.outcome), lacking->verdict.why)};
  if (best_) return graded(Status::miss, said_[*best_].verdict);
  std::string names;
  std::set<std::string_view> named;
  for (const Said& each : said_)
    if (named.insert(each.verdict.level).second) names += (names.empty() ? "" : ", ") + each.verdict.level;
  return {
      .status = Status::miss, .method = "none", .why = "no level matched: " + names + reason_of_foretold()};
}

Grade Standing::grade() && {
  Grade grade = decided();
  for (Said& each : said_) grade.verdicts.push_back(std::move(each.verdict));
  return grade;
}

}  // namespace assay
