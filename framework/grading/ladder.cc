// SPDX-License-Identifier: Apache-2.0
// The ladder is a loop that an asynchronous level interrupts: it returns while a verdict is pending, and the
// thread that delivers the verdict resumes it. If the verdict arrives before the level has returned, the loop
// continues in place, so any number of such levels leaves the stack flat.
#include "ladder.h"

#include <fmt/format.h>

#include <atomic>
#include <utility>

#include "assay/internal/text.h"
#include "standing.h"

namespace assay {
namespace {

bool is_in_range(double score) { return score >= 0.0 && score <= 1.0; }  // false for NaN too

Verdict faulty(std::string why) { return {.outcome = Outcome::error, .why = std::move(why)}; }

// An invalid verdict becomes an error, not a miss.
Verdict checked(Verdict verdict, const Level& level) {
  if (verdict.level.empty()) verdict.level = level.name;
  if (verdict.outcome == Outcome::mismatch) verdict.score = 0.0;
  if (!is_in_range(verdict.score)) {
    verdict.why = fmt::format("the grader's score {} is not in 0…1", verdict.score);
    verdict.outcome = Outcome::error;
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
        surroundings_{options_.backends, options_.stop, asked.own->question.value_or(options_.question)},
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
  bool is_check() const {
    return level().assumed == Level::Assumed::checked && !asked_.world.empty() && standing_.is_assumed();
  }

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
    ask_later([&](Deliver deliver) { grader(asked_, answer_, surroundings_, std::move(deliver)); });
  }
  void ask_by(const AsyncPairGrader& grader) {
    ask_later([&](Deliver deliver) { grader(pair(), surroundings_, std::move(deliver)); });
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
  const Surroundings surroundings_;
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
