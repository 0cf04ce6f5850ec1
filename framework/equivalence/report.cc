// SPDX-License-Identifier: Apache-2.0
#include "report.h"

#include <algorithm>
#include <map>
#include <vector>

#include "assay/internal/text.h"
#include "languages/awk_program.h"

namespace assay::equivalence {
namespace {

// Steps of one side that the other did not take.
std::vector<Applied> alone(const Trace& own, const Trace& other) {
  std::map<std::pair<const Rule*, std::string_view>, std::size_t> rest;
  for (const Applied& each : other.applied) ++rest[{each.rule, each.detail}];
  std::vector<Applied> left;
  for (const Applied& each : own.applied) {
    std::size_t& shared = rest[{each.rule, each.detail}];
    if (shared == 0)
      left.push_back(each);
    else
      --shared;
  }
  return left;
}

void add_once(std::vector<std::string>& list, std::string_view item) {
  if (!item.empty() && std::ranges::find(list, item) == list.end()) list.emplace_back(item);
}

constexpr std::size_t kMostShown = 160;  // bytes of a text in a message

void add_steps(Comparison& result, const std::vector<Applied>& applied, Side side) {
  for (const Applied& each : applied) {
    const Rule& rule = *each.rule;
    result.steps.push_back(
        {std::string(rule.id), shortened(each.detail, kMostShown), score_of(rule.rung), side});
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
  for (const Applied& each : trace.applied)
    if (each.rule->rung == rung) all.push_back(each);
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
    case Rung::exact: return "same bytes";
    case Rung::whitespace: return "only unquoted blanks differ";
    case Rung::quoting: return "same words";
    case Rung::flag_order: {
      std::string difference = flag_difference(a.flags, b.flags);
      if (difference.empty()) difference = flag_difference(a.calls, b.calls);
      return difference.empty() ? "same except for order"
                                : "flag order differs: " + shortened(difference, kMostShown);
    }
    case Rung::aliases:
    case Rung::values:
    case Rung::utility: return "same by " + comma_list(result.rules);
    case Rung::rewrite:
    case Rung::output:
      return "same by " + comma_list(result.rules) + ", assumed that " + comma_list(result.assumptions);
  }
  return "";
}

std::string in_backquotes(const Term* term) {
  return term ? code_span(shortened(print(*term), kMostShown)) : "nothing";
}

std::optional<TextRange> text_range(const Term* term, const Term* parent) {
  const Term* place = term ? term : parent;
  if (!place || place->span.end == 0) return std::nullopt;
  if (term) return TextRange{place->span.begin, place->span.end};
  return TextRange{place->span.end, place->span.end};
}

std::string_view name_of_call(const Term* call) {
  return call && call->parts[0]->is_text() ? call->parts[0]->text : std::string_view();
}

std::string in_backquotes(std::string_view part) {
  return part.empty() ? "nothing" : code_span(shortened(part, kMostShown));
}

// Narrows `place` to the part that differs.
void narrow(std::optional<TextRange>& place, std::string_view part, std::string_view text,
            std::string_view source) {
  if (!place) return;
  if (const auto narrower = range_of(part, text, source, *place)) place = narrower;
}

// Narrows the place within a pattern, a script or a path, and says what differs there.
void report_parting(Comparison& result, const Difference& difference, const Sources& sources) {
  if (!difference.left || !difference.right || !difference.left->is_text() || !difference.right->is_text())
    return;
  const std::string_view left = difference.left->text, right = difference.right->text;
  const auto parts = parting(name_of_call(difference.left_call), left, right);
  const bool is_part = parts && (parts->left != left || parts->right != right);
  if (is_part)
    result.why += ", which part at " + in_backquotes(parts->left) + " vs " + in_backquotes(parts->right);
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
  std::string left = in_backquotes(difference.left);
  std::string right = in_backquotes(difference.right);
  if (left == right && difference.left_parent && difference.right_parent) {
    left = in_backquotes(difference.left_parent);
    right = in_backquotes(difference.right_parent);
  }
  result.why = (understood ? "first difference: " : "not proven the same: ") + left + " vs " + right;
  report_parting(result, difference, sources);
  report_options(result, difference, sources);
}

namespace {

using Units = std::vector<std::string_view>;  // adjacent pieces, together the whole text

Units characters(std::string_view text) {
  Units units;
  for (std::size_t at = 0, end = 0; at < text.size(); at = end) {
    for (end = at + 1; end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80;) ++end;
    units.push_back(text.substr(at, end - at));
  }
  return units;
}

// The pieces between separators; each separator is a piece too.
Units pieces(std::string_view text, std::string_view separators) {
  Units units;
  for (std::size_t at = 0; at < text.size();) {
    const bool separates = separators.find(text[at]) != std::string_view::npos;
    const std::size_t end = separates ? at + 1 : std::min(text.find_first_of(separators, at), text.size());
    units.push_back(text.substr(at, end - at));
    at = end;
  }
  return units;
}

// Empty if the program is not understood.
Units awk_words(std::string_view program) {
  const auto tokens = awk_tokens(program);
  if (!tokens) return {};
  Units units;
  std::size_t at = 0;
  for (const AwkToken& token : *tokens) {
    const std::string_view text = token.kind == AwkTokenKind::newline ? "\n" : std::string_view(token.text);
    const std::size_t begin = program.find(text, at);
    if (begin == std::string_view::npos) return {};
    if (begin > at) units.push_back(program.substr(at, begin - at));
    units.push_back(program.substr(begin, text.size()));
    at = begin + text.size();
  }
  return units;
}

// An empty result still points to its position in the text.
std::string_view between(const Units& units, std::size_t begin, std::size_t end) {
  if (units.empty()) return {};
  const auto place = [&units](std::size_t unit) {
    return unit < units.size() ? units[unit].data() : units.back().data() + units.back().size();
  };
  return {place(begin), static_cast<std::size_t>(place(end) - place(begin))};
}

struct Middle {
  Parting parting;
  std::size_t bytes_in_common = 0;
};

Middle middle(const Units& left, const Units& right) {
  const std::size_t most = std::min(left.size(), right.size());
  std::size_t head = 0, tail = 0;
  while (head < most && left[head] == right[head]) ++head;
  while (tail < most - head && left[left.size() - 1 - tail] == right[right.size() - 1 - tail]) ++tail;
  return {{between(left, head, left.size() - tail), between(right, head, right.size() - tail)},
          between(left, 0, head).size() + between(left, left.size() - tail, left.size()).size()};
}

bool is_awk(std::string_view utility) { return is_among(utility, "awk gawk mawk"); }

bool looks_like_path(std::string_view text) {
  return text.find('/') != std::string_view::npos &&
         text.find_first_of(" \n*{}()[]\\") == std::string_view::npos;
}

std::optional<Parting> by_characters(std::string_view left, std::string_view right) {
  const Middle found = middle(characters(left), characters(right));
  const bool are_alike = 2 * found.bytes_in_common >= std::max(left.size(), right.size());
  return are_alike && found.bytes_in_common > 0 ? std::optional(found.parting) : std::nullopt;
}

std::optional<Parting> by_units(const Units& left, const Units& right) {
  const Middle found = middle(left, right);
  return found.bytes_in_common > 0 ? std::optional(found.parting) : std::nullopt;
}

// Options that one call has and the other lacks.
struct Extra {
  std::vector<std::string_view> phrases;  // of those that are written and known
  bool is_some = false;
};

// The name as tables have it.
std::string_view said_name(const Term& term) {
  std::string_view name = option_name(&term);
  if (name.starts_with("--") && name.ends_with('=')) name.remove_suffix(1);
  return name;
}

bool says_option(const Term& call, std::string_view name) {
  return std::ranges::any_of(call.parts, [name](const Term* part) { return said_name(*part) == name; });
}

std::string_view phrase_of(const Utility& utility, std::string_view name) {
  const OptionId id = utility.find_option(name);
  return id == no_option ? std::string_view() : std::string_view(utility.options[id].does);
}

bool is_said(const Term& call, const Utility& utility, std::string_view phrase) {
  return std::ranges::any_of(call.parts, [&](const Term* part) {
    const std::string_view name = said_name(*part);
    return !name.empty() && phrase_of(utility, name) == phrase;
  });
}

Extra extra_options(const Term& own, const Term& other, const Utility& utility) {
  Extra extra;
  for (const Term* part : own.parts) {
    const std::string_view name = said_name(*part);
    if (name.empty() || says_option(other, name)) continue;
    extra.is_some = true;
    const std::string_view phrase = phrase_of(utility, name);
    // An option that a rule added has the position of the utility's name.
    const bool is_written = part->span.begin != own.parts[0]->span.begin;
    if (!phrase.empty() && is_written && !is_said(other, utility, phrase)) extra.phrases.push_back(phrase);
  }
  return extra;
}

std::string phrase_of(const std::vector<std::string_view>& phrases) {
  std::string text;
  for (std::size_t i = 0; i < phrases.size(); ++i) {
    if (i > 0) text += i + 1 == phrases.size() ? " and " : ", ";
    text += phrases[i];
  }
  return text;
}

}  // namespace

std::optional<Parting> parting(std::string_view utility, std::string_view left, std::string_view right) {
  if (is_awk(utility)) {
    const Units a = awk_words(left), b = awk_words(right);
    if (!a.empty() && !b.empty()) return by_units(a, b);
  }
  if (utility == "sed") {
    const Middle commands = middle(pieces(left, ";\n"), pieces(right, ";\n"));
    const auto inside = by_characters(commands.parting.left, commands.parting.right);
    if (inside) return inside;
    return commands.bytes_in_common > 0 ? std::optional(commands.parting) : std::nullopt;
  }
  if (looks_like_path(left) && looks_like_path(right)) return by_units(pieces(left, "/"), pieces(right, "/"));
  return by_characters(left, right);
}

std::optional<TextRange> range_of(std::string_view part, std::string_view text, std::string_view source,
                                  TextRange place) {
  if (part.data() == nullptr || place.end > source.size() || place.begin > place.end) return std::nullopt;
  const std::string_view written = source.substr(place.begin, place.end - place.begin);
  const std::size_t at = written.find(text);
  if (at == std::string_view::npos || written.find(text, at + 1) != std::string_view::npos)
    return std::nullopt;
  const std::size_t begin = place.begin + at + static_cast<std::size_t>(part.data() - text.data());
  return TextRange{begin, begin + part.size()};
}

std::string options_apart(const Term& left, const Term& right, const Utility& utility) {
  const Extra first = extra_options(left, right, utility);
  const Extra second = extra_options(right, left, utility);
  const auto may_hide_options = [](const Term& call) { return call.parts.back()->is(Label::tail); };
  const auto alone = [&](std::string_view name, const Extra& extra, const Term& other) {
    if (may_hide_options(other)) return std::string(name) + " " + phrase_of(extra.phrases);
    return "only " + std::string(name) + " " + phrase_of(extra.phrases);
  };
  if (!first.phrases.empty() && !second.phrases.empty())
    return "the first " + phrase_of(first.phrases) + "; the second " + phrase_of(second.phrases);
  if (!first.phrases.empty())
    return second.is_some ? "the first " + phrase_of(first.phrases) : alone("the first", first, right);
  if (!second.phrases.empty())
    return first.is_some ? "the second " + phrase_of(second.phrases) : alone("the second", second, left);
  return "";
}

}  // namespace assay::equivalence
