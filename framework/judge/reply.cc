// SPDX-License-Identifier: Apache-2.0
#include "reply.h"

#include "assay/internal/json.h"
#include "assay/internal/text.h"

namespace assay {
namespace {

std::string_view without_fence(std::string_view text) {
  constexpr std::string_view kFence = "```";
  if (!text.starts_with(kFence) || !text.ends_with(kFence) || text.size() < 2 * kFence.size()) return text;
  text = text.substr(kFence.size(), text.size() - 2 * kFence.size());
  if (text.starts_with("json")) text.remove_prefix(4);
  return trimmed(text);
}

std::optional<JudgeVerdict> verdict_named(const std::string& name) {
  for (const auto verdict : {JudgeVerdict::equivalent, JudgeVerdict::not_equivalent, JudgeVerdict::unsure})
    if (name == to_string(verdict)) return verdict;
  return std::nullopt;
}

}  // namespace

std::optional<Said> said_in(std::string_view message) try {
  const auto object = parse_json(without_fence(trimmed(message)), "", {.bytes = 1u << 16, .depth = 4});
  const auto* analysis = object.find("analysis");
  const auto* verdict = object.find("verdict");
  if (!analysis || !analysis->string() || !verdict || !verdict->string() || object.object()->size() != 2)
    return std::nullopt;
  const auto named = verdict_named(*verdict->string());
  if (!named) return std::nullopt;
  return Said{.verdict = *named, .analysis = one_line(*analysis->string())};
} catch (const Error&) {
  return std::nullopt;
}

}  // namespace assay
