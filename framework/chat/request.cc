// SPDX-License-Identifier: Apache-2.0
#include "request.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "assay/internal/digest.h"
#include "assay/internal/model_server.h"

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

}  // namespace assay::chat
