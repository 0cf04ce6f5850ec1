// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "option_parser.h"

namespace assay {
namespace {

enum class Assignment { yes, no, perhaps };

Assignment is_assignment(const Argument& argument) {
  const std::size_t equals = argument.text.find('=');
  if (equals == std::string_view::npos)
    return argument.known == Known::literal ? Assignment::no : Assignment::perhaps;
  return equals > 0 ? Assignment::yes : Assignment::no;
}

// The operand at which the inner command begins; the number of operands if there is none.
std::size_t first_inner_operand(std::span<const Argument> arguments, ParsedInvocation& into) {
  const InnerRule& rule = into.utility->inner;
  std::size_t at = rule.skip;
  if (rule.after_dashes) {
    if (!into.dashes) return into.operands.size();
    at = static_cast<std::size_t>(std::ranges::upper_bound(into.operands, *into.dashes) -
                                  into.operands.begin());
  }
  for (; rule.assignments && at < into.operands.size(); ++at) {
    const Assignment found = is_assignment(arguments[into.operands[at]]);
    if (found == Assignment::perhaps && !into.uncertain_at) into.uncertain_at = into.operands[at];
    if (found != Assignment::yes) break;
  }
  return std::min(at, into.operands.size());
}

void find_subcommand(std::span<const Argument> arguments, ParsedInvocation& into) {
  const Argument& name = arguments[*into.inner_at];
  if (name.known == Known::literal) into.subcommand = into.utility->find_subcommand(name.text);
  if (!into.subcommand) into.unknown_at = into.inner_at;
}

}  // namespace

bool inner_applies(const ParsedInvocation& parsed) {
  const InnerRule& rule = parsed.utility->inner;
  const auto is_given = [&parsed](OptionId id) { return parsed.has(id); };
  return (rule.with.empty() || std::ranges::any_of(rule.with, is_given)) &&
         std::ranges::none_of(rule.unless, is_given);
}

void find_inner(std::span<const Argument> arguments, ParsedInvocation& into) {
  const InnerRule& rule = into.utility->inner;
  if (!inner_applies(into)) return;
  const std::size_t at = first_inner_operand(arguments, into);
  if (at + rule.followed >= into.operands.size()) return;
  into.inner = rule.form;
  into.inner_at = into.operands[at];
  const auto begin = into.operands.begin() + static_cast<std::ptrdiff_t>(at);
  into.operands.erase(begin, rule.form == InnerForm::script ? begin + 1 : into.operands.end());
  if (rule.form == InnerForm::subcommand) find_subcommand(arguments, into);
}

}  // namespace assay
