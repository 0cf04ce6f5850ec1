// SPDX-License-Identifier: Apache-2.0
#include "asking.h"

#include <fmt/format.h>

#include <utility>

#include "assay/internal/digest.h"
#include "assay/internal/model_server.h"
#include "assay/internal/text.h"
#include "reply.h"
#include "wire_forms.h"

namespace assay {
namespace {

constexpr std::size_t kLongestRejected = 4000;

std::string cache_key(const http::Request& request, unsigned seed) {
  return sha256(fmt::format("{}\n{}\n{}\n{}", kPromptVersion, request.url, seed, request.body));
}

class Asking : public std::enable_shared_from_this<Asking> {
 public:
  Asking(Courtroom& room, JudgeVote::Order order, Turn turn, std::stop_token stop,
         std::function<void(CastVote)> done)
      : room_(room), order_(order), turn_(std::move(turn)), stop_(std::move(stop)), done_(std::move(done)) {}

  void start() {
    if (room_.cache && room_.service.cache != JudgeService::Cache::forgo && take_kept()) return;
    if (room_.service.cache == JudgeService::Cache::only)
      return unreached("the cache of judgements has no answer, and no server is asked");
    dialect_ = room_.dialect;
    post();
  }

 private:
  // Tries every dialect: an earlier process may have had to ask more plainly.
  bool take_kept() {
    for (Dialect dialect = 0; dialect < dialects_of(room_.service.protocol); ++dialect) {
      const auto kept = room_.cache->find(cache_key(request_of(room_.service, dialect, turn_), turn_.seed));
      if (!kept) continue;
      const auto said = said_in(spoken_in(room_.service.protocol, *kept).text);
      if (!said) continue;
      room_.ledger.note_cached();
      is_cached_ = true;
      finish(said->verdict, said->analysis);
      return true;
    }
    return false;
  }

  void post() {
    if (auto objection = room_.ledger.objection(); !objection.empty()) return unreached(std::move(objection));
    auto request = request_of(room_.service, dialect_, turn_);
    key_ = cache_key(request, turn_.seed);
    send(std::move(request), [self = shared_from_this()](const http::Reply& reply) { self->take(reply); });
  }

  void send(http::Request request, std::function<void(const http::Reply&)> then) {
    for (auto& header : credentials(room_.service.protocol, room_.key))
      request.headers.push_back(std::move(header));
    room_.poster.post(std::move(request), stop_, std::move(then));
  }

  void take(const http::Reply& reply) {
    if (reply.ending != http::Ending::answered) return unreached("the judge: " + reply.why);
    if (reply.is_success()) {
      for (int known = room_.dialect;
           known < dialect_ && !room_.dialect.compare_exchange_weak(known, dialect_);) {
      }
      return read(reply.body);
    }
    if ((reply.status == 400 || reply.status == 422) && dialect_ + 1 < dialects_of(room_.service.protocol)) {
      ++dialect_;
      return post();
    }
    const auto complaint = http::complaint_in(reply.body);
    const auto advice = (reply.status == 401 || reply.status == 403)
                            ? fmt::format(" (its key is in ${})", room_.service.key_variable)
                            : std::string();
    auto why = fmt::format("the judge answered with status {}{}{}{}", reply.status, advice,
                           complaint.empty() ? "" : ": ", complaint);
    if (reply.status == 400 || reply.status == 413 || reply.status == 422)
      return ask_whether_others_are_taken(std::move(why));
    unreached(std::move(why));
  }

  // The server refuses this very request, because it is too long or filtered; or it has begun to refuse every
  // request, which is no fault of an answer. The trial question tells.
  void ask_whether_others_are_taken(std::string why) {
    if (auto objection = room_.ledger.objection(); !objection.empty()) return unreached(std::move(objection));
    send(
        request_of(room_.service, room_.dialect, {.prompt = prompt_of(canary(), order_), .seed = turn_.seed}),
        [self = shared_from_this(), why = std::move(why)](const http::Reply& reply) {
          self->is_reached_ = reply.ending == http::Ending::answered && reply.is_success();
          if (self->is_reached_) {
            const auto spoken = spoken_in(self->room_.service.protocol, reply.body);
            self->room_.ledger.note_answer(spoken.input_tokens, spoken.output_tokens);
          }
          self->finish(JudgeVerdict::judge_error,
                       self->is_reached_ ? why : why + ", and does not take its trial question");
        });
  }

  void read(const std::string& body) {
    const auto spoken = spoken_in(room_.service.protocol, body);
    room_.ledger.note_answer(spoken.input_tokens, spoken.output_tokens);
    if (!spoken.problem.empty()) return finish(JudgeVerdict::judge_error, spoken.problem);
    if (const auto said = said_in(spoken.text)) {
      keep(body);
      return finish(said->verdict, said->analysis);
    }
    if (is_corrected_ || spoken.text.empty())
      return finish(JudgeVerdict::judge_error,
                    "its answer is not a verdict: " + one_line(spoken.text.substr(0, 120)));
    is_corrected_ = true;
    turn_.rejected = to_utf8(spoken.text.substr(0, kLongestRejected));
    post();
  }

  // A corrected answer is not cached: its question depends on the first answer.
  void keep(const std::string& body) {
    if (room_.cache && !is_corrected_ && room_.service.cache == JudgeService::Cache::use)
      room_.cache->keep(key_, body);
  }

  void unreached(std::string why) {
    is_reached_ = false;
    finish(JudgeVerdict::judge_error, std::move(why));
  }

  void finish(JudgeVerdict verdict, std::string why) {
    done_({.vote = {.order = order_,
                    .verdict = verdict,
                    .why = one_line(http::without_key(std::move(why), room_.key)),
                    .is_cached = is_cached_},
           .is_reached = is_reached_});
  }

  Courtroom& room_;
  const JudgeVote::Order order_;
  Turn turn_;
  const std::stop_token stop_;
  const std::function<void(CastVote)> done_;
  Dialect dialect_ = 0;
  std::string key_;
  bool is_corrected_ = false;
  bool is_cached_ = false;
  bool is_reached_ = true;
};

}  // namespace

void ask_for_vote(Courtroom& room, const JudgeQuestion& question, JudgeVote::Order order, unsigned seed,
                  std::stop_token stop, std::function<void(CastVote)> done) {
  std::make_shared<Asking>(room, order, Turn{.prompt = prompt_of(question, order), .seed = seed},
                           std::move(stop), std::move(done))
      ->start();
}

}  // namespace assay
