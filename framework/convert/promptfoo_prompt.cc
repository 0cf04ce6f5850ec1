// SPDX-License-Identifier: Apache-2.0
#include "promptfoo_prompt.h"

#include "assay/internal/text.h"
#include "lines.h"

namespace assay::convert {
namespace {

// Whether promptfoo looks for a file of that name. Braces make it a pattern of names that no file has.
bool is_file(std::string_view text) {
  if (text.starts_with("file://") || text.starts_with("exec:")) return true;
  if (text.find('\n') != text.npos || text.find("{{") != text.npos) return false;
  static constexpr std::string_view kEndings[] = {".cjs", ".cts", ".js",  ".json", ".jsonl", ".mjs", ".mts",
                                                  ".py",  ".ts",  ".txt", ".yml",  ".yaml",  ".md",  ".j2"};
  // A function may be named behind the file: prompt.py:make.
  const std::string_view name = text.substr(0, text.rfind(':'));
  for (const std::string_view ending : kEndings)
    if (text.ends_with(ending) || name.ends_with(ending)) return true;
  const auto has_dot_before_end = [&](std::size_t letters) {
    return text.size() > letters && text[text.size() - letters - 1] == '.';
  };
  return has_dot_before_end(2) || has_dot_before_end(3) || text.find_first_of("*/\\") != text.npos;
}

// Whether the text is a list of messages, as chat models take it.
bool is_chat(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with("- role:")) return true;
  const bool is_json = text.starts_with('[') || (text.starts_with('{') && !text.starts_with("{{") &&
                                                 !text.starts_with("{%") && !text.starts_with("{#"));
  return is_json && text.find("\"role\"") != text.npos;
}

// Whether a line of the text separates several prompts.
bool is_split(std::string_view text) {
  bool has_separator = false;
  each_line(text,
            [&](std::string_view line, int) { has_separator = has_separator || trimmed(line) == "---"; });
  return has_separator;
}

}  // namespace

FoundPrompt prompt_from(std::string_view text, int line) {
  FoundPrompt prompt{std::string(text), line};
  for (const char* server : {"portkey://", "langfuse://", "helicone://"})
    if (text.starts_with(server)) prompt.obstacle = "is on a server";
  if (prompt.obstacle.empty() && is_file(text)) prompt.obstacle = "is in another file";
  if (is_chat(text)) prompt.obstacle = "is a list of messages";
  if (is_split(text)) prompt.obstacle = "is several prompts, with --- between them";
  return prompt;
}

}  // namespace assay::convert
