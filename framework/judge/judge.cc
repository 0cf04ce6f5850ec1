// SPDX-License-Identifier: Apache-2.0
#include "assay/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <deque>
#include <future>
#include <mutex>
#include <utility>

#include "assay/equivalence.h"
#include "assay/internal/courier.h"
#include "assay/internal/digest.h"
#include "assay/internal/http.h"
#include "assay/internal/model_server.h"
#include "assay/internal/text.h"
#include "prompt.h"
#include "wire_forms.h"

namespace assay {
namespace {

// State shared by all votes of a judge. Thread-safe.
struct JudgeContext {
  const JudgeService service;
  const std::string key;  // of the server; never in a message
  const std::shared_ptr<http::ReplyCache> cache;
  http::Ledger ledger;
  std::atomic<int> form = 0;  // the strictest that the server has accepted
  http::Poster& poster;
};

struct VoteReply {
  JudgeVote vote;
  bool is_reached = true;  // false: no judge could be asked
};

constexpr std::size_t kLongestRejected = 4000;

std::string cache_key(const http::Request& request, unsigned seed) {
  return sha256(fmt::format("{}\n{}\n{}\n{}", kPromptVersion, request.url, seed, request.body));
}

// Whether a server may take the same question in a plainer form. Most errors of the same status are about
// something else, such as the model's name, and would be repeated for each form.
bool is_about_form(const http::Reply& reply) {
  if ((reply.status != 400 && reply.status != 422) || http::is_about_key(reply)) return false;
  return http::complaint_in(reply.body).empty() ||
         http::complains_of(
             reply, {"response_format", "schema", "json", "format", "temperature", "seed", "max_tokens",
                     "max_completion_tokens", "tool", "unsupported", "not support", "extra"});
}

class Asking : public std::enable_shared_from_this<Asking> {
 public:
  Asking(JudgeContext& context, JudgeVote::Order order, Round round, std::stop_token stop,
         std::function<void(VoteReply)> done)
      : context_(context),
        order_(order),
        round_(std::move(round)),
        stop_(std::move(stop)),
        done_(std::move(done)) {}

  void start() {
    if (context_.cache && context_.service.cache != JudgeService::Cache::forgo && take_kept()) return;
    if (context_.service.cache == JudgeService::Cache::only)
      return unreached("the cache of judgements has no answer, and no server is asked");
    form_ = context_.form;
    post();
  }

 private:
  // Tries every form: an earlier process may have had to ask more plainly.
  bool take_kept() {
    for (FormIndex form = 0; form < forms_of(context_.service.protocol); ++form) {
      const auto kept =
          context_.cache->find(cache_key(request_of(context_.service, form, round_), round_.seed));
      if (!kept) continue;
      const auto parsed = parse_verdict(read_reply(context_.service.protocol, *kept).text);
      if (!parsed) continue;
      context_.ledger.note_cached();
      is_cached_ = true;
      finish(parsed->verdict, parsed->analysis);
      return true;
    }
    return false;
  }

  void post() {
    if (auto objection = context_.ledger.objection(); !objection.empty())
      return unreached(std::move(objection));
    auto request = request_of(context_.service, form_, round_);
    key_ = cache_key(request, round_.seed);
    send(std::move(request), [self = shared_from_this()](const http::Reply& reply) { self->take(reply); });
  }

  void send(http::Request request, std::function<void(const http::Reply&)> then) {
    for (auto& header : credentials(context_.service.protocol, context_.key))
      request.headers.push_back(std::move(header));
    context_.poster.post(std::move(request), stop_, std::move(then));
  }

  void take(const http::Reply& reply) {
    const auto failure = [&] {
      return http::failure_text(reply, context_.service.key_variable,
                                "no variable is named that holds its key");
    };
    if (reply.ending != http::Ending::answered)
      return unreached(fmt::format("the judge: {} ({})", failure(), context_.service.url));
    if (reply.is_success()) {
      for (int known = context_.form; known < form_ && !context_.form.compare_exchange_weak(known, form_);) {
      }
      return read(reply.body);
    }
    if (is_about_form(reply) && form_ + 1 < forms_of(context_.service.protocol)) {
      ++form_;
      return post();
    }
    auto why = "the judge answered with " + failure();
    if (!http::is_about_key(reply) && (reply.status == 400 || reply.status == 413 || reply.status == 422))
      return ask_whether_others_are_taken(std::move(why));
    unreached(std::move(why));
  }

