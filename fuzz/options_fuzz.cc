// SPDX-License-Identifier: Apache-2.0
// Whatever the arguments of any utility, parsing terminates and every result points into the arguments.
// Settling options is idempotent, and its result does not change when neighbouring options that commute are
// swapped.
//
// Input: two bytes that choose the utility, then arguments separated by newlines. An argument that begins
// with a byte of 1, 2 or 3 is one word, a glob or several words that begin with the rest of it.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/invocation.h"

namespace {

using namespace assay;

std::string shown;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "%s\n%s\n", what, shown.c_str());
  std::abort();
}

Argument argument_of(std::string_view text) {
  if (text.empty() || text[0] < 1 || text[0] > 3) return {text, Known::literal};
  return {text.substr(1), static_cast<Known>(text[0])};
}

std::vector<Argument> arguments_of(std::string_view text) {
  std::vector<Argument> arguments;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    arguments.push_back(argument_of(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return arguments;
}

void check_value(const OptionValue& value, const std::vector<Argument>& arguments) {
  if (value.form == ValueForm::none) return;
  require(value.argument < arguments.size(), "a value of no argument");
  const std::string_view text = arguments[value.argument].text;
  require(value.offset <= text.size() && value.text == text.substr(value.offset),
          "a value that is not there");
}

void check_places(const Utility& utility, const ParsedInvocation& parsed,
                  const std::vector<Argument>& arguments) {
  std::uint32_t last = 0;
  for (const ParsedOption& option : parsed.options) {
    require(option.id < utility.options.size(), "an option that the utility does not have");
    require(option.argument < arguments.size() && option.argument >= last, "options out of order");
    last = option.argument;
    const Arity arity = utility.options[option.id].arity;
    require(option.value.form == ValueForm::none || arity != Arity::none, "a value that nobody takes");
    check_value(option.value, arguments);
    check_value(option.second, arguments);
  }
  for (std::size_t at = 0; at < parsed.operands.size(); ++at) {
    require(parsed.operands[at] < arguments.size(), "an operand of no argument");
    require(at == 0 || parsed.operands[at - 1] < parsed.operands[at], "operands out of order");
  }
  for (const auto& place : {parsed.dashes, parsed.inner_at, parsed.unknown_at, parsed.uncertain_at})
    require(!place || *place < arguments.size() || place == parsed.unknown_at, "a place outside");
}

bool are_alike(const std::vector<ParsedOption>& a, const std::vector<ParsedOption>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t at = 0; at < a.size(); ++at) {
    if (a[at].id != b[at].id || a[at].value.text != b[at].value.text ||
        a[at].second.text != b[at].second.text)
      return false;
  }
  return true;
}

void check_order(const Utility& utility, const ParsedInvocation& parsed) {
  std::vector<ParsedOption> once = parsed.options;
  settle(utility, once);
  std::vector<ParsedOption> twice = once;
  settle(utility, twice);
  require(are_alike(once, twice), "settling is not done once");
  for (std::size_t at = 0; at + 1 < parsed.options.size(); ++at) {
    const ParsedOption& left = parsed.options[at];
    const ParsedOption& right = parsed.options[at + 1];
    require(commute(utility, left, right) == commute(utility, right, left), "the sides count");
    if (!commute(utility, left, right)) continue;
    std::vector<ParsedOption> swapped = parsed.options;
    std::swap(swapped[at], swapped[at + 1]);
    settle(utility, swapped);
    require(are_alike(once, swapped), "neighbours that commute do not");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  static const std::vector<std::string> names = UtilityTables().names();
  const std::size_t chosen = (data[0] * 256u + data[1]) % names.size();
  const Utility& utility = *find_utility(names[chosen]);
  const std::string_view text(reinterpret_cast<const char*>(data) + 2, size - 2);
  shown = names[chosen] + "\n" + std::string(text);
  const std::vector<Argument> arguments = arguments_of(text);
  const ParsedInvocation parsed = parse_options(utility, arguments);
  check_places(utility, parsed, arguments);
  beyond_posix(parsed, arguments);
  if (parsed.options.size() <= 64) check_order(utility, parsed);
  return 0;
}
