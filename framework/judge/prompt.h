// SPDX-License-Identifier: Apache-2.0
// What a judge is told.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "assay/judge.h"

namespace assay {

// Changes with every word below, as verdicts may.
inline constexpr std::string_view kPromptVersion = "1";

struct Prompt {
  std::string system;
  std::string user;
};

// Everything that comes from a tool stands between two marks that it cannot know, as they are a digest of
// what is between them; as JSON, without control, zero-width and bidirectional characters. The same question
// makes the same prompt, so that its answer can be kept.
Prompt prompt_of(const JudgeQuestion& question, JudgeVote::Order order);

// Empty where a part of it is too long to be shown whole: a judge must see all that it judges.
bool is_short_enough(const JudgeQuestion& question);

// Said after an answer that was none.
std::string_view correction();

// A wrong answer that asks to be called right. Who does so judges nothing.
JudgeQuestion canary();

}  // namespace assay
