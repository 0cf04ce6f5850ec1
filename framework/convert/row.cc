// SPDX-License-Identifier: Apache-2.0
#include "row.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "assay/internal/text.h"

namespace assay::convert {
namespace {

// In the usual order of columns.
constexpr std::array<std::string_view, 15> kParts = {
    "prompt", "expected", "alternatives",    "id",     "category", "risk_level",      "posix_compliant",
    "tags",   "notes",    "accept_patterns", "expect", "levels",   "reject_patterns", "min_score",
    "world"};

// Parts that are lists: several columns may hold their items.
constexpr std::array<std::string_view, 6> kLists = {"expected",        "alternatives",    "tags",
                                                    "accept_patterns", "reject_patterns", "levels"};

std::optional<bool> boolean_from(std::string_view word) {
  if (is_among(word, "true True TRUE")) return true;
  if (is_among(word, "false False FALSE")) return false;
  return std::nullopt;
}

std::optional<double> share_from(std::string_view word) {
  const auto number = number_from<double>(word);
  return number && *number >= 0 && *number <= 1 ? number : std::nullopt;
}

// Splits "a, b".
std::vector<std::string> words_of(const Cell& cell) {
  std::vector<std::string> words;
  for (std::string_view rest : cell.texts)
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find_first_of(",;"), rest.size());
      if (const auto word = trimmed(rest.substr(0, end)); !word.empty()) words.emplace_back(word);
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  return words;
}

// Words of a column named tags; another column's name is put before its value, so that the tag says what it
// describes.
std::vector<std::string> tags_of(const Cell& cell) {
  if (cell.column == "tags") return words_of(cell);
  std::vector<std::string> tags;
  for (const auto& text : cell.texts) tags.push_back(fmt::format("{}:{}", cell.column, text));
  return tags;
}

class Reading {
 public:
  explicit Reading(int line) { case_.line = line; }

  void take(const Cell& cell) {
    const std::string_view part = cell.part;
    if (part == "prompt") case_.prompt = single(cell);
    if (part == "expected") append(expected_, cell.texts);
    if (part == "alternatives") append(alternatives_, cell.texts);
    if (part == "id") case_.id = single(cell);
    if (part == "category") case_.category = single(cell);
    if (part == "risk_level")
      case_.risk = read(cell, risk_from, "a risk level: safe, low, medium, high or critical");
    if (part == "posix_compliant") case_.is_posix = read(cell, boolean_from, "true or false");
    if (part == "expect")
      case_.expect = read(cell, expectation_from, "command, refusal, blocked or unblocked");
    if (part == "min_score") case_.min_score = read(cell, share_from, "a number from 0 to 1");
    if (part == "tags") append(case_.tags, tags_of(cell));
    if (part == "notes") case_.notes = single(cell);
    if (part == "accept_patterns") append(case_.accept_patterns, cell.texts);
    if (part == "reject_patterns") append(case_.reject_patterns, cell.texts);
    if (part == "levels") append(case_.levels, words_of(cell));
    if (part == "world") case_.world = single(cell);
  }

  void finish(Draft& draft) {
    if (expected_.empty() && !alternatives_.empty()) fault_ = "has alternatives, but no expected command";
    if (!fault_.empty()) return draft.leave_out(case_.line, fault_);
    case_.commands = std::move(expected_);
    append(case_.commands, std::move(alternatives_));
    draft.take(std::move(case_));
  }

 private:
  static void append(std::vector<std::string>& to, std::vector<std::string> more) {
    std::ranges::move(more, std::back_inserter(to));
  }
  std::string single(const Cell& cell) {
    if (cell.texts.size() > 1)
      fault_ = fmt::format("\"{}\" is a list; the {} is one text", one_line(cell.column), cell.part);
    return cell.texts.front();
  }
  template <typename From>
  auto read(const Cell& cell, From from, std::string_view wanted) -> decltype(from(std::string_view())) {
    const std::string text = single(cell);
    const auto value = from(trimmed(text));
    if (!value)
      fault_ =
          fmt::format("\"{}\" is \"{}\", which is not {}", one_line(cell.column), one_line(text), wanted);
    return value;
  }

  DraftCase case_;
  std::vector<std::string> expected_;
  std::vector<std::string> alternatives_;
  std::string fault_;
};

}  // namespace

std::optional<RiskLevel> risk_from(std::string_view word) {
  using enum RiskLevel;
  if (word == "moderate") return medium;
  for (const RiskLevel level : {safe, low, medium, high, critical})
    if (word == to_string(level)) return level;
  return std::nullopt;
}

std::vector<std::string> part_names() { return {kParts.begin(), kParts.end()}; }
std::vector<std::string> list_part_names() { return {kLists.begin(), kLists.end()}; }

void take_row(const Row& row, Draft& draft) {
  Reading reading(row.line);
  for (const Cell& cell : row.cells) reading.take(cell);
  reading.finish(draft);
}

}  // namespace assay::convert