  // The server refuses this very request, because it is too long or filtered; or it has begun to refuse every
  // request, which is no fault of an answer. The trial question tells.
  void ask_whether_others_are_taken(std::string why) {
    if (auto objection = context_.ledger.objection(); !objection.empty())
      return unreached(std::move(objection));
    Round trial{.prompt = prompt_of(canary(), order_), .seed = round_.seed};
    if (trial.prompt.user == round_.prompt.user)
      return unreached(std::move(why));  // it was the trial question
    send(request_of(context_.service, context_.form, trial),
         [self = shared_from_this(), why = std::move(why)](const http::Reply& reply) {
           self->is_reached_ = reply.ending == http::Ending::answered && reply.is_success();
           if (self->is_reached_) {
             const auto content = read_reply(self->context_.service.protocol, reply.body);
             self->context_.ledger.note_answer(content.input_tokens, content.output_tokens);
           }
           self->finish(JudgeVerdict::judge_error,
                        self->is_reached_ ? why : why + ", and does not take its trial question");
         });
  }

  void read(const std::string& body) {
    const auto reply = read_reply(context_.service.protocol, body);
    context_.ledger.note_answer(reply.input_tokens, reply.output_tokens);
    if (!reply.problem.empty()) return finish(JudgeVerdict::judge_error, reply.problem);
    if (const auto parsed = parse_verdict(reply.text)) {
      keep(body);
      return finish(parsed->verdict, parsed->analysis);
    }
    if (is_corrected_ || reply.text.empty())
      return finish(JudgeVerdict::judge_error,
                    "its answer is not a verdict: " + one_line(reply.text.substr(0, 120)));
    is_corrected_ = true;
    round_.rejected = to_utf8(reply.text.substr(0, kLongestRejected));
    post();
  }

  // A corrected answer is not cached: its question depends on the first answer.
  void keep(const std::string& body) {
    if (context_.cache && !is_corrected_ && context_.service.cache == JudgeService::Cache::use)
      context_.cache->keep(key_, body);
  }

  void unreached(std::string why) {
    is_reached_ = false;
    finish(JudgeVerdict::judge_error, std::move(why));
  }

  void finish(JudgeVerdict verdict, std::string why) {
    done_({.vote = {.order = order_,
                    .verdict = verdict,
                    .why = one_line(http::without_key(std::move(why), context_.key)),
                    .is_cached = is_cached_},
           .is_reached = is_reached_});
  }

