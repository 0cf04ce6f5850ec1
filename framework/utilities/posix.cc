// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "assay/internal/invocation.h"

namespace assay {
namespace {

bool follows_an_operand(const ParsedInvocation& parsed, const ParsedOption& option) {
  return std::ranges::any_of(parsed.operands,
                             [&](std::uint32_t operand) { return operand < option.argument; });
}

// Its one-letter name in POSIX.
std::string_view standard_name(const Option& option) {
  for (const std::string& name : option.names)
    if (!name.starts_with("--") && std::ranges::find(option.posix_unless, name) == option.posix_unless.end())
      return name;
  return option.name();
}

bool is_numeric_form_of_posix(const Utility& utility, const ParsedOption& option) {
  return std::ranges::any_of(utility.numeric,
                             [&](const NumericForm& form) { return form.posix && form.option == option.id; });
}

// pr -3: a special form that is not an option.
bool is_numeric_operand_of_posix(const Utility& utility, std::string_view text) {
  return std::ranges::any_of(utility.numeric, [&](const NumericForm& form) {
    return form.posix && form.option == no_option && text.starts_with(form.sign) &&
           text.find_first_not_of("0123456789", 1) == text.npos;
  });
}

bool is_key(std::string_view name) { return name.ends_with('='); }
bool is_letter(std::string_view name) { return name.size() == 2 && name[0] == '-'; }

// A cluster does not record which of an option's names was used; its letters tell.
bool is_foreign_name(const Option& option, std::string_view spelt) {
  return std::ranges::any_of(option.posix_unless, [&](const std::string& name) {
    if (spelt == name || (is_key(name) && spelt.starts_with(name))) return true;
    return is_letter(name) && spelt.starts_with('-') && spelt.find(name[1]) != spelt.npos &&
           spelt.find(standard_name(option)[1]) == spelt.npos;
  });
}

}  // namespace

std::vector<BeyondPosix> beyond_posix(const ParsedInvocation& parsed, std::span<const Argument> arguments) {
  const Utility& utility = *parsed.utility;
  if (!utility.posix) return {{std::nullopt, fmt::format("{} is not a POSIX utility", utility.name), ""}};
  std::vector<BeyondPosix> reasons;
  for (const ParsedOption& option : parsed.options) {
    const Option& known = utility.options[option.id];
    const std::string_view spelt = arguments[option.argument].text;
    const std::string standard(standard_name(known));
    const auto say = [&](std::string what, std::string instead) {
      if (reasons.empty() || reasons.back().what != what || reasons.back().argument != option.argument)
        reasons.push_back({option.argument, std::move(what), std::move(instead)});
    };
    if (option.spelling == Spelling::numeric && is_numeric_form_of_posix(utility, option)) continue;
    if (option.spelling == Spelling::bundle) {
      say(fmt::format("{} without a dash is not in POSIX", spelt), "");
    } else if (!known.posix) {
      say(fmt::format("{} {} is not in POSIX", utility.name, known.name()), "");
    } else if (spelt.starts_with("--") &&
               (option.spelling == Spelling::word || option.spelling == Spelling::abbreviated)) {
      say(fmt::format("{} is a GNU spelling of {} {}", spelt, utility.name, standard), standard);
    } else if (option.spelling == Spelling::numeric) {
      say(fmt::format("{} is an obsolete spelling of {} {}", spelt, utility.name, standard),
          fmt::format("{} {}", standard, option.value.text));
    } else if (is_foreign_name(known, spelt)) {
      say(fmt::format("{} {} is not in POSIX", utility.name, spelt), standard);
    }
    if (utility.order == OptionOrder::permute && follows_an_operand(parsed, option))
      say(fmt::format("{} follows an operand", spelt), "options first");
  }
  if (parsed.unknown_at && !is_numeric_operand_of_posix(utility, arguments[*parsed.unknown_at].text)) {
    reasons.push_back({*parsed.unknown_at,
                       fmt::format("{} is not known to {}", arguments[*parsed.unknown_at].text, utility.name),
                       ""});
  }
  return reasons;
}

}  // namespace assay
