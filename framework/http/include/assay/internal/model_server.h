// SPDX-License-Identifier: Apache-2.0
// Shared by all kinds of model servers: their addresses and replies, a ledger of their cost, a cache of their
// answers.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "assay/internal/http.h"
#include "assay/internal/json.h"
#include "assay/model_usage.h"

namespace assay::http {

// "http://localhost:11434/v1": no query, and no user or password, which would be written wherever the URL is.
bool is_server_address(std::string_view url);
// `path` begins with a slash.
std::string joined(std::string address, std::string_view path);

// A server's key, which is kept in the environment only; empty if the variable is not set.
std::string key_in(const std::string& variable);
// Removes the key from a message that might repeat it.
std::string without_key(std::string text, const std::string& key);

// The error message in a server's reply, on one line; empty if there is none that can be read.
std::string complaint_in(std::string_view body);
// Whether the body reports an error, whatever the status of the reply.
bool reports_failure(std::string_view body);
// Whether the message has one of these words, in any case.
bool complains_of(const Reply& reply, std::initializer_list<std::string_view> words);
// Whether the message is about the server's key: some servers answer 400 to a wrong one.
bool is_about_key(const Reply& reply);
// Why a server did not do what it was asked, without its name: "status 401 (its key is in $KEY): no such
// key", "cannot connect: Connection refused". `no_variable` is said of a refused key that no variable holds.
// REQUIRES: the reply is not a success.
std::string failure_text(const Reply& reply, const std::string& key_variable, std::string_view no_variable);

// A chat completion as sent by servers with OpenAI's interface.
struct ChatReply {
  bool is_completion = false;                     // false: it contains no message
  std::string text;                               // of the message; its parts are joined, without thoughts
  bool is_thought = false;                        // there are thoughts, and no text
  std::string refusal;                            // the model's reason for refusing, if sent separately
  bool is_cut_off = false;                        // by the token limit
  bool is_filtered = false;                       // withheld by the server
  std::optional<std::int64_t> input_tokens = {};  // none: not reported by the server
  std::optional<std::int64_t> output_tokens = {};
};

ChatReply chat_reply_in(const JsonValue& answer);

// The text of a message's content: a string, or parts, of which those with text are joined.
std::string content_text(const JsonValue* content);
// A count that may be written as 10.0; none if there is none at the pointer.
std::optional<std::int64_t> count_at(const JsonValue& answer, std::string_view pointer);

// Counts the requests to a server and their cost, and enforces the budget.
class Ledger {
 public:
  // No price: costs are unknown. No budget: they are not limited.
  Ledger(std::optional<TokenPrice> price, std::shared_ptr<Budget> budget);

  // The cost of an answer with this many tokens; none if no price is known.
  std::optional<double> cost_of(std::int64_t input_tokens, std::int64_t output_tokens) const;
  void note_answer(std::int64_t input_tokens, std::int64_t output_tokens);
  void note_cached();
  // Why no further request is allowed; empty: it is.
  std::string objection() const;
  ModelUsage usage() const;

 private:
  const std::optional<TokenPrice> price_;
  const std::shared_ptr<Budget> budget_;
  mutable std::mutex mutex_;
  ModelUsage usage_;
};

// Keys are digests of everything an answer depends on; the caller chooses the form of the values.
// Thread-safe. Throws nothing: a failed operation has no effect.
class ReplyCache {
 public:
  virtual ~ReplyCache() = default;
  virtual std::optional<std::string> find(const std::string& key) = 0;
  virtual void keep(const std::string& key, const std::string& answer) = 0;
};

}  // namespace assay::http
