// SPDX-License-Identifier: Apache-2.0
// The prompt for a judge.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "assay/judge.h"

namespace assay {

// Changes with every word below, since verdicts may change too.
inline constexpr std::string_view kPromptVersion = "1";

struct Prompt {
  std::string system;
  std::string user;
};

// Everything that comes from a tool is placed between two marks that it cannot know, as they are a digest of
// the enclosed text; as JSON, without control, zero-width and bidirectional characters. Equal questions have
// equal prompts, so that answers can be cached.
Prompt prompt_of(const JudgeQuestion& question, JudgeVote::Order order);

// False if a part of it is too long to be shown in full: a judge must see all that it judges.
bool is_short_enough(const JudgeQuestion& question);

// Sent after an answer that was not a verdict.
std::string_view correction();

// A wrong answer that asks to be called right. A model that does so is not used as a judge.
JudgeQuestion canary();

}  // namespace assay
