// SPDX-License-Identifier: Apache-2.0
// Asks a model on a server in the way an Executor runs a program: one question always yields one answer.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>

#include "assay/internal/http.h"
#include "assay/internal/model_server.h"
#include "assay/model_usage.h"
#include "assay/tool.h"

namespace assay {

struct ChatClientOptions {
  std::shared_ptr<http::ReplyCache> cache = {};  // null: nothing is cached
  ReplyUse use = ReplyUse::forgo;
  std::shared_ptr<Budget> budget = {};  // null: costs are not limited
};

// Thread-safe. No process is started before the first request. All callers of one client share one rate
// limit: the one in the tool's description and whatever a busy server asks for.
class ChatClient {
 public:
  using Options = ChatClientOptions;

  // REQUIRES: `model.chat` is set. Reads the key from the environment.
  explicit ChatClient(Program model, Options options = {});
  // The same, with another transport.
  ChatClient(Program model, Options options, std::unique_ptr<http::Poster> poster);
  ~ChatClient();  // requests under way end as cancelled
  ChatClient(const ChatClient&) = delete;
  ChatClient& operator=(const ChatClient&) = delete;

  // `done` is called exactly once, in any thread, possibly before this returns; it must not throw or destroy
  // the client. If no complete message was received, the answer's ending is unavailable with a reason; after
  // a stop, it is cancelled. A cached answer has the latency, tokens and cost of the original request.
  void ask(const Case& asked, int attempt, std::stop_token stop, std::function<void(Answer)> done);

  // The requests of this process and their cost.
  ModelUsage usage() const;

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

}  // namespace assay