  JudgeContext& context_;
  const JudgeVote::Order order_;
  Round round_;
  const std::stop_token stop_;
  const std::function<void(VoteReply)> done_;
  FormIndex form_ = 0;
  std::string key_;
  bool is_corrected_ = false;
  bool is_cached_ = false;
  bool is_reached_ = true;
};

// `done` is called once, possibly before this returns. The context must live until then.
void ask_for_vote(JudgeContext& context, const JudgeQuestion& question, JudgeVote::Order order, unsigned seed,
                  std::stop_token stop, std::function<void(VoteReply)> done) {
  std::make_shared<Asking>(context, order, Round{.prompt = prompt_of(question, order), .seed = seed},
                           std::move(stop), std::move(done))
      ->start();
}

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
JudgeVerdict majority(const std::vector<VoteReply>& cast, JudgeVote::Order order) {
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

JudgeVerdict agreed(const std::vector<VoteReply>& cast) {
  const auto a = majority(cast, JudgeVote::Order::expected_first);
  const auto b = majority(cast, JudgeVote::Order::generated_first);
  if (a == JudgeVerdict::judge_error || b == JudgeVerdict::judge_error) return JudgeVerdict::judge_error;
  return a == b ? a : JudgeVerdict::unsure;
}

std::string reason_for(JudgeVerdict verdict, const std::vector<VoteReply>& cast) {
  const auto found =
      std::ranges::find_if(cast, [&](const VoteReply& each) { return each.vote.verdict == verdict; });
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

Ruling ruling_of(const JudgeQuestion& question, const std::vector<VoteReply>& cast) {
  const auto verdict = agreed(cast);
  Ruling ruling{.verdict = verdict, .why = reason_for(verdict, cast), .by = Ruling::By::votes};
  const auto lost = std::ranges::find(cast, false, &VoteReply::is_reached);
  if (verdict == JudgeVerdict::judge_error && lost != cast.end()) ruling = unjudged(question, lost->vote.why);
  for (const auto& each : cast) ruling.votes.push_back(each.vote);
  return ruling;
}

// Why a judge with these votes on its canary is not trusted; empty: it is.
std::string distrust(const std::vector<VoteReply>& cast) {
  for (const auto& each : cast) {
    if (each.vote.verdict == JudgeVerdict::equivalent)
      return "this model follows instructions inside an answer (it accepted a wrong command that asked to be "
             "accepted); it cannot judge";
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
  using Cast = std::vector<VoteReply>;

  Inner(JudgeService service, std::shared_ptr<http::ReplyCache> cache, std::unique_ptr<http::Poster> carrier)
      : context{.service = service,
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
            const std::stop_token& stop, std::function<void(VoteReply)> done) {
    add([this, question, order, seed, stop, done = std::move(done)] {
      auto ended = [this, done](VoteReply cast) {
        done(std::move(cast));
        {
          const std::lock_guard lock(mutex);
          --under_way;
        }
        pump();
      };
      if (has_ended() || stop.stop_requested())
        return ended({.vote = {.order = order, .why = "the judge was stopped"}, .is_reached = false});
      ask_for_vote(context, *question, order, seed, stop, std::move(ended));
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
        vote(question, order, seed, stop, [poll, at = next++](VoteReply cast) {
          std::unique_lock lock(poll->mutex);
          poll->cast[at] = std::move(cast);
          if (--poll->missing > 0) return;
          lock.unlock();
          poll->done(std::move(poll->cast));
        });
  }

  // Runs `then` once the canary is answered, with the reason not to trust the judge (empty: none).
  void after_canary(const std::stop_token& stop, std::function<void(const std::string&)> then) {
    // A stop of any waiting caller also stops the canary.
    const auto on_stop = std::make_shared<std::stop_callback<std::function<void()>>>(
        stop, [this] { canary_stop.request_stop(); });
    then = [on_stop, then = std::move(then)](const std::string& why) { then(why); };
    {
      std::unique_lock lock(mutex);
      if (canary_state == CanaryState::done) {
        lock.unlock();
        return then(objection);
      }
      canary_waiters.push_back(std::move(then));
      if (canary_state == CanaryState::running) return;
      canary_state = CanaryState::running;
    }
    poll(std::make_shared<const JudgeQuestion>(canary()), 1, canary_stop.get_token(),
         [this](const Cast& cast) {
           std::vector<std::function<void(const std::string&)>> waiters;
           {
             const std::lock_guard lock(mutex);
             canary_state = CanaryState::done;
             objection = distrust(cast);
             waiters.swap(canary_waiters);
           }
           for (const auto& each : waiters) each(objection);
         });
  }

  std::mutex mutex;
  bool is_ending = false;
  bool is_pumping = false;
  unsigned under_way = 0;
  std::deque<std::function<void()>> waiting;
  enum class CanaryState { pending, running, done } canary_state = CanaryState::pending;
  std::stop_source canary_stop;
  std::string objection;  // never changes once the canary is answered
  std::vector<std::function<void(const std::string&)>> canary_waiters;
  JudgeContext context;
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

const JudgeService& Judge::service() const { return inner_->context.service; }
JudgeUsage Judge::usage() const { return inner_->context.ledger.usage(); }

void Judge::ask(JudgeQuestion question, std::stop_token stop, std::function<void(Ruling)> done) {
  if (!is_short_enough(question))
    return done({.verdict = JudgeVerdict::unsure,
                 .why = "too long to be shown to a judge whole",
                 .by = Ruling::By::votes});
  const auto kept = std::make_shared<const JudgeQuestion>(std::move(question));
  inner_->after_canary(
      stop, [inner = inner_.get(), kept, stop, done = std::move(done)](const std::string& objection) {
        if (!objection.empty()) return done(unjudged(*kept, objection));
        inner->poll(kept, inner->context.service.votes, stop,
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
