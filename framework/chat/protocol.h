// SPDX-License-Identifier: Apache-2.0
// The request to a model, and its server's reply as a tool's answer: pure functions.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "assay/internal/http.h"
#include "assay/tool.h"

namespace assay::chat {

// Excludes everything that identifies the caller: equal requests may share an answer.
http::Request request_of(const Program& model, const Case& asked);

// A digest of everything an answer depends on. Each of several attempts has its own answer.
std::string key_of(const http::Request& request, int attempt);

struct ParsedReply {
  Answer answer;          // without its cost
  bool is_whole = false;  // a complete, non-empty message that was measured: it may be reused by another run
  std::optional<std::int64_t> input_tokens = {};  // none: not reported by the server
  std::optional<std::int64_t> output_tokens = {};
};

// Reads the body of a successful reply.
ParsedReply parse_reply(const Program& model, std::string_view body, std::chrono::nanoseconds latency);

// An answer that ended as unavailable for that reason.
Answer unavailable(const std::string& why);
// The answer for an unsuccessful reply; no message contains `key`.
Answer failure(const Program& model, const http::Reply& reply, const std::string& key);

}  // namespace assay::chat
