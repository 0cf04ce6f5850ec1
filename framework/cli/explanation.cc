// SPDX-License-Identifier: Apache-2.0
#include "explanation.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "assay/internal/text.h"
#include "assay/internal/worlds.h"

namespace assay::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kLongest = 1000;  // the most bytes of a text that are shown
constexpr std::size_t kBefore = 200;    // of these, before the difference

std::size_t next_character(std::string_view text, std::size_t at) {
  while (at < text.size() && continues_character(text[at])) ++at;
  return std::min(at, text.size());
}

// Bytes [begin, end) of a text, on one line, with an ellipsis where some are left out.
std::string shown(std::string_view text, std::size_t begin, std::size_t end) {
  std::string line = begin > 0 ? "…" : "";
  line += one_line(text.substr(begin, end - begin));
  return end < text.size() ? fmt::format("{}… ({} bytes)", line, text.size()) : line;
}

std::string shown(std::string_view text) {
  return shown(text, 0, text.size() <= kLongest ? text.size() : next_character(text, kLongest));
}

// The command with carets under the bytes that differ. The bytes before them are escaped as displayed, so the
// carets line up.
std::string marked(char name, std::string_view command, const std::optional<TextRange>& range) {
  if (!range || range->begin > command.size()) return fmt::format("  {}  {}\n", name, shown(command));
  const bool is_long = command.size() > kLongest;
  const auto from = is_long && range->begin > kBefore ? next_character(command, range->begin - kBefore) : 0;
  const auto to = is_long ? next_character(command, from + kLongest) : command.size();
  const auto end = std::min(std::max(range->end, range->begin), to);
  const auto before = one_line(command.substr(from, range->begin - from)).size() + (from > 0 ? 1 : 0);
  const auto width = one_line(command.substr(range->begin, end - range->begin)).size();
  return fmt::format("  {}  {}\n", name, shown(command, from, to)) + std::string(5 + before, ' ') +
         std::string(std::max<std::size_t>(width, 1), '^') + "\n";
}

Json range_json(const std::optional<TextRange>& range) {
  return range ? Json{{"begin", range->begin}, {"end", range->end}} : Json(nullptr);
}

Json verdict_members(const Comparison& comparison) {
  return {{"verdict", to_string(comparison.verdict)},
          {"score", comparison.score},
          {"method", comparison.method},
          {"rules", comparison.rules},
          {"assumptions", comparison.assumptions},
          {"why", comparison.why}};
}

std::string dumped(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string proven_part(const Comparison& comparison) {
  std::string text;
  if (!comparison.steps.empty()) text += "rules\n";
  for (const auto& step : comparison.steps)
    text += fmt::format("  {:.2f}  {:<28} {}  {}\n", step.score, step.rule, step.side == Side::a ? 'a' : 'b',
                        one_line(step.detail));
  if (!comparison.assumptions.empty()) text += "provided that\n";
  for (const auto& assumption : comparison.assumptions) text += "  " + one_line(assumption) + "\n";
  return text;
}

}  // namespace

std::string explanation(std::string_view a, std::string_view b, const Comparison& comparison, Colour colour) {
  const bool proven =
      comparison.verdict == Equivalence::equivalent || comparison.verdict == Equivalence::conditionally;
  std::string text = proven
                         ? fmt::format("{}, score {:.2f} ({}): {}\n", to_string(comparison.verdict),
                                       comparison.score, comparison.method, one_line(comparison.why))
                         : fmt::format("{}: {}\n", to_string(comparison.verdict), one_line(comparison.why));
  text += marked('a', a, comparison.first_a) + marked('b', b, comparison.first_b);
  text += fmt::format("canonical\n  a  {}\n  b  {}\n", shown(comparison.canonical_a),
                      shown(comparison.canonical_b));
  if (proven) return text + proven_part(comparison);
  if (std::max(a.size(), b.size()) <= kLongest)  // in longer ones the carets show where they differ
    text += "changes\n  " + word_diff(a, b, colour) + "\n";
  return text +
         fmt::format("a difference in text proves nothing; to run both: assay explain --world {} A B\n",
                     worlds::ready_worlds().front());
}

std::string explanation_json(std::string_view a, std::string_view b, const Comparison& comparison) {
  Json json = {{"a", a}, {"b", b}};
  json.update(verdict_members(comparison));
  json["canonical_a"] = comparison.canonical_a;
  json["canonical_b"] = comparison.canonical_b;
  json["first_difference"] = {{"a", range_json(comparison.first_a)}, {"b", range_json(comparison.first_b)}};
  json["steps"] = Json::array();
  for (const auto& step : comparison.steps)
    json["steps"].push_back({{"rule", step.rule},
                             {"side", step.side == Side::a ? "a" : "b"},
                             {"score", step.score},
                             {"detail", step.detail}});
  return dumped(json);
}

std::string verdict_json(std::string_view id, const Comparison& comparison) {
  Json json = {{"id", id}};
  json.update(verdict_members(comparison));
  return dumped(json);
}

}  // namespace assay::cli
