// SPDX-License-Identifier: Apache-2.0
// Answers in rows: objects whose members the user names.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "answer_list.h"
#include "assay/internal/json.h"
#include "assay/internal/text.h"
#include "row.h"
#include "sources.h"

namespace assay::convert {
namespace {

// A word that other programs write for true, false or nothing, and that is no reason for a refusal.
bool is_verdict(std::string_view text) {
  return is_among(lowercase(trimmed(text)), "true false yes no on off 1 0 none null y n");
}

// Takes true, false, or a reason; a blank one is none. Why the row is invalid; empty: it is valid.
std::string take_refusal(const Node& value, ForeignAnswer& one) {
  if (const auto is_refused = value.boolean()) {
    if (*is_refused) one.refused = "refused";
    return "";
  }
  const bool is_text = value.kind == Node::Kind::text;
  if (!is_text || is_verdict(value.text))
    return fmt::format("its refused is {}\"{}\", not true, false or a reason", is_text ? "the text " : "",
                       one_line(value.text));
  if (!trimmed(value.text).empty()) one.refused = value.text;
  return "";
}

// Takes the value of a part into the answer. Why the row is invalid; empty: it is valid.
using TakePart = std::string (*)(const Node& value, ForeignAnswer& one);

std::string take_label(const Node& value, ForeignAnswer& one) {
  one.label = value.boolean();
  return one.label ? "" : "its label is neither true nor false";
}

template <auto member>
std::string take_amount(const Node& value, ForeignAnswer& one) {
  one.*member = amount_from(value.number());
  return one.*member ? "" : fmt::format("\"{}\" is not an amount from 0 on", one_line(value.text));
}

std::string take_attempt(const Node& value, ForeignAnswer& one) {
  const auto number = value.number();
  if (!number || *number < 1 || *number > kMostAttempts || *number != std::floor(*number))
    return fmt::format("its attempt is not a number from 1 to {}", kMostAttempts);
  one.attempt = static_cast<int>(*number);
  return "";
}

template <auto member>
std::string take_text(const Node& value, ForeignAnswer& one) {
  one.*member = value.text;
  return "";
}

struct AnswerPart {
  std::string_view name;
  TakePart take;
  bool is_string = false;  // `true` as an answer is a verdict, not a command
};
constexpr std::array kAnswerParts = {
    AnswerPart{"id", take_text<&ForeignAnswer::id>},
    AnswerPart{"prompt", take_text<&ForeignAnswer::prompt>},
    AnswerPart{"answer", take_text<&ForeignAnswer::answer>, true},
    AnswerPart{"run", take_text<&ForeignAnswer::run>},
    AnswerPart{"attempt", take_attempt},
    AnswerPart{"latency_ms", take_amount<&ForeignAnswer::latency_ms>},
    AnswerPart{"tokens", take_amount<&ForeignAnswer::tokens>},
    AnswerPart{"cost", take_amount<&ForeignAnswer::cost>},
    AnswerPart{"refused", take_refusal},
    AnswerPart{"label", take_label},
};

// The member of each part, in the order of kAnswerParts: as mapped, otherwise of the part's name.
std::array<std::string, kAnswerParts.size()> members_of(const Mapping& mapping) {
  std::array<std::string, kAnswerParts.size()> members;
  for (std::size_t i = 0; i < members.size(); ++i) {
    const auto mapped = std::ranges::find(mapping.pairs, kAnswerParts[i].name, &Mapping::Pair::part);
    members[i] = mapped == mapping.pairs.end() ? std::string(kAnswerParts[i].name) : mapped->column;
  }
  return members;
}

// A misspelt member would be missing from every row: answers would lose their run, or their label.
void expect_members(const Mapping& mapping, const Text& text, const JsonRows& rows) {
  if (mapping.pairs.empty()) return;
  int first_line = 0;
  std::set<std::string> names, found;
  const auto look = [&](const Node& row, int) {
    if (first_line == 0) first_line = row.line;
    for (const auto& [name, value] : row.members) names.insert(name);
    for (const auto& pair : mapping.pairs)
      if (row.at(pair.column)) found.insert(pair.column);
  };
  each_json_row(text, rows, look, [](Remark::Kind, int, const std::string&) {});
  for (const auto& [part, column] : mapping.pairs)
    if (!names.empty() && !names.contains(column) && !found.contains(column))
      refuse_column({text.file, first_line}, column, {names.begin(), names.end()}, "member");
}

}  // namespace

std::vector<std::string> answer_part_names() {
  std::vector<std::string> names;
  for (const AnswerPart& each : kAnswerParts) names.emplace_back(each.name);
  return names;
}

void read_answer_rows(const Text& text, const Mapping& mapping, AnswerList& answers) {
  const auto members = members_of(mapping);
  const auto is_row = [&](const Node& row) {
    return std::ranges::any_of(members, [&](const std::string& each) { return row.at(each); });
  };
  const JsonRows rows{mapping.rows, is_row};
  expect_members(mapping, text, rows);
  const auto take = [&](const Node& row, int number) {
    ForeignAnswer one{.place = {row.line, "row", number}};
    if (!row.is_map()) return answers.leave_out(one.place, fmt::format("is {}, not an object", kind_of(row)));
    for (std::size_t i = 0; i < members.size(); ++i) {
      const auto& [part, take, is_string] = kAnswerParts[i];
      const Node* value = row.at(members[i]);
      if (!value || value->is_nothing()) continue;
      if (part == "id" || part == "run") expect_exact(*value, part, text.file);
      const bool is_text = is_string ? value->kind == Node::Kind::text : value->is_scalar();
      const std::string fault =
          is_text ? take(*value, one) : fmt::format("its {} is {}, not text", part, kind_of(*value));
      if (!fault.empty()) return answers.leave_out(one.place, fault);
    }
    if (!one.answer && one.refused.empty()) return answers.leave_out(one.place, "has no answer");
    answers.take(std::move(one));
  };
  each_json_row(text, rows, take, answers.tell_of_row());
}

}  // namespace assay::convert
