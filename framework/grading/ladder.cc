// SPDX-License-Identifier: Apache-2.0
// The ladder is a loop that an asynchronous level interrupts: it returns while a verdict is pending, and the
// thread that delivers the verdict resumes it. If the verdict arrives before the level has returned, the loop
// continues in place, so any number of such levels leaves the stack flat.
#include "ladder.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <optional>
#include <ranges>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "assay/internal/difference.h"
#include "assay/internal/text.h"

namespace assay {
namespace {

// How a case stands after the verdicts so far. Not thread-safe.
class Standing {
 public:
  Standing(const Case& asked, const Answer& answer, double min_score, Question question);

  // `accepted`: index of the accepted command that the verdict is about; none: the whole case.
  void note(const Level& level, std::optional<std::size_t> accepted, Verdict verdict);

  bool is_vetoed(std::size_t accepted) const { return vetoes_[accepted].has_value(); }
  // Whether the best match that still counts scores at least `score`.
  bool has_match(double score) const;
  // Whether the best match rests on assumptions that no level has checked yet.
  bool is_assumed() const;
  // Whether that pair has a match that rests on assumptions.
  bool is_assumed(std::size_t accepted) const;
  // Verdicts on that pair so far; the pointers are valid until the next note().
  std::vector<const Verdict*> said_of(std::size_t accepted) const;
  // Whether further levels cannot change the result, except one that checks assumptions.
  bool is_decided() const;
  // Call once, at the end.
  Grade grade() &&;

 private:
  struct LevelVerdict {
    Verdict verdict;
    std::optional<std::size_t> accepted;
    double best = 1.0;  // the level's
    Level::Need need = Level::Need::named;
    bool is_check = false;     // by a level that checks assumptions
    bool is_foretold = false;  // by a level with an obstacle
  };

  bool counts(const LevelVerdict& said) const;
  // Whether a level doubts the pair: undecided, with a world in which the commands differ.
  bool is_doubted(std::size_t accepted) const;
  void find_best();
  // Whether a mismatch decides, regardless of other verdicts: one on the case, or one on each pair.
  bool is_refuted() const;
  const LevelVerdict& refutation() const;
  // A missing verdict that might have made it a pass.
  const LevelVerdict* missing() const;
  // A check of what the best match assumes that was kept from running, though it could have run here.
  const LevelVerdict* missing_check() const;
  // What the last level with an obstacle says, in the form "; behavioural: …"; empty if none was asked.
  std::string reason_of_foretold() const;
  Grade decided() const;

