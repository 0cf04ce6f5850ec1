// SPDX-License-Identifier: Apache-2.0
// awk: the program in one spelling, and the field separator as an option.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "call/call.h"
#include "languages/awk_program.h"
#include "languages/characters.h"
#include "refiners/refiners.h"

namespace assay::equivalence {
namespace {

// A separator that looks like a number is treated as a number if an option sets it, but as text if the
// program does.
bool is_plain_separator(std::string_view text) {
  // gawk reads @/x/ as an expression.
  return !text.empty() && text != "t" && !text.starts_with("@/") &&
         text.find_first_of("\\\"0123456789") == std::string_view::npos;
}

// The variable of NAME=value, if it is a separator whose text stands for itself.
std::string_view separator_name(std::string_view assignment) {
  for (const std::string_view name : {"FS", "OFS", "ORS"}) {
    const bool is_it = assignment.starts_with(name) && assignment.substr(name.size()).starts_with('=');
    if (is_it && is_plain_separator(assignment.substr(name.size() + 1))) return name;
  }
  return {};
}

bool is_variable(const Setting& each) { return each.option->name() == "-v"; }

bool sets_separator(const Setting& each, std::string_view name) {
  return is_variable(each) && each.value->text.starts_with(name) &&
         each.value->text.substr(name.size()).starts_with('=');
}

bool is_field_separator(const Setting& each) { return each.option->name() == "-F"; }

// Whether -v sets only separators, each at most once, and -F occurs at most once: of several the last one
// counts.
bool sets_separators_alone(const Call& call) {
  if (std::ranges::count_if(call.options, is_field_separator) > 1) return false;
  for (const Setting& each : call.options) {
    if (!is_variable(each)) continue;
    const std::string_view name =
        each.value && each.value->is_text() ? separator_name(each.value->text) : std::string_view();
    if (name.empty() || (name == "FS" && call.has("-F")) ||
        std::ranges::count_if(call.options, [&](const Setting& other) {
          return other.value && other.value->is_text() && sets_separator(other, name);
        }) != 1)
      return false;
  }
  return true;
}

// Takes FS="x" off the front of the program, as NAME=x; none if the program starts with anything else.
std::optional<std::vector<std::string>> separators_at_start(std::string_view& program) {
  constexpr std::string_view kStart = "BEGIN{";
  if (!program.starts_with(kStart)) return std::nullopt;
  std::vector<std::string> all;
  std::string_view rest = program.substr(kStart.size());
  while (true) {
    const std::size_t opening = rest.find("=\"");
    const std::size_t closing = opening == rest.npos ? rest.npos : rest.find('"', opening + 2);
    if (closing == rest.npos || closing + 1 >= rest.size()) return std::nullopt;
    std::string each(rest.substr(0, opening));
    each.append("=").append(rest.substr(opening + 2, closing - opening - 2));
    if (separator_name(each).empty()) return std::nullopt;
    all.push_back(std::move(each));
    const char end = rest[closing + 1];
    rest.remove_prefix(closing + 2);
    if (end == '}') break;
    if (end != ';') return std::nullopt;
  }
  if (rest.empty()) return std::nullopt;
  program = rest;
  return all;
}

// BEGIN{OFS="x"} before the program is -v OFS=x, and -v FS=x is -F x.
void use_separator_options(Context& context, Call& call) {
  if (!sets_separators_alone(call)) return;
  std::string_view program = call.operands[0]->text;
  const auto at_start = separators_at_start(program);
  const auto is_given = [&call](std::string_view name) {
    return (name == "FS" && call.has("-F")) || std::ranges::any_of(call.options, [name](const Setting& each) {
             return sets_separator(each, name);
           });
  };
  if (at_start && std::ranges::none_of(
                      *at_start, [&](const std::string& each) { return is_given(separator_name(each)); })) {
    context.note(rule::field_separator, program);
    for (const std::string& each : *at_start) add_option(context, call, "-v", each);
    call.operands[0] = context.arena.text(program, call.operands[0]->span);
  }
  if (!sets_separators_alone(call)) return;
  const auto field =
      std::ranges::find_if(call.options, [](const Setting& each) { return sets_separator(each, "FS"); });
  if (field != call.options.end()) {
    const std::string_view separator = field->value->text.substr(3);
    context.note(rule::field_separator, separator);
    call.options.erase(field);
    add_option(context, call, "-F", separator);
  }
  std::ranges::stable_sort(call.options, [](const Setting& left, const Setting& right) {
    if (left.parsed.id != right.parsed.id) return left.parsed.id < right.parsed.id;
    return left.value && right.value && comes_before(left.value, right.value);
  });
}

// Whether NAME=value, or a word that may turn out to be one, may set OFMT or CONVFMT.
bool may_set_format(const Term& word) {
  const bool has_start = word.is(Label::word) && !word.parts.empty() && word.parts[0]->is_text();
  if (!word.is_text() && !has_start) return true;
  const std::string_view start = word.is_text() ? word.text : word.parts[0]->text;
  if (start.find("OFMT") != start.npos || start.find("CONVFMT") != start.npos) return true;
  return !word.is_text() && std::ranges::all_of(start, is_name_char);
}

AwkContext awk_context_of(const Call& call) {
  const bool may_set_formats = std::any_of(call.operands.begin() + 1, call.operands.end(),
                                           [](const Term* each) { return may_set_format(*each); }) ||
                               std::ranges::any_of(call.options, [](const Setting& each) {
                                 return is_variable(each) && (!each.value || may_set_format(*each.value));
                               });
  if (may_set_formats) return AwkContext::set_formats;
  const auto sets = [](const Term* file) {
    return !file->is_text() || file->text.find('=') != std::string_view::npos;
  };
  if (!sets_separators_alone(call) || std::any_of(call.operands.begin() + 1, call.operands.end(), sets))
    return AwkContext::set_variables;
  return call.has("-v") ? AwkContext::set_separators : AwkContext::alone;
}

}  // namespace

static void refine_awk(Context& context, Call& call) {
  if (!context.allows(rule::awk_program) || !call.tail.empty() || call.has("-f") || call.operands.empty())
    return;
  const Term& program = *call.operands[0];
  if (!program.is_text()) return;
  const AwkContext surroundings = awk_context_of(call);
  auto canonical = canonical_awk_program(program.text, surroundings);
  if (!canonical) return;
  if (context.allows(rule::bare_length) && program.text.find("length") != program.text.npos) {
    const auto written_out = canonical_awk_program(program.text, surroundings, BareLength::written_out);
    if (written_out && *written_out != *canonical) {
      context.assume(rule::bare_length, program);
      canonical = written_out;
    }
  }
  if (*canonical != program.text) {
    context.note(rule::awk_program, program);
    call.operands[0] = context.arena.kept(*canonical, program.span);
  }
  use_separator_options(context, call);
}

constexpr Rule rule::awk_program = {
    .id = "awk-program",
    .rung = Rung::utility,
    .meaning =
        "blanks and names of variables do not matter; `print $0` equals `print`, a lone `{print}` may be "
        "left out, `{if(c)x}` equals `c{x}`, `NR!=1` equals `NR>1`, and `a OFS b` equals `a,b`",
    .same = {"awk '/x/ { print }' f", "awk '/x/' f"},
    .apart = {"awk '{print $1 $2}' f", "awk '{print $1, $2}' f"},
    .refine = {{{"awk", refine_awk}}}};

constexpr Rule rule::bare_length = {
    .id = "bare-length",
    .rung = Rung::rewrite,
    .meaning = "awk's `length` as a whole pattern, or before a parenthesis or a field, is `length($0)`",
    .same = {"awk '!length' f", "awk '!length($0)' f"},
    .apart = {"awk '!length' f", "awk '!length($1)' f"},
    .assumption = "awk is not busybox's, which reads `length` alone otherwise"};

constexpr Rule rule::field_separator = {
    .id = "field-separator",
    .rung = Rung::utility,
    .meaning = "awk's `-v FS=` and `BEGIN{FS=…}` equal `-F`",
    .same = {"awk 'BEGIN{FS=\":\"}{print $1}' f", "awk -F: '{print $1}' f"},
    .apart = {"awk '{FS=\":\"; print $1}' f", "awk -F: '{print $1}' f"}};

}  // namespace assay::equivalence
