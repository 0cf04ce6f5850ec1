// SPDX-License-Identifier: Apache-2.0
// Models to ask, and replies of their servers.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "answers.h"
#include "assay/tool.h"

namespace assay {

// Strips what model descriptions strip by default.
inline Program model_at(const std::string& url) {
  return {.argv = {},
          .chat = Chat{.base_url = url, .model = "m"},
          .strip = {Strip::think, Strip::fences, Strip::prompt_sign, Strip::inline_code},
          .refusal = {}};
}

inline Case asked_for(const std::string& prompt) {
  Case asked = a_case(prompt, {"ls"});
  asked.prompt = prompt;
  return asked;
}

inline nlohmann::json completion(const std::string& text, const std::string& ending = "stop") {
  return {{"choices", {{{"finish_reason", ending}, {"message", {{"content", text}}}}}},
          {"usage", {{"prompt_tokens", 100}, {"completion_tokens", 10}}}};
}

}  // namespace assay