  const Case& asked_;
  const Answer& answer_;
  double min_score_;
  Question question_;
  std::vector<LevelVerdict> said_;
  std::optional<std::size_t> best_;  // the best of the matches that count, the first on a tie
  // Indices of mismatches in said_.
  std::optional<std::size_t> rejection_;  // of the case
  std::vector<std::optional<std::size_t>> vetoes_;
  std::size_t vetoed_ = 0;
};

constexpr double kRounding = 1e-9;

bool reaches(double score, double least) { return score + kRounding >= least; }

bool rests_on_assumptions(const Verdict& verdict) {
  const auto* proof = std::get_if<Proof>(&verdict.evidence);
  return proof && !proof->assumptions.empty();
}

Grade graded(Status status, const Verdict& by) {
  return {.status = status, .score = by.score, .method = by.level, .why = by.why};
}

Standing::Standing(const Case& asked, const Answer& answer, double min_score, Question question)
    : asked_(asked),
      answer_(answer),
      min_score_(min_score),
      question_(question),
      vetoes_(asked.accepted.size()) {}

void Standing::note(const Level& level, std::optional<std::size_t> accepted, Verdict verdict) {
  const VerdictKind outcome = verdict.outcome;
  const bool is_starved = verdict.is_starved;
  if (outcome == VerdictKind::mismatch) {
    (accepted ? vetoes_[*accepted] : rejection_) = said_.size();
    if (accepted) ++vetoed_;
  }
  said_.push_back({std::move(verdict), accepted, level.best, level.need,
                   level.assumed == Level::Assumed::checked, level.obstacle != nullptr && !is_starved});
  if (outcome == VerdictKind::match || best_) find_best();
}

// A mismatch is final for its pair, and mere similarity does not outweigh a doubt. A judge, who was shown the
// counterexample, does outweigh it under *fulfils*.
bool Standing::counts(const LevelVerdict& said) const {
  if (!said.accepted) return true;
  const bool is_opinion =
      std::holds_alternative<Similarity>(said.verdict.evidence) ||
      (std::holds_alternative<Votes>(said.verdict.evidence) && question_ != Question::fulfils);
  return !is_vetoed(*said.accepted) && !(is_opinion && is_doubted(*said.accepted));
}

bool Standing::is_doubted(std::size_t accepted) const {
  return std::ranges::any_of(said_, [&](const LevelVerdict& each) {
    return each.accepted == accepted && each.verdict.outcome == VerdictKind::undecided &&
           std::holds_alternative<Counterexample>(each.verdict.evidence);
  });
}

void Standing::find_best() {
  best_.reset();
  for (std::size_t i = 0; i < said_.size(); ++i)
    if (said_[i].verdict.outcome == VerdictKind::match && counts(said_[i]) &&
        (!best_ || said_[i].verdict.score > said_[*best_].verdict.score))
      best_ = i;
}

bool Standing::has_match(double score) const { return best_ && reaches(said_[*best_].verdict.score, score); }

bool Standing::is_assumed() const {
  if (!best_ || !rests_on_assumptions(said_[*best_].verdict)) return false;
  return std::ranges::none_of(said_, [&](const LevelVerdict& each) {
    return each.is_check && each.accepted == said_[*best_].accepted;
  });
}

bool Standing::is_assumed(std::size_t accepted) const {
  return std::ranges::any_of(said_, [&](const LevelVerdict& each) {
    return each.accepted == accepted && each.verdict.outcome == VerdictKind::match &&
           rests_on_assumptions(each.verdict);
  });
}

std::vector<const Verdict*> Standing::said_of(std::size_t accepted) const {
  std::vector<const Verdict*> verdicts;
  for (const LevelVerdict& each : said_)
    if (each.accepted == accepted) verdicts.push_back(&each.verdict);
  return verdicts;
}

bool Standing::is_refuted() const { return rejection_ || (vetoed_ > 0 && vetoed_ == vetoes_.size()); }

const Standing::LevelVerdict& Standing::refutation() const {
  return said_[rejection_ ? *rejection_ : *vetoes_[nearest(asked_.accepted, answer_.command)]];
}

bool Standing::is_decided() const { return is_refuted() || has_match(min_score_); }

const Standing::LevelVerdict* Standing::missing() const {
  const auto found = std::ranges::find_if(said_, [&](const LevelVerdict& each) {
    const VerdictKind outcome = each.verdict.outcome;
    const bool is_missing =
        outcome == VerdictKind::error ||
        (outcome == VerdictKind::unavailable &&
         (each.verdict.is_starved || (each.need == Level::Need::named && !each.is_foretold)));
    return is_missing && counts(each) && reaches(each.best, min_score_);
  });
  return found == said_.end() ? nullptr : &*found;
}

const Standing::LevelVerdict* Standing::missing_check() const {
  if (!rests_on_assumptions(said_[*best_].verdict)) return nullptr;
  const auto found = std::ranges::find_if(said_, [&](const LevelVerdict& each) {
    return each.is_check && each.accepted == said_[*best_].accepted && each.verdict.is_starved;
  });
  return found == said_.end() ? nullptr : &*found;
}

std::string Standing::reason_of_foretold() const {
  const auto last = std::ranges::find_if(said_.rbegin(), said_.rend(), [](const LevelVerdict& each) {
    return each.is_foretold && !each.verdict.why.empty();
  });
  return last == said_.rend() ? "" : "; " + last->verdict.level + ": " + last->verdict.why;
}

Grade Standing::decided() const {
  if (said_.empty())
    return {.status = Status::unmeasured, .method = "none", .why = "no grading level was asked"};
  if (is_refuted()) return graded(Status::miss, refutation().verdict);
  if (has_match(min_score_)) {
    if (const LevelVerdict* lacking = missing_check())
      return {.method = lacking->verdict.level,
              .why = fmt::format("{}: {}", to_string(lacking->verdict.outcome), lacking->verdict.why)};
    return graded(Status::pass, said_[*best_].verdict);
  }
  if (const LevelVerdict* lacking = missing())
    return {.method = lacking->verdict.level,
            .why = fmt::format("{}: {}", to_string(lacking->verdict.outcome), lacking->verdict.why)};
  if (best_) return graded(Status::miss, said_[*best_].verdict);
  std::string names;
  std::set<std::string_view> named;
  for (const LevelVerdict& each : said_)
    if (named.insert(each.verdict.level).second) names += (names.empty() ? "" : ", ") + each.verdict.level;
  return {
      .status = Status::miss, .method = "none", .why = "no level matched: " + names + reason_of_foretold()};
}

Grade Standing::grade() && {
  Grade grade = decided();
  for (LevelVerdict& each : said_) grade.verdicts.push_back(std::move(each.verdict));
  return grade;
}

bool is_in_range(double score) { return score >= 0.0 && score <= 1.0; }  // false for NaN too

Verdict faulty(std::string why) { return {.outcome = VerdictKind::error, .why = std::move(why)}; }

// An invalid verdict becomes an error, not a miss.
Verdict checked(Verdict verdict, const Level& level) {
  if (verdict.level.empty()) verdict.level = level.name;
  if (verdict.outcome == VerdictKind::mismatch) verdict.score = 0.0;
  if (!is_in_range(verdict.score)) {
    verdict.why = fmt::format("the grader's score {} is not in 0…1", verdict.score);
    verdict.outcome = VerdictKind::error;
    verdict.score = 0.0;
  }
  return verdict;
}

// The verdicts of the levels that were not asked are unknown.
void make_stopped(Grade& grade) {
  grade.status = Status::unmeasured;
  grade.score = 0.0;
  grade.method = "none";
  grade.why = "grading was stopped";
}

// Kept alive by the pending callbacks; the last one destroys it.
class Climb : public std::enable_shared_from_this<Climb> {
 public:
  Climb(const Case& asked, const Answer& answer, std::span<const Level> levels, GradingOptions options,
        std::function<void(Graded)> done)
      : asked_(asked),
        answer_(answer),
        levels_(levels),
        options_(std::move(options)),
        done_(std::move(done)),
        surroundings_{options_.backends, options_.stop, asked.own->question.value_or(options_.question),
                      options_.userland},
        standing_(asked, answer, options_.min_score, surroundings_.question) {}

