// SPDX-License-Identifier: Apache-2.0
// The values that a request names: files, numbers, hosts, …
#include <algorithm>
#include <regex>
#include <sstream>

#include "answer.h"

namespace howto {
namespace {

struct Spelling {
  const char* type;
  const char* looks;
  const char* written = "$2";
};

constexpr Spelling kSpellings[] = {
    {"text", "'([^']+)'", "$3"},
    {"text", "\"([^\"]+)\"", "$3"},
    {"text", "(?:containing|contain|mentioning|matching|string|word|pattern|for) ([^\\s,'\"]+)", "$3"},
    {"word", "(?:user|group|called|named|by|process|service|interface|package|program|key) ([\\w.-]+)", "$3"},
    {"url", "(?:https?|ftp)://[^\\s,]+"},
    {"login", "[\\w.-]+@[\\w.-]+"},
    {"remote_path", "[\\w.@-]+:[/~]\\S*"},
    {"glob", "\\S*\\*\\S*"},
    {"glob", "(\\.\\w+) files?", "*$3"},
    {"dir", "~|\\.\\.?|[~\\w.-]*/(?:[\\w./-]*\\w)?/?"},
    {"dir", "([\\w-]+) (?:directory|folder)", "$3"},
    {"file", "[~\\w./-]*\\w\\.[A-Za-z]\\w*(?:\\.\\w+)?|[~\\w.-]*/[\\w./-]*\\w"},
    {"size", "(\\d+) ?[kK]i?[bB]?", "$3k"},
    {"size", "(\\d+) ?(?:Mi?B?|megabytes?)", "$3M"},
    {"size", "(\\d+) ?(?:Gi?B?|gigabytes?)", "$3G"},
    {"days", "(\\d+) days?", "$3"},
    {"seconds", "(\\d+) seconds?", "$3"},
    {"ordinal", "(\\d+)(?:st|nd|rd|th)", "$3"},
    {"ordinal", "first", "1"},
    {"mode", "[0-7]{3,4}|[ugoa]*[+=-][rwxXst]+"},
    {"number", "\\d+(?! ?(?:[kKMG]i?[bB]?|days?|minutes?|seconds?|megabytes?|gigabytes?)\\b)"},
    {"host", "[a-z0-9-]+(?:\\.[a-z0-9-]+)+|localhost|[a-z]+\\d+"},
};

constexpr std::size_t kStem = 4;   // a word matches by its first letters,
constexpr std::size_t kNear = 12;  // and at most so many characters lie between two

}  // namespace

std::vector<Value> values_in(const std::string& request) {
  std::vector<Value> values;
  for (const auto& [type, looks, written] : kSpellings) {
    const std::regex value("(^|[\\s(])(" + std::string(looks) + ")(?=[,;:.?!)]*(?:\\s|$))");
    for (std::sregex_iterator at(request.begin(), request.end(), value), end; at != end; ++at) {
      const auto begin = static_cast<std::size_t>(at->position(2));
      values.push_back({type, at->format(written), begin, begin + static_cast<std::size_t>(at->length(2))});
    }
  }
  return values;
}

bool says(const std::string& request, const std::string& phrase) {
  std::istringstream words(phrase);
  std::size_t end = request.npos;
  for (std::string word; words >> word;) {
    const auto at = request.find(" " + word.substr(0, std::max(kStem, word.size() - 1)), end + 1);
    if (at == request.npos || (end != request.npos && at > end + kNear)) return false;
    end = at + word.size();
  }
  return true;
}

}  // namespace howto
