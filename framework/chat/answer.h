// SPDX-License-Identifier: Apache-2.0
// What a server's reply says, as a tool's answer: pure functions.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "assay/internal/http.h"
#include "assay/tool.h"

namespace assay::chat {

struct Heard {
  Answer answer;          // without its cost
  bool is_whole = false;  // there is a message that is neither cut off nor empty: another run may have it too
  std::optional<std::int64_t> input_tokens = {};  // none: the server does not say
  std::optional<std::int64_t> output_tokens = {};
};

// The body of a reply that says success.
Heard heard_in(const Program& model, std::string_view body, std::chrono::nanoseconds latency);

// One that ended as unavailable, for that reason.
Answer unavailable(std::string why);
// Of a reply that is no success; `key` is in no message.
Answer failure(const Program& model, const http::Reply& reply, const std::string& key);

}  // namespace assay::chat