  // Throws nothing.
  void go_on() {
    Graded outcome;
    try {
      bool is_stopped = false;
      while (!is_stopped && find_question()) {
        is_stopped = options_.stop.stop_requested();
        if (!is_stopped && !ask()) return;
      }
      // A stop may have cut short the last level that was asked.
      is_stopped |= options_.stop.stop_requested() && !standing_.is_decided();
      outcome = std::move(standing_).grade();
      if (is_stopped) make_stopped(std::get<Grade>(outcome));
    } catch (...) {
      outcome = std::current_exception();
    }
    // A back end may call back from a thread of its own, which must not be the one that destroys it.
    options_.backends = {};
    done_(std::move(outcome));
  }

 private:
  // Takes the answer to one asynchronous question; if its last copy is destroyed unused, that is an error
  // verdict.
  class Ticket {
   public:
    explicit Ticket(std::shared_ptr<Climb> climb) : climb_(std::move(climb)) {}
    ~Ticket() { deliver(faulty("the grader ended without a verdict")); }
    void deliver(Verdict verdict) {
      if (!used_.test_and_set()) std::exchange(climb_, nullptr)->take(std::move(verdict));
    }

   private:
    std::atomic_flag used_;
    std::shared_ptr<Climb> climb_;
  };

  const Level& level() const { return levels_[level_]; }

