// SPDX-License-Identifier: Apache-2.0
#include "kept_reply.h"

#include <nlohmann/json.hpp>

#include "assay/error.h"
#include "assay/internal/json.h"

namespace assay::chat {

std::string text_of(const KeptReply& reply) {
  const nlohmann::json json = {{"latency_ns", reply.latency.count()}, {"body", reply.body}};
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::optional<KeptReply> kept_reply_in(const std::string& text) try {
  const auto json = parse_json(text, "");
  const auto* latency = json.find("latency_ns");
  const auto* body = json.find("body");
  if (!latency || !latency->integer() || !body || !body->string()) return std::nullopt;
  return KeptReply{.body = *body->string(), .latency = std::chrono::nanoseconds(*latency->integer())};
} catch (const Error&) {
  return std::nullopt;
}

}  // namespace assay::chat
