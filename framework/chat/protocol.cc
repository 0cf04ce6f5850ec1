// SPDX-License-Identifier: Apache-2.0
#include "protocol.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "assay/error.h"
#include "assay/internal/digest.h"
#include "assay/internal/json.h"
#include "assay/internal/model_server.h"
#include "assay/internal/text.h"

namespace assay::chat {
namespace {

using Json = nlohmann::json;  // sorts members, so equal requests have equal bytes

Json message(std::string_view role, std::string text) {
  return {{"role", role}, {"content", std::move(text)}};
}

Json body_of(const Chat& chat, const std::string& prompt) {
  Json body = chat.parameters.empty() ? Json::object() : Json::parse(chat.parameters);
  body["model"] = chat.model;
  body["messages"] = Json::array();
  if (!chat.system.empty()) body["messages"].push_back(message("system", chat.system));
  body["messages"].push_back(message("user", with_prompt(chat.user, prompt)));
  body["stream"] = false;
  if (chat.temperature) body["temperature"] = *chat.temperature;
  if (chat.max_tokens) body["max_tokens"] = *chat.max_tokens;
  if (chat.seed) body["seed"] = *chat.seed;
  return body;
}

// Keeps as much of a message as of a stream.
Captured kept_of(std::string text, std::size_t limit) {
  Captured kept{.head = std::move(text), .tail = {}, .total = 0};
  kept.total = kept.head.size();
  if (kept.head.size() <= limit) return kept;
  kept.tail = kept.head.substr(kept.head.size() - limit / 2);
  kept.head.resize(limit - limit / 2);
  return kept;
}

Answer read_message(const Program& model, std::string text, std::chrono::nanoseconds latency) {
  ProcessResult said{.end = ProcessEnd::exited, .exit_code = 0};
  said.out = kept_of(std::move(text), model.limits.stdout_bytes);
  said.latency = latency;
  Answer answer = read_answer(model, std::move(said));
  answer.exit_code.reset();  // nothing exited
  return answer;
}

std::optional<double> sum_of(const http::ChatReply& reply) {
  if (!reply.input_tokens && !reply.output_tokens) return std::nullopt;
  return static_cast<double>(reply.input_tokens.value_or(0) + reply.output_tokens.value_or(0));
}

void end_as(Answer& answer, Ending ending, std::string detail) {
  answer.ending = ending;
  answer.command.clear();
  answer.retrieval.reset();
  answer.blocked.reset();
  answer.detail = std::move(detail);
}

std::string limit_text(const Chat& chat) {
  return chat.max_tokens ? fmt::format(" (max_tokens is {})", *chat.max_tokens) : "";
}

ParsedReply reply_of(const Program& model, http::ChatReply reply, std::string_view body,
                     std::chrono::nanoseconds latency) {
  const bool is_empty = trimmed(reply.text).empty();
  ParsedReply parsed{.answer = read_message(model, std::move(reply.text), latency),
                     .input_tokens = reply.input_tokens,
                     .output_tokens = reply.output_tokens};
  parsed.answer.tokens = sum_of(reply);
  const bool is_failure = http::reports_failure(body);
  const auto complaint = is_failure || !reply.is_completion ? http::complaint_in(body) : std::string();
  const auto because = complaint.empty() ? std::string() : ": " + complaint;
  if (!reply.is_completion)
    end_as(parsed.answer, Ending::unavailable, "the server sent no chat completion" + because);
  else if (is_failure)
    end_as(parsed.answer, Ending::unavailable, "the server's reply reports an error" + because);
  else if (!reply.refusal.empty())
    end_as(parsed.answer, Ending::refused, one_line("the model refuses: " + reply.refusal));
  else if (reply.is_filtered)
    end_as(parsed.answer, Ending::refused, "the server filtered the message out");
  else if (reply.is_cut_off)
    end_as(parsed.answer, Ending::unavailable, "the message was cut off" + limit_text(*model.chat));
  else if (reply.is_thought)
    end_as(parsed.answer, Ending::empty, "only thoughts");
  else if (is_empty)
    end_as(parsed.answer, Ending::unavailable, "the message is empty");
  else
    parsed.is_whole = is_measured(parsed.answer.ending);
  return parsed;
}

}  // namespace

http::Request request_of(const Program& model, const Case& asked) {
  return {.url = http::joined(model.chat->base_url, "/chat/completions"),
          .headers = {},
          .body = body_of(*model.chat, asked.prompt).dump(-1, ' ', false, Json::error_handler_t::replace),
          .attempt_timeout = asked.own->timeout.value_or(model.limits.timeout)};
}

std::string key_of(const http::Request& request, int attempt) {
  return sha256(fmt::format("chat\n{}\n{}\n{}", request.url, attempt, request.body));
}

ParsedReply parse_reply(const Program& model, std::string_view body, std::chrono::nanoseconds latency) try {
  return reply_of(model, http::chat_reply_in(parse_json(body, "")), body, latency);
} catch (const Error&) {
  ParsedReply parsed{.answer = unavailable("the server's reply is not JSON")};
  parsed.answer.latency = latency;
  return parsed;
}

Answer unavailable(const std::string& why) {
  Answer answer;
  answer.ending = Ending::unavailable;
  answer.detail = one_line(why);
  return answer;
}

Answer failure(const Program& model, const http::Reply& reply, const std::string& key) {
  std::string why = reply.ending == http::Ending::answered ? "the server answered with " : "the server: ";
  why += http::failure_text(reply, model.chat->key_variable, "the tool's description names no key");
  if (reply.ending != http::Ending::answered) why += fmt::format(" ({})", model.chat->base_url);
  if (reply.attempts > 1) why += fmt::format(" (asked {} times)", reply.attempts);
  Answer answer = unavailable(http::without_key(std::move(why), key));
  answer.latency = reply.latency;
  return answer;
}

}  // namespace assay::chat
