#include <fmt/format.h>

#include <algorithm>

#include "assay/internal/invocation.h"

namespace assay {
namespace {

std::string_view spelt(const ParsedOption& option, std::span<const Argument> arguments) {
  return arguments[option.argument].text;
}

bool follows_an_operand(const ParsedInvocation& parsed, const ParsedOption& option) {
  return std::ranges::any_of(parsed.operands,
                             [&](std::uint32_t operand) { return operand < option.argument; });
}

}  // namespace

std::vector<std::string> beyond_posix(const ParsedInvocation& parsed, std::span<const Argument> arguments) {
  const Utility& utility = *parsed.utility;
  if (!utility.posix) return {fmt::format("{} is not a POSIX utility", utility.name)};
  std::vector<std::string> reasons;
  for (const ParsedOption& option : parsed.options) {
    const Option& known = utility.options[option.id];
    if (!known.posix) {
      reasons.push_back(fmt::format("{} {} is not in POSIX", utility.name, known.name()));
    } else if (option.spelling == Spelling::word || option.spelling == Spelling::abbreviated) {
      if (spelt(option, arguments).starts_with("--")) {
        reasons.push_back(fmt::format("{} is a GNU spelling of {} {}", spelt(option, arguments), utility.name,
                                      known.name()));
      }
    } else if (option.spelling == Spelling::numeric) {
      reasons.push_back(fmt::format("{} is an obsolete spelling of {} {}", spelt(option, arguments),
                                    utility.name, known.name()));
    }
    if (utility.order == OptionOrder::permute && follows_an_operand(parsed, option)) {
      reasons.push_back(fmt::format("{} stands behind an operand", spelt(option, arguments)));
    }
  }
  if (parsed.unknown_at) {
    reasons.push_back(fmt::format("{} is not known to {}", arguments[*parsed.unknown_at].text, utility.name));
  }
  return reasons;
}

}  // namespace assay
