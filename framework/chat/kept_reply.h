// SPDX-License-Identifier: Apache-2.0
// A cached reply: what the server sent, and how long it took.
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
// Empty if the text is not a cached reply.
std::optional<KeptReply> kept_reply_in(const std::string& text);

}  // namespace assay::chat
