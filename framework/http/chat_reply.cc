// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/chat_reply.h"

namespace assay::http {
namespace {

std::optional<std::int64_t> token_count(const JsonValue& answer, std::string_view pointer) {
  const auto* value = answer.at_pointer(pointer);
  const auto* count = value == nullptr ? nullptr : value->integer();
  return count == nullptr || *count < 0 ? std::nullopt : std::optional(*count);
}

}  // namespace

ChatReply chat_reply_in(const JsonValue& answer) {
  const auto* message = answer.at_pointer("/choices/0/message");
  const auto ending = answer.text_at("/choices/0/finish_reason");
  return {.is_completion = message != nullptr && message->object() != nullptr,
          .text = answer.text_at("/choices/0/message/content"),
          .refusal = answer.text_at("/choices/0/message/refusal"),
          .is_cut_off = ending == "length",
          .is_filtered = ending == "content_filter",
          .input_tokens = token_count(answer, "/usage/prompt_tokens"),
          .output_tokens = token_count(answer, "/usage/completion_tokens")};
}

}  // namespace assay::http
