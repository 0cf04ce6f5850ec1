// SPDX-License-Identifier: Apache-2.0
#include "template.h"

#include <algorithm>

#include "assay/internal/text.h"

namespace assay::convert {
namespace {

bool is_variable(std::string_view text) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  return !text.empty() && std::ranges::all_of(text, is_letter);
}

// Passes on text and names in turn; false if the template contains anything else.
template <typename Text, typename Name>
bool read(std::string_view rest, Text take_text, Name take_name) {
  for (;;) {
    const std::size_t begin = rest.find("{{");
    const std::string_view text = rest.substr(0, begin);
    if (text.find("{%") != text.npos || text.find("{#") != text.npos) return false;
    take_text(text);
    if (begin == rest.npos) return true;
    rest.remove_prefix(begin + 2);
    const std::size_t end = rest.find("}}");
    if (end == rest.npos) return false;
    const std::string_view name = trimmed(rest.substr(0, end));
    if (!is_variable(name) || !take_name(name)) return false;
    rest.remove_prefix(end + 2);
  }
}

}  // namespace

std::optional<std::set<std::string>> variables_of(std::string_view text) {
  std::set<std::string> names;
  const auto keep = [&](std::string_view name) { return names.emplace(name), true; };
  return read(
             text, [](std::string_view) {}, keep)
             ? std::optional(names)
             : std::nullopt;
}

bool names_variable(std::string_view text, const Variables& variables) {
  for (std::size_t at; (at = text.find("{{")) != text.npos;) {
    text.remove_prefix(at + 2);
    const std::string_view words = trimmed(text);
    const auto end = std::ranges::find_if_not(words, [](char c) { return is_variable({&c, 1}); });
    if (variables.contains(std::string_view(words.begin(), end))) return true;
  }
  return false;
}

std::optional<std::string> rendered(std::string_view text, const Variables& variables) {
  std::string made;
  const auto put = [&](std::string_view name) {
    const auto found = variables.find(name);
    if (found != variables.end()) made += found->second;
    return found != variables.end();
  };
  return read(
             text, [&](std::string_view part) { made += part; }, put)
             ? std::optional(made)
             : std::nullopt;
}

}  // namespace assay::convert
