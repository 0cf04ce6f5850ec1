// SPDX-License-Identifier: Apache-2.0
#include "assay/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <future>
#include <mutex>
#include <utility>

#include "asking.h"
#include "assay/equivalence.h"
#include "assay/internal/courier.h"
#include "assay/internal/model_server.h"
#include "assay/internal/text.h"

namespace assay {
namespace {

constexpr unsigned kMostAtOnce = 8;
constexpr auto kOrders = {JudgeVote::Order::expected_first, JudgeVote::Order::generated_first};

std::unique_ptr<http::Poster> courier_for(const JudgeService& service) {
  return std::make_unique<http::Courier>(
      http::ClientOptions{.attempt_timeout = service.timeout,
                          .timeout = http::kAttemptsWorth * service.timeout,
                          .requests_per_minute = service.requests_per_minute});
}

std::shared_ptr<Budget> budget_of(const JudgeService& service) {
  if (service.budget || !service.max_cost) return service.budget;
  return std::make_shared<Budget>(*service.max_cost);
}

// The verdict of more than half of the votes in one order.
JudgeVerdict majority(const std::vector<CastVote>& cast, JudgeVote::Order order) {
  std::size_t all = 0, equivalent = 0, not_equivalent = 0, errors = 0;
  for (const auto& each : cast) {
    if (each.vote.order != order) continue;
    ++all;
    equivalent += each.vote.verdict == JudgeVerdict::equivalent;
    not_equivalent += each.vote.verdict == JudgeVerdict::not_equivalent;
    errors += each.vote.verdict == JudgeVerdict::judge_error;
  }
  if (equivalent * 2 > all) return JudgeVerdict::equivalent;
  if (not_equivalent * 2 > all) return JudgeVerdict::not_equivalent;
  return errors > 0 ? JudgeVerdict::judge_error : JudgeVerdict::unsure;
}

JudgeVerdict agreed(const std::vector<CastVote>& cast) {
  const auto a = majority(cast, JudgeVote::Order::expected_first);
  const auto b = majority(cast, JudgeVote::Order::generated_first);
  if (a == JudgeVerdict::judge_error || b == JudgeVerdict::judge_error) return JudgeVerdict::judge_error;
  return a == b ? a : JudgeVerdict::unsure;
}

std::string reason_for(JudgeVerdict verdict, const std::vector<CastVote>& cast) {
  const auto found =
      std::ranges::find_if(cast, [&](const CastVote& each) { return each.vote.verdict == verdict; });
  return found == cast.end() ? "its votes contradict each other" : found->vote.why;
}

// The ruling when no judge could be asked.
Ruling unjudged(const JudgeQuestion& question, const std::string& why) {
  auto proven = quick_check(question.expected, question.generated);
  if (proven.verdict == JudgeVerdict::equivalent) {
    proven.why += " (" + why + ")";
    return proven;
  }
  return {.verdict = JudgeVerdict::judge_error, .why = why, .by = Ruling::By::nobody};
}

Ruling ruling_of(const JudgeQuestion& question, const std::vector<CastVote>& cast) {
  const auto verdict = agreed(cast);
  Ruling ruling{.verdict = verdict, .why = reason_for(verdict, cast), .by = Ruling::By::votes};
  const auto lost = std::ranges::find(cast, false, &CastVote::is_reached);
  if (verdict == JudgeVerdict::judge_error && lost != cast.end()) ruling = unjudged(question, lost->vote.why);
  for (const auto& each : cast) ruling.votes.push_back(each.vote);
  return ruling;
}

// Why a judge with these votes on its canary is not trusted; empty: it is.
std::string distrust(const std::vector<CastVote>& cast) {
  for (const auto& each : cast) {
    if (each.vote.verdict == JudgeVerdict::equivalent)
      return "this judge obeys the commands that it judges (it called a wrong one right that asks for it), "
             "so it is "
             "not believed";
    if (each.vote.verdict == JudgeVerdict::judge_error) return each.vote.why;
  }
  return {};
}

}  // namespace

Ruling quick_check(std::string_view expected, std::string_view generated) {
  const auto found = compare(trimmed(expected), trimmed(generated));
  const bool is_proven =
      found.verdict == Equivalence::equivalent || found.verdict == Equivalence::conditionally;
  if (!is_proven)
    return {.verdict = JudgeVerdict::judge_error, .why = "not proven the same", .by = Ruling::By::nobody};
  return {.verdict = JudgeVerdict::equivalent,
          .why = one_line("quick_check: " + found.why),
          .by = Ruling::By::quick_check};
}

struct Judge::Inner {
  using Cast = std::vector<CastVote>;

  Inner(JudgeService service, std::shared_ptr<http::ReplyCache> cache, std::unique_ptr<http::Poster> carrier)
      : room{.service = service,
             .key = http::key_in(service.key_variable),
             .cache = std::move(cache),
             .ledger = http::Ledger(service.price, budget_of(service)),
             .poster = *carrier},
        poster(std::move(carrier)) {}

  ~Inner() {
    {
      const std::lock_guard lock(mutex);
      is_ending = true;
    }
    poster.reset();  // calls back for the votes under way
    pump();          // and this for the waiting ones
  }

  // Starts waiting votes while fewer than the maximum are under way. A loop, as cached answers arrive at
  // once.
  void pump() {
    std::unique_lock lock(mutex);
    if (is_pumping) return;
    is_pumping = true;
    while (!waiting.empty() && under_way < kMostAtOnce) {
      auto task = std::move(waiting.front());
      waiting.pop_front();
      ++under_way;
      lock.unlock();
      task();
      task = nullptr;
      lock.lock();
    }
    is_pumping = false;
  }

