// SPDX-License-Identifier: Apache-2.0
// A chat completion as sent by servers with OpenAI's interface.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "assay/internal/json.h"

namespace assay::http {

struct ChatReply {
  bool is_completion = false;                     // false: it contains no message
  std::string text;                               // of the message; empty if it has none
  std::string refusal;                            // the model's reason for refusing, if sent separately
  bool is_cut_off = false;                        // by the token limit
  bool is_filtered = false;                       // withheld by the server
  std::optional<std::int64_t> input_tokens = {};  // none: not reported by the server
  std::optional<std::int64_t> output_tokens = {};
};

ChatReply chat_reply_in(const JsonValue& answer);

}  // namespace assay::http
