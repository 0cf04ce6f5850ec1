// SPDX-License-Identifier: Apache-2.0
// What a judge's words mean.
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

// The whole message has to be one object of the schema: nothing before it, behind it, or more in it. Servers
// that keep to no schema fence it as ```json: that is taken as well. Empty for anything else.
std::optional<Said> said_in(std::string_view message);

}  // namespace assay