  void add(std::function<void()> task) {
    {
      const std::lock_guard lock(mutex);
      waiting.push_back(std::move(task));
    }
    pump();
  }

  void vote(const std::shared_ptr<const JudgeQuestion>& question, JudgeVote::Order order, unsigned seed,
            const std::stop_token& stop, std::function<void(CastVote)> done) {
    add([this, question, order, seed, stop, done = std::move(done)] {
      auto ended = [this, done](CastVote cast) {
        done(std::move(cast));
        {
          const std::lock_guard lock(mutex);
          --under_way;
        }
        pump();
      };
      if (has_ended() || stop.stop_requested())
        return ended({.vote = {.order = order, .why = "the judge was stopped"}, .is_reached = false});
      ask_for_vote(room, *question, order, seed, stop, std::move(ended));
    });
  }

  bool has_ended() {
    const std::lock_guard lock(mutex);
    return is_ending;
  }

  // Passes all votes to `done`, in the order in which they were requested.
  void poll(std::shared_ptr<const JudgeQuestion> question, unsigned of_each_order,
            const std::stop_token& stop, std::function<void(Cast)> done) {
    struct Poll {
      std::mutex mutex;
      Cast cast;
      std::size_t missing = 0;
      std::function<void(Cast)> done;
    };
    const auto poll = std::make_shared<Poll>();
    poll->missing = kOrders.size() * of_each_order;
    poll->cast.resize(poll->missing);
    poll->done = std::move(done);
    std::size_t next = 0;
    for (unsigned seed = 0; seed < of_each_order; ++seed)
      for (const auto order : kOrders)
        vote(question, order, seed, stop, [poll, at = next++](CastVote cast) {
          std::unique_lock lock(poll->mutex);
          poll->cast[at] = std::move(cast);
          if (--poll->missing > 0) return;
          lock.unlock();
          poll->done(std::move(poll->cast));
        });
  }

  // Runs `then` once the trial is over, with the reason not to trust the judge (empty: none).
  void after_trial(const std::stop_token& stop, std::function<void(const std::string&)> then) {
    // A stop of any waiting caller also stops the trial.
    const auto on_stop = std::make_shared<std::stop_callback<std::function<void()>>>(
        stop, [this] { trial_stop.request_stop(); });
    then = [on_stop, then = std::move(then)](const std::string& why) { then(why); };
    {
      std::unique_lock lock(mutex);
      if (trial == Trial::over) {
        lock.unlock();
        return then(objection);
      }
      for_trial.push_back(std::move(then));
      if (trial == Trial::under_way) return;
      trial = Trial::under_way;
    }
    poll(std::make_shared<const JudgeQuestion>(canary()), 1, trial_stop.get_token(),
         [this](const Cast& cast) {
           std::vector<std::function<void(const std::string&)>> waiters;
           {
             const std::lock_guard lock(mutex);
             trial = Trial::over;
             objection = distrust(cast);
             waiters.swap(for_trial);
           }
           for (const auto& each : waiters) each(objection);
         });
  }

  std::mutex mutex;
  bool is_ending = false;
  bool is_pumping = false;
  unsigned under_way = 0;
  std::deque<std::function<void()>> waiting;
  enum class Trial { ahead, under_way, over } trial = Trial::ahead;
  std::stop_source trial_stop;
  std::string objection;  // never changes once the trial is over
  std::vector<std::function<void(const std::string&)>> for_trial;
  Courtroom room;
  std::unique_ptr<http::Poster> poster;
};

Judge::Judge(JudgeService service, std::shared_ptr<http::ReplyCache> cache)
    : Judge(service, std::move(cache), courier_for(service)) {}

Judge::Judge(JudgeService service, std::shared_ptr<http::ReplyCache> cache,
             std::unique_ptr<http::Poster> poster) {
  check(service);
  inner_ = std::make_unique<Inner>(std::move(service), std::move(cache), std::move(poster));
}

Judge::~Judge() = default;

const JudgeService& Judge::service() const { return inner_->room.service; }
JudgeUsage Judge::usage() const { return inner_->room.ledger.usage(); }

void Judge::ask(JudgeQuestion question, std::stop_token stop, std::function<void(Ruling)> done) {
  if (!is_short_enough(question))
    return done({.verdict = JudgeVerdict::unsure,
                 .why = "too long to be shown to a judge whole",
                 .by = Ruling::By::votes});
  const auto kept = std::make_shared<const JudgeQuestion>(std::move(question));
  inner_->after_trial(
      stop, [inner = inner_.get(), kept, stop, done = std::move(done)](const std::string& objection) {
        if (!objection.empty()) return done(unjudged(*kept, objection));
        inner->poll(kept, inner->room.service.votes, stop,
                    [kept, done](const Inner::Cast& cast) { done(ruling_of(*kept, cast)); });
      });
}

Ruling Judge::judge(std::string instruction, std::string expected, std::string generated) {
  std::promise<Ruling> promised;
  ask({.instruction = std::move(instruction),
       .expected = std::move(expected),
       .generated = std::move(generated)},
      {}, [&promised](Ruling ruling) { promised.set_value(std::move(ruling)); });
  return promised.get_future().get();
}

}  // namespace assay
