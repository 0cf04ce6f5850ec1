// SPDX-License-Identifier: Apache-2.0
// A chat completion, as servers of OpenAI's interface send it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "assay/internal/json.h"

namespace assay::http {

struct ChatReply {
  bool is_completion = false;  // false: there is no message in it
  std::string text;            // of the message; empty where it has none
  std::string refusal;         // what the model says of why it refuses, where it says so apart
  bool is_cut_off = false;     // by the limit of tokens
  bool is_filtered = false;    // taken back by the server
  std::optional<std::int64_t> input_tokens = {};  // none: the server does not say
  std::optional<std::int64_t> output_tokens = {};
};

ChatReply chat_reply_in(const JsonValue& answer);

}  // namespace assay::http
