// SPDX-License-Identifier: Apache-2.0
// The words that stand for enumerators in files, messages and options: their names in the source, or others,
// which to_string() tells. Only for enumerations whose enumerators count up from 0. A final underscore, which
// tells an enumerator from a keyword (case_), is no part of the word.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

namespace assay {

inline constexpr std::size_t kMostEnumerators = 64;

// Empty if no enumerator has the value: the compiler then shows a number behind a type in parentheses.
template <auto kEnumerator>
constexpr std::string_view enumerator_word() {
  std::string_view shown = __PRETTY_FUNCTION__;
  shown.remove_prefix(shown.find("kEnumerator = "));
  shown = shown.substr(0, shown.find_first_of(";]"));
  const std::size_t before = shown.find_last_of(":)");
  if (shown[before] == ')') return {};
  shown.remove_prefix(before + 1);
  return shown.ends_with('_') ? shown.substr(0, shown.size() - 1) : shown;
}

// By value; empty behind the last one.
template <typename Enum>
inline constexpr auto kEnumWords = []<std::size_t... kValue>(std::index_sequence<kValue...>) {
  return std::array{enumerator_word<static_cast<Enum>(kValue)>()...};
}
(std::make_index_sequence<kMostEnumerators>());

// Empty if no enumerator has the value.
template <typename Enum>
constexpr std::string_view word_of(Enum value) {
  const auto index = static_cast<std::size_t>(value);
  return index < kMostEnumerators ? kEnumWords<Enum>[index] : std::string_view();
}

template <typename Enum>
constexpr std::optional<Enum> enumerator_of(std::string_view word) {
  const auto found = std::ranges::find(kEnumWords<Enum>, word);
  if (word.empty() || found == kEnumWords<Enum>.end()) return std::nullopt;
  return static_cast<Enum>(found - kEnumWords<Enum>.begin());
}

// The enumerator of which to_string() tells the word.
template <typename Enum>
constexpr std::optional<Enum> told_as(std::string_view word) {
  for (std::size_t value = 0; value < kMostEnumerators && !kEnumWords<Enum>[value].empty(); ++value)
    if (to_string(static_cast<Enum>(value)) == word) return static_cast<Enum>(value);
  return std::nullopt;
}

}  // namespace assay
