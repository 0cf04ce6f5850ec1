// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/answer_shape.h"

#include "assay/internal/enum_words.h"
#include "assay/internal/text.h"
#include "extraction.h"

namespace assay {
namespace {

constexpr Strip kStrips[] = {Strip::ansi, Strip::think, Strip::fences, Strip::prompt_sign,
                             Strip::inline_code};

// Whether an answer begins with what this Strip removes.
bool begins_with(std::string_view command, Strip what) {
  switch (what) {
    case Strip::ansi: return command.starts_with('\x1b');
    case Strip::think: return command.starts_with("<think>");
    case Strip::fences: return command.starts_with("```") || command.starts_with("~~~");
    case Strip::prompt_sign: return command.starts_with("$ ");
    case Strip::inline_code: return tool::without_inline_code(command).size() != command.size();
  }
  return false;
}

std::string_view description_of(Strip what) {
  switch (what) {
    case Strip::ansi: return "a terminal's escape sequence";
    case Strip::think: return "<think>";
    case Strip::fences: return "a Markdown fence";
    case Strip::prompt_sign: return "\"$ \"";
    case Strip::inline_code: return "a back quote that the last byte closes";
  }
  return {};
}

// JSON that begins a line other than the first.
bool has_json_below(std::string_view text) {
  text = trimmed(text);
  return !text.starts_with('{') && text.ends_with('}') && text.find("\n{") != text.npos;
}

bool is_many(std::size_t count, std::size_t answers) { return count >= 3 && 5 * count >= answers; }

}  // namespace

std::string_view to_string(Strip what) {
  if (what == Strip::prompt_sign) return "prompt-sign";
  return what == Strip::inline_code ? "inline-code" : word_of(what);
}

void AnswerShapes::add(const Answer& answer) {
  if (answer.ending != Ending::answered && answer.ending != Ending::malformed_output) return;
  ++answers_;
  if (answer.ending == Ending::malformed_output) last_json_ += has_json_below(answer.stdout_bytes);
  for (const Strip each : kStrips)
    strips_[static_cast<std::size_t>(each)] += begins_with(answer.command, each);
}

std::vector<std::string> AnswerShapes::advice() const {
  std::vector<std::string> lines;
  const auto of_all = [&](std::size_t count) {
    return std::to_string(count) + " of " + std::to_string(answers_) + " answers ";
  };
  for (const Strip each : kStrips) {
    const std::size_t count = strips_[static_cast<std::size_t>(each)];
    if (is_many(count, answers_))
      lines.push_back(of_all(count) + "begin with " + std::string(description_of(each)) + ": \"strip\": [\"" +
                      std::string(to_string(each)) + "\"] in the tool's description takes it away");
  }
  if (is_many(last_json_, answers_))
    lines.push_back(of_all(last_json_) +
                    "have JSON below other lines: \"json\": \"last\" in the tool's description reads it");
  return lines;
}

}  // namespace assay
