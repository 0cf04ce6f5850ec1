// SPDX-License-Identifier: Apache-2.0
// Asks a model on a server, as an Executor runs a program: one question, one answer, whatever happens.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>

#include "assay/internal/http.h"
#include "assay/internal/reply_cache.h"
#include "assay/model_usage.h"
#include "assay/tool.h"

namespace assay {

struct ChatClientOptions {
  std::shared_ptr<http::ReplyCache> cache = {};  // null: nothing is kept
  ReplyUse use = ReplyUse::forgo;
  std::shared_ptr<Budget> budget = {};  // null: nothing holds costs back
};

// Safe to use from several threads. No process is started before the first request. Everyone who asks by one
// client keeps one pace: that of the description, and what a busy server asks for.
class ChatClient {
 public:
  using Options = ChatClientOptions;

  // REQUIRES: `model.chat` is there. The key is read from the environment now.
  explicit ChatClient(Program model, Options options = {});
  // The same, by another who carries requests.
  ChatClient(Program model, Options options, std::unique_ptr<http::Poster> poster);
  ~ChatClient();  // what is under way ends as cancelled
  ChatClient(const ChatClient&) = delete;
  ChatClient& operator=(const ChatClient&) = delete;

  // `done` is called once, in any thread, also before this returns; it must not throw or destroy the client.
  // Where no whole message was to be had, the answer ended as unavailable and says why; after a stop, as
  // cancelled. One that was kept has the latency, the tokens and the cost of when it was asked for.
  void ask(const Case& asked, int attempt, std::stop_token stop, std::function<void(Answer)> done);

  // What was asked for in this process, and what that cost.
  ModelUsage usage() const;

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

}  // namespace assay
