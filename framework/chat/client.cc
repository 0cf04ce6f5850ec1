// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "assay/error.h"
#include "assay/internal/chat_client.h"
#include "assay/internal/courier.h"
#include "assay/internal/json.h"
#include "assay/internal/model_server.h"
#include "protocol.h"

namespace assay::chat {
namespace {

struct KeptReply {
  std::string body;
  std::chrono::nanoseconds latency{0};
};

std::string text_of(const KeptReply& reply) {
  const nlohmann::json json = {{"latency_ns", reply.latency.count()}, {"body", reply.body}};
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// Empty if the text is not a cached reply.
std::optional<KeptReply> kept_reply_in(const std::string& text) try {
  const auto json = parse_json(text, "");
  const auto* latency = json.find("latency_ns");
  const auto* body = json.find("body");
  if (!latency || !latency->integer() || !body || !body->string()) return std::nullopt;
  return KeptReply{.body = *body->string(), .latency = std::chrono::nanoseconds(*latency->integer())};
} catch (const Error&) {
  return std::nullopt;
}

}  // namespace
}  // namespace assay::chat

namespace assay {
namespace {

std::unique_ptr<http::Poster> courier_for(const Program& model) {
  return std::make_unique<http::Courier>(
      http::ClientOptions{.attempt_timeout = model.limits.timeout,
                          .timeout = http::kAttemptsWorth * model.limits.timeout,
                          .requests_per_minute = model.chat->requests_per_minute});
}

Answer cancelled_answer() {
  Answer answer;
  answer.ending = Ending::cancelled;
  answer.detail = "the run was stopped";
  return answer;
}

}  // namespace

struct ChatClient::Inner {
  Inner(Program described, Options given, std::unique_ptr<http::Poster> carrier)
      : model(std::move(described)),
        options(std::move(given)),
        key(http::key_in(model.chat->key_variable)),
        ledger(model.chat->price, options.budget),
        poster(std::move(carrier)) {}

  // The reason not to ask; empty: none.
  std::string objection() const {
    if (options.use == ReplyUse::only) return "no answer is kept, and no server is asked";
    if (!model.chat->key_variable.empty() && key.empty())
      return fmt::format("the environment has no {}, which holds the server's key", model.chat->key_variable);
    return ledger.objection();
  }

  std::optional<Answer> kept_answer(const std::string& at) {
    if (!options.cache || options.use == ReplyUse::forgo) return std::nullopt;
    const auto text = options.cache->find(at);
    const auto kept = text ? chat::kept_reply_in(*text) : std::nullopt;
    if (!kept) return std::nullopt;
    auto parsed = chat::parse_reply(model, kept->body, kept->latency);
    if (!parsed.is_whole) return std::nullopt;
    ledger.note_cached();
    return priced(std::move(parsed));
  }

  Answer take(const std::string& at, const http::Reply& reply) {
    if (reply.ending == http::Ending::cancelled) return cancelled_answer();
    if (!reply.is_success()) return chat::failure(model, reply, key);
    auto parsed = chat::parse_reply(model, reply.body, reply.latency);
    ledger.note_answer(parsed.input_tokens.value_or(0), parsed.output_tokens.value_or(0));
    if (parsed.is_whole && options.cache && options.use == ReplyUse::use)
      options.cache->keep(at, chat::text_of({.body = reply.body, .latency = reply.latency}));
    return priced(std::move(parsed));
  }

  // If the server does not report its tokens, the cost is unknown.
  Answer priced(chat::ParsedReply parsed) const {
    if (parsed.input_tokens && parsed.output_tokens)
      parsed.answer.cost = ledger.cost_of(*parsed.input_tokens, *parsed.output_tokens);
    return std::move(parsed.answer);
  }

  const Program model;
  const Options options;
  const std::string key;  // never in a message
  http::Ledger ledger;
  std::unique_ptr<http::Poster> poster;  // destroyed first, as it calls back into the members above
};

ChatClient::ChatClient(Program model, Options options) {
  auto courier = courier_for(model);
  inner_ = std::make_unique<Inner>(std::move(model), std::move(options), std::move(courier));
}

ChatClient::ChatClient(Program model, Options options, std::unique_ptr<http::Poster> poster)
    : inner_(std::make_unique<Inner>(std::move(model), std::move(options), std::move(poster))) {}

ChatClient::~ChatClient() = default;

void ChatClient::ask(const Case& asked, int attempt, std::stop_token stop, std::function<void(Answer)> done) {
  auto request = chat::request_of(inner_->model, asked);
  auto at = chat::key_of(request, attempt);
  if (auto kept = inner_->kept_answer(at)) return done(std::move(*kept));
  if (auto why = inner_->objection(); !why.empty()) return done(chat::unavailable(why));
  if (!inner_->key.empty()) request.headers.push_back({"Authorization", "Bearer " + inner_->key});
  inner_->poster->post(std::move(request), std::move(stop),
                       [inner = inner_.get(), at = std::move(at),
                        done = std::move(done)](const http::Reply& reply) { done(inner->take(at, reply)); });
}

ModelUsage ChatClient::usage() const { return inner_->ledger.usage(); }

}  // namespace assay
