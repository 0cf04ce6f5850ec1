// SPDX-License-Identifier: Apache-2.0
#include "report.h"

#include <algorithm>
#include <map>

#include "difference_words.h"

namespace assay::equivalence {
namespace {

// Steps of one side that the other did not take.
std::vector<Applied> alone(const Trace& own, const Trace& other) {
  std::map<std::pair<const Rule*, std::string_view>, std::size_t> rest;
  for (const Applied& each : other.applied) ++rest[{each.rule, each.detail}];
  std::vector<Applied> left;
  for (const Applied& each : own.applied) {
    std::size_t& shared = rest[{each.rule, each.detail}];
    if (shared == 0) {
      left.push_back(each);
    } else {
      --shared;
    }
  }
  return left;
}

void add_once(std::vector<std::string>& list, std::string_view item) {
  if (!item.empty() && std::ranges::find(list, item) == list.end()) list.emplace_back(item);
}

// Cut to a readable length.
std::string shortened(std::string text) {
  constexpr std::size_t kMost = 160;
  if (text.size() <= kMost) return text;
  std::size_t end = kMost;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + "…";
}

void add_steps(Comparison& result, const std::vector<Applied>& applied, Side side) {
  for (const Applied& each : applied) {
    const Rule& rule = *each.rule;
    result.steps.push_back({std::string(rule.id), shortened(each.detail), score_of(rule.rung), side});
  }
}

void add_rules(Comparison& result, std::vector<Applied> applied) {
  std::ranges::stable_sort(applied, {},
                           [](const Applied& each) { return std::ranges::find(all_rules(), each.rule); });
  for (const Applied& each : applied) {
    add_once(result.rules, each.rule->id);
    add_once(result.assumptions, assumption_of(each));
  }
}

// Adds the steps that belong to the rung itself, for when both sides did the same.
void add_rules_of(Rung rung, const Trace& trace, std::vector<Applied>& all) {
  for (const Applied& each : trace.applied) {
    if (each.rule->rung == rung) all.push_back(each);
  }
}

// Adds everything that one side assumes.
void add_assumptions(Comparison& result, const Trace& trace) {
  for (const Applied& each : trace.applied) add_once(result.assumptions, assumption_of(each));
}

std::string comma_list(const std::vector<std::string>& list) {
  std::string text;
  for (const std::string& each : list) text.append(text.empty() ? "" : ", ").append(each);
  return text;
}

// "ls -la vs ls -al": the commands whose options are written differently.
std::string flag_difference(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  std::string left;
  std::string right;
  for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    const std::string& mine = i < a.size() ? a[i] : std::string();
    const std::string& theirs = i < b.size() ? b[i] : std::string();
    if (mine == theirs) continue;
    left.append(left.empty() ? "" : " | ").append(mine);
    right.append(right.empty() ? "" : " | ").append(theirs);
  }
  return left.empty() && right.empty() ? "" : left + " vs " + right;
}

std::string reason(const Comparison& result, Rung rung, const Trace& a, const Trace& b) {
  switch (rung) {
    case Rung::exact:
      return "same bytes";
    case Rung::whitespace:
      return "only unquoted blanks differ";
    case Rung::quoting:
      return "same words";
    case Rung::flag_order: {
      std::string difference = flag_difference(a.flags, b.flags);
      if (difference.empty()) difference = flag_difference(a.calls, b.calls);
      return difference.empty() ? "same except for order" : "flag order differs: " + shortened(difference);
    }
    case Rung::aliases:
    case Rung::values:
    case Rung::utility:
      return "same by " + comma_list(result.rules);
    case Rung::rewrite:
    case Rung::output:
      return "same by " + comma_list(result.rules) + ", assumed that " + comma_list(result.assumptions);
  }
  return "";
}

std::string shown(const Term* term) { return term ? "`" + shortened(print(*term)) + "`" : "nothing"; }

std::optional<TextRange> text_range(const Term* term, const Term* parent) {
  const Term* place = term ? term : parent;
  if (!place || place->span.end == 0) return std::nullopt;
  if (term) return TextRange{place->span.begin, place->span.end};
  return TextRange{place->span.end, place->span.end};
}

std::string_view name_of_call(const Term* call) {
  return call && call->parts[0]->is_text() ? call->parts[0]->text : std::string_view();
}

std::string shown(std::string_view part) {
  return part.empty() ? "nothing" : "`" + shortened(std::string(part)) + "`";
}

// Narrows `place` to the part that differs.
void narrow(std::optional<TextRange>& place, std::string_view part, std::string_view text,
            std::string_view source) {
  if (!place) return;
  if (const auto narrower = place_of(part, text, source, *place)) place = narrower;
}

// Narrows the place within a pattern, a script or a path, and says what differs there.
void report_parting(Comparison& result, const Difference& difference, const Sources& sources) {
  if (!difference.left || !difference.right || !difference.left->is_text() || !difference.right->is_text())
    return;
  const std::string_view left = difference.left->text, right = difference.right->text;
  const auto parts = parting(name_of_call(difference.left_call), left, right);
  const bool is_part = parts && (parts->left != left || parts->right != right);
  if (is_part) result.why += ", which part at " + shown(parts->left) + " vs " + shown(parts->right);
  narrow(result.first_a, is_part ? parts->left : left, left, sources.a);
  narrow(result.first_b, is_part ? parts->right : right, right, sources.b);
}

// The innermost call around a term, or the call that the term is.
const Term* shown_call(const Term* innermost, const Term* term) {
  if (innermost || !term) return innermost;
  if (term->is(Label::call) || term->is(Label::builtin)) return term;
  if (!term->is(Label::command)) return nullptr;
  const auto part = std::ranges::find_if(
      term->parts, [](const Term* each) { return each->is(Label::call) || each->is(Label::builtin); });
  return part == term->parts.end() ? nullptr : *part;
}

void report_options(Comparison& result, const Difference& difference, const Sources& sources) {
  const Term* left = shown_call(difference.left_call, difference.left);
  const Term* right = shown_call(difference.right_call, difference.right);
  const std::string_view name = name_of_call(left);
  if (name.empty() || name_of_call(right) != name) return;
  const Utility* utility = sources.tables ? sources.tables->find(name) : find_utility(name);
  if (!utility) return;
  const std::string said = options_apart(*left, *right, *utility);
  if (!said.empty()) result.why += "; " + said;
}

}  // namespace

