// SPDX-License-Identifier: Apache-2.0
#include "script/line_ranges.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <string>

#include "call/made_call.h"
#include "languages/number.h"
#include "script/input_rules.h"
#include "script/stage_facts.h"

namespace assay::equivalence {
namespace {

constexpr std::size_t kMostDigits = 9;

// A comparison with the line number, as spelled in a canonical awk program.
struct Bound {
  std::string_view relation;
  unsigned long number = 0;
};

std::optional<unsigned long> line_number(std::string_view text) {
  if (!is_digits(text) || text.size() > kMostDigits || (text.size() > 1 && text[0] == '0'))
    return std::nullopt;
  return std::stoul(std::string(text));
}

std::optional<Bound> bound_of(std::string_view text) {
  if (!text.starts_with("NR")) return std::nullopt;
  text.remove_prefix(2);
  for (const std::string_view relation : {"==", "!=", ">=", "<=", ">", "<"}) {
    if (!text.starts_with(relation)) continue;
    const auto number = line_number(text.substr(relation.size()));
    return number ? std::optional(Bound{relation, *number}) : std::nullopt;
  }
  return std::nullopt;
}

// The first and the last line; 0 means the end of the input.
struct LineRange {
  unsigned long first = 1;
  unsigned long last = 0;
};

std::optional<LineRange> line_range(const Bound& bound) {
  const unsigned long number = bound.number;
  if (bound.relation == "==" && number > 0) return LineRange{number, number};
  if (bound.relation == ">=" && number > 0) return LineRange{number, 0};
  if (bound.relation == ">") return LineRange{number + 1, 0};
  if (bound.relation == "<=" && number > 0) return LineRange{1, number};
  if (bound.relation == "<" && number > 1) return LineRange{1, number - 1};
  return std::nullopt;
}

std::optional<LineRange> both(const LineRange& a, const LineRange& b) {
  const LineRange both{std::max(a.first, b.first),
                       a.last == 0 || b.last == 0 ? std::max(a.last, b.last) : std::min(a.last, b.last)};
  return both.last == 0 || both.first <= both.last ? std::optional(both) : std::nullopt;
}

std::string address_of(const LineRange& range) {
  if (range.first == range.last) return std::to_string(range.first);
  return fmt::format("{},{}", range.first, range.last == 0 ? "$" : std::to_string(range.last));
}

// NR%3==1 is every third line, starting with the first.
std::optional<std::string> step_address(std::string_view program) {
  if (!program.starts_with("NR%")) return std::nullopt;
  const std::size_t equals = program.find("==");
  const auto step = line_number(program.substr(3, equals == program.npos ? equals : equals - 3));
  if (!step || *step < 2) return std::nullopt;
  if (equals == program.npos) return *step == 2 ? std::optional<std::string>("1~2") : std::nullopt;
  const auto rest = line_number(program.substr(equals + 2));
  return rest && *rest < *step ? std::optional(fmt::format("{}~{}", *rest, *step)) : std::nullopt;
}

std::optional<std::string> address_of(std::string_view program) {
  if (auto step = step_address(program)) return step;
  const std::size_t conjunction = program.find("&&");
  const auto left = bound_of(program.substr(0, conjunction));
  const auto first = left ? line_range(*left) : std::nullopt;
  if (!first) return std::nullopt;
  if (conjunction == program.npos) return address_of(*first);
  const auto right = bound_of(program.substr(conjunction + 2));
  const auto second = right ? line_range(*right) : std::nullopt;
  const auto range = second ? both(*first, *second) : std::nullopt;
  return range ? std::optional(address_of(*range)) : std::nullopt;
}

}  // namespace

bool read_awk_lines(Context& context, Stages& stages, std::size_t at) {
  Stage& stage = stages[at];
  if (!is_plain_stage(stage) || !stage.call->is("awk") || !stage.call->options.empty()) return false;
  const Call& awk = *stage.call;
  if (!has_program_and_files(awk)) return false;
  const auto address = address_of(awk.operands[0]->text);
  // awk may have read more than it printed; sed leaves that to a later command.
  const bool keeps_input = at == 0 && !context.status_is_last && !reads_own_file(stage);
  const bool is_first =
      awk.operands[0]->text == "NR==1{print;exit}" && awk.operands.size() < 3 && !keeps_input;
  Call* sed = address || is_first ? make_call(context, "sed", awk.name->span) : nullptr;
  if (!sed) return false;
  context.assume(Rule::awk_lines, *awk.operands[0]);
  if (!is_first) add_option(context, *sed, "-n");
  const std::string script = is_first ? "1q" : *address + "p";
  sed->operands.assign(awk.operands.begin(), awk.operands.end());
  sed->operands[0] = context.arena.text(context.arena.keep(script), awk.operands[0]->span);
  stage.call = sed;
  return true;
}

}  // namespace assay::equivalence
