// SPDX-License-Identifier: Apache-2.0
// A reply as it is kept: what the server sent, and how long that took.
#pragma once

#include <chrono>
#include <optional>
#include <string>

namespace assay::chat {

struct KeptReply {
  std::string body;
  std::chrono::nanoseconds latency{0};
};

std::string text_of(const KeptReply& reply);
// Empty for a text that is none.
std::optional<KeptReply> kept_reply_in(const std::string& text);

}  // namespace assay::chat
