// SPDX-License-Identifier: Apache-2.0
#include "cleaning.h"

#include <algorithm>

#include "assay/internal/text.h"

namespace assay::tool {
namespace {

// The length of the escape sequence that begins `text`.
std::size_t escape_length(std::string_view text) {
  if (text.size() < 2) return text.size();
  const auto within = [&](std::size_t at, char low, char high) {
    return at < text.size() && text[at] >= low && text[at] <= high;
  };
  std::size_t at = 2;
  if (text[1] == '[') {
    while (within(at, 0x20, 0x3F)) ++at;
    return std::min(text.size(), at + (within(at, 0x40, 0x7E) ? 1 : 0));
  }
  if (text[1] == ']') {  // to BEL or ESC backslash
    while (at < text.size() && text[at] != '\a' && text[at] != '\x1b') ++at;
    if (at < text.size()) at += text[at] == '\a' ? 1 : 2;
    return std::min(text.size(), at);
  }
  at = 1;
  while (within(at, 0x20, 0x2F)) ++at;
  return std::min(text.size(), at + 1);
}

// A line that opens or closes a block: at least three back quotes or tildes, after at most three blanks.
std::string_view fence_of(std::string_view line) {
  const std::size_t at = line.find_first_not_of(' ');
  if (at == line.npos || at > 3 || (line[at] != '`' && line[at] != '~')) return {};
  const std::size_t end = std::min(line.find_first_not_of(line[at], at), line.size());
  return end - at >= 3 ? line.substr(at, end - at) : std::string_view();
}

}  // namespace

bool strips(const Program& program, Strip what) {
  return std::ranges::find(program.strip, what) != program.strip.end();
}

std::string without_escapes(std::string_view text) {
  std::string result;
  for (std::size_t at; (at = text.find('\x1b')) != text.npos;) {
    result += text.substr(0, at);
    text.remove_prefix(at);
    text.remove_prefix(escape_length(text));
  }
  return result += text;
}

std::string without_thoughts(std::string_view text) {
  constexpr std::string_view kBegin = "<think>", kEnd = "</think>";
  std::string result;
  for (;;) {
    const std::size_t begin = text.find(kBegin), end = text.find(kEnd);
    if (end < begin) {
      result.clear();  // everything so far was thought
    } else {
      result += text.substr(0, begin);
    }
    if (end == text.npos) return result;
    text.remove_prefix(end + kEnd.size());
  }
}

std::vector<std::string_view> fenced_blocks(std::string_view text) {
  std::vector<std::string_view> blocks;
  std::string_view open;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    const std::string_view fence = fence_of(line);
    const std::size_t next = std::min(end + 1, text.size());
    const bool closes = !open.empty() && fence.starts_with(open) &&
                        trimmed(line.substr(static_cast<std::size_t>(fence.end() - line.data()))).empty();
    if (closes) {
      blocks.push_back(text.substr(begin, at - begin));
      open = {};
    } else if (open.empty() && !fence.empty()) {
      open = fence;
      begin = next;
    }
    at = end + 1;
  }
  if (!open.empty()) blocks.push_back(text.substr(begin));
  return blocks;
}

std::string without_prompt_signs(std::string_view text) {
  constexpr std::string_view kSign = "$ ";
  if (!text.starts_with(kSign)) return std::string(text);
  std::string result;
  for (bool more = true; more;) {
    const std::size_t end = text.find('\n');
    more = end != text.npos;
    std::string_view line = text.substr(0, end);
    if (line.starts_with(kSign)) line.remove_prefix(kSign.size());
    result += line;
    if (more) result += '\n';
    text.remove_prefix(more ? end + 1 : text.size());
  }
  return result;
}

std::string_view without_inline_code(std::string_view text) {
  const bool quoted = text.size() > 2 && text.front() == '`' && text.find('`', 1) == text.size() - 1;
  return quoted ? text.substr(1, text.size() - 2) : text;
}

}  // namespace assay::tool
