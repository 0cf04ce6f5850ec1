// SPDX-License-Identifier: Apache-2.0
// One vote: one question in one order, asked until there is a verdict or a reason for its absence.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "assay/internal/http.h"
#include "assay/internal/ledger.h"
#include "assay/internal/reply_cache.h"
#include "assay/judge.h"
#include "prompt.h"

namespace assay {

// State shared by all votes of a judge. Thread-safe.
struct Courtroom {
  const JudgeService service;
  const std::string key;  // of the server; never in a message
  const std::shared_ptr<http::ReplyCache> cache;
  http::Ledger ledger;
  std::atomic<int> dialect = 0;  // the strictest that the server has accepted
  http::Poster& poster;
};

struct CastVote {
  JudgeVote vote;
  bool is_reached = true;  // false: no judge could be asked
};

// `done` is called once, possibly before this returns. The courtroom must live until then.
void ask_for_vote(Courtroom& room, const JudgeQuestion& question, JudgeVote::Order order, unsigned seed,
                  std::stop_token stop, std::function<void(CastVote)> done);

}  // namespace assay
