// SPDX-License-Identifier: Apache-2.0
#include "option_fault.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "assay/compare.h"
#include "assay/error.h"
#include "assay/internal/text.h"

namespace assay::cli {

std::optional<std::chrono::hours> age_from(std::string_view text) {
  constexpr std::size_t kMostDigits = 6;
  if (text.size() < 2 || text.size() > kMostDigits + 1) return std::nullopt;
  const char unit = text.back();
  text.remove_suffix(1);
  if (!std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; })) return std::nullopt;
  const long number = std::stol(std::string(text));
  switch (unit) {
    case 'h': return std::chrono::hours(number);
    case 'd': return std::chrono::days(number);
    case 'w': return std::chrono::weeks(number);
    default: return std::nullopt;
  }
}

std::string gate_fault(const std::string& text) try {
  const auto gate = compare_gate_from(text);
  if (gate.rule != CompareGate::Rule::delta || std::abs(gate.delta) < 1) return {};
  return "\"" + text + "\" can never break: the change is one of shares, 2 points are delta:-0.02";
} catch (const Error& error) {
  return error.problems().front().what + ": " + error.problems().front().next;
}

std::string age_fault(const std::string& text) {
  return age_from(text) ? "" : "\"" + text + "\" is not an age: write a whole number and h, d or w (30d)";
}

std::string number_fault(const std::string& text, const SettingFacts& setting) {
  const auto number = number_from<double>(text);
  const bool is_within = number && *number >= setting.least && (setting.most <= 0 || *number <= setting.most);
  return is_within ? "" : "\"" + text + "\" is not " + std::string(setting.must);
}

std::string whole_number_fault(const std::string& text, std::uint64_t least) {
  const auto number = number_from<std::uint64_t>(text);
  return number && *number >= least ? ""
                                    : fmt::format("\"{}\" is not a whole number from {} on", text, least);
}

std::string run_name_fault(const std::string& text) {
  constexpr const char* kAllowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
  const bool is_name = !text.empty() && text.find_first_not_of(kAllowed) == text.npos &&
                       text.front() != '-' && text.front() != '.';
  if (!is_name) return "\"" + text + "\" cannot be a run's name: use letters, digits, '.', '_' and '-'";
  if (text == "latest" || text.ends_with(".db") || text.ends_with(".json"))
    return "\"" + text + "\" is no name for a run: it has another meaning as the name of a run";
  return {};
}

std::string argument_fault(const std::vector<std::string>& words, const std::vector<std::string>& options) {
  const auto option = std::ranges::find_if(words, [](const auto& word) { return word.starts_with('-'); });
  if (option == words.end()) return "unexpected argument \"" + words.front() + "\"";
  const std::string name = option->substr(0, option->find('='));
  const auto near = nearest(name, options);
  return "unknown option " + name + (near.empty() ? "" : "; did you mean " + near + "?");
}

std::string command_fault(const std::vector<std::string>& words, const std::vector<std::string>& known) {
  if (words.empty()) return "a command is missing";
  const std::string& word = words.front();
  if (word.starts_with('-')) return "unknown option \"" + word + "\"";
  const auto near = nearest(word, known);
  return "unknown command \"" + word + "\"" + (near.empty() ? "" : "; did you mean \"" + near + "\"?");
}

}  // namespace assay::cli