  // Finds the next pair of this level worth asking about, or the next level.
  bool find_question() {
    for (; level_ < levels_.size(); ++level_, next_pair_ = 0) {
      if (level().role == Level::Role::condition) continue;
      if (next_pair_ == 0 && standing_.is_decided() && !is_check()) continue;
      if (!is_of_pairs(level())) {
        pair_ = std::nullopt;
        if (next_pair_++ == 0) return true;
        continue;
      }
      while (next_pair_ < asked_.accepted.size() && (!standing_.has_match(level().best) || is_check())) {
        pair_ = next_pair_++;
        if (!standing_.is_vetoed(*pair_)) return true;
      }
    }
    return false;
  }

  // Whether the level can check an assumption that the best match rests on.
  bool is_check() const { return level().assumed == Level::Assumed::checked && standing_.is_assumed(); }

  Pair pair() const {
    return {asked_, answer_, asked_.accepted[*pair_], standing_.is_assumed(*pair_),
            standing_.said_of(*pair_)};
  }

  // False if the verdict is pending.
  bool ask() {
    verdict_.reset();
    state_ = State::asking;
    try {
      std::visit([this](const auto& grader) { ask_by(grader); }, level().grade);
    } catch (const Error&) {
      throw;
    } catch (const std::exception& fault) {
      note(faulty(one_line(fault.what())));
      return true;
    }
    if (!is_out_) return true;
    is_out_ = false;
    if (state_.exchange(State::waiting) == State::asking) return false;
    note(*std::exchange(verdict_, std::nullopt));
    return true;
  }

  void ask_by(const Grader& grader) { note(grader(asked_, answer_)); }
  void ask_by(const CaseGrader& grader) { note(grader(asked_, answer_, surroundings_)); }
  void ask_by(const PairGrader& grader) { note(grader(pair(), surroundings_)); }
  void ask_by(const AsyncGrader& grader) {
    ask_later([&](VerdictCallback deliver) { grader(asked_, answer_, surroundings_, std::move(deliver)); });
  }
  void ask_by(const AsyncPairGrader& grader) {
    ask_later([&](VerdictCallback deliver) { grader(pair(), surroundings_, std::move(deliver)); });
  }

  template <typename Start>
  void ask_later(Start start) {
    is_out_ = true;
    const auto ticket = std::make_shared<Ticket>(shared_from_this());
    try {
      start([ticket](Verdict verdict) { ticket->deliver(std::move(verdict)); });
    } catch (const Error&) {
      throw;
    } catch (const std::exception& fault) {
      ticket->deliver(faulty(one_line(fault.what())));
    }
  }

  // Thread-safe.
  void take(Verdict verdict) {
    verdict_ = std::move(verdict);
    if (state_.exchange(State::answered) == State::asking) return;  // ask() goes on
    auto on = [self = shared_from_this()] {
      self->note(*std::exchange(self->verdict_, std::nullopt));
      self->go_on();
    };
    options_.resume ? options_.resume(std::move(on)) : on();
  }

  void note(Verdict verdict) {
    verdict = checked(std::move(verdict), level());
    if (pair_) verdict.accepted = asked_.accepted[*pair_];
    standing_.note(level(), pair_, std::move(verdict));
  }

  const Case& asked_;
  const Answer& answer_;
  const std::span<const Level> levels_;
  GradingOptions options_;
  const std::function<void(Graded)> done_;
  const GradingContext surroundings_;
  Standing standing_;
  std::size_t level_ = 0;
  std::size_t next_pair_ = 0;
  std::optional<std::size_t> pair_;  // being asked about; none: the whole case

  bool is_out_ = false;  // the question went to an asynchronous level
  enum class State { asking, waiting, answered };
  std::atomic<State> state_ = State::asking;
  std::optional<Verdict> verdict_;  // of an asynchronous level
};

}  // namespace

bool is_of_pairs(const Level& level) {
  return std::holds_alternative<PairGrader>(level.grade) ||
         std::holds_alternative<AsyncPairGrader>(level.grade);
}

void climb(const Case& asked, const Answer& answer, std::span<const Level> levels, GradingOptions options,
           std::function<void(Graded)> done) {
  std::make_shared<Climb>(asked, answer, levels, std::move(options), std::move(done))->go_on();
}

}  // namespace assay
