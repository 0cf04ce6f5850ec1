// SPDX-License-Identifier: Apache-2.0
#include "words.h"

#include <algorithm>

namespace assay {
namespace {

constexpr std::string_view kBlanks = " \t\r\v\f";

// The end of the word that begins at `at`. An unterminated quote is an ordinary byte.
std::size_t word_end(std::string_view text, std::size_t at) {
  while (at < text.size() && text[at] != '\n' && kBlanks.find(text[at]) == std::string_view::npos) {
    const char c = text[at++];
    if (c == '\\' && at < text.size() && text[at] != '\n') ++at;
    if (c != '\'' && c != '"') continue;
    const std::size_t close = text.find(c, at);
    if (close == std::string_view::npos) return text.find_first_of(" \t\r\v\f\n", at);
    at = close + 1;
  }
  return at;
}

}  // namespace

std::vector<std::string_view> words_of(std::string_view text, std::size_t limit) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; words.size() < limit;) {
    at = text.find_first_not_of(kBlanks, at);
    if (at == std::string_view::npos) break;
    const std::size_t end = text[at] == '\n' ? at + 1 : std::min(word_end(text, at), text.size());
    words.push_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

std::vector<std::string_view> lines_of(std::string_view text, std::size_t limit) {
  std::vector<std::string_view> lines;
  for (std::size_t at = 0; at < text.size() && lines.size() < limit;) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

}  // namespace assay
