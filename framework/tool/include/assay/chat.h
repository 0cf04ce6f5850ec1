// SPDX-License-Identifier: Apache-2.0
// A model on a server, used as a tool: the model and its messages.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "assay/model_usage.h"

namespace assay {

// Uses OpenAI's API, /chat/completions, which Ollama, llama.cpp's server, vLLM and others also offer.
struct Chat {
  std::string base_url;  // without /chat/completions: "http://localhost:11434/v1"
  std::string model;
  std::string system;             // the system message; empty: none
  std::string user = "{prompt}";  // each "{prompt}" is replaced textually, in one pass
  std::optional<double> temperature = {};
  std::optional<std::int64_t> max_tokens = {};
  std::optional<std::int64_t> seed = {};
  std::string parameters = {};  // further members of the request: the text of a JSON object; may be empty
  // The environment variable that holds the server's key. Empty: no key is sent. If the variable is unset,
  // the server is not asked and cases end as unavailable.
  std::string key_variable = {};
  double requests_per_minute = 0;        // of this process; 0: no limit
  std::optional<TokenPrice> price = {};  // none: costs are unknown
};

// Replaces each "{prompt}" in `text`; one inside the prompt is left as text.
std::string with_prompt(std::string_view text, std::string_view prompt);

}  // namespace assay