std::vector<Applied> different_steps(const Trace& a, const Trace& b) {
  std::vector<Applied> all = alone(a, b);
  const auto others = alone(b, a);
  all.insert(all.end(), others.begin(), others.end());
  return all;
}

void report_proof(Comparison& result, Rung rung, const Trace& a, const Trace& b) {
  const auto alone_a = alone(a, b);
  const auto alone_b = alone(b, a);
  add_steps(result, alone_a, Side::a);
  add_steps(result, alone_b, Side::b);
  std::vector<Applied> all = different_steps(a, b);
  if (all.empty() && rung > Rung::quoting) add_rules_of(rung, a, all);
  if (all.empty()) {
    const Rule& plain = rung == Rung::exact        ? rule::same_bytes
                        : rung == Rung::whitespace ? rule::layout
                                                   : rule::quotes;
    all.push_back({&plain, {}, {}, {}});
  }
  add_rules(result, std::move(all));
  if (rung >= Rung::rewrite && result.assumptions.empty()) add_assumptions(result, a);
  result.why = reason(result, rung, a, b);
}

void report_difference(Comparison& result, const Difference& difference, const Sources& sources) {
  result.first_a = text_range(difference.left, difference.left_parent);
  result.first_b = text_range(difference.right, difference.right_parent);
  const bool understood = result.verdict == Equivalence::different;
  std::string left = shown(difference.left);
  std::string right = shown(difference.right);
  if (left == right && difference.left_parent && difference.right_parent) {
    left = shown(difference.left_parent);
    right = shown(difference.right_parent);
  }
  result.why = (understood ? "first difference: " : "not proven the same: ") + left + " vs " + right;
  report_parting(result, difference, sources);
  report_options(result, difference, sources);
}

}  // namespace assay::equivalence
