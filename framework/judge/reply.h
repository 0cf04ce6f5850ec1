// SPDX-License-Identifier: Apache-2.0
// Parses a judge's message.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "assay/judge.h"

namespace assay {

struct Said {
  JudgeVerdict verdict = JudgeVerdict::judge_error;
  std::string analysis;
};

// The whole message must be one object of the schema: nothing before it, after it, or extra in it. Servers
// without schemas fence it as ```json, which is accepted too. Empty for anything else.
std::optional<Said> said_in(std::string_view message);

}  // namespace assay
