// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "languages/mode.h"
#include "refiners/refiners.h"

namespace assay::equivalence {
namespace {

bool is_octal(std::string_view text) { return text.find_first_not_of("01234567") == std::string_view::npos; }

}  // namespace

// umask u=rwx,g=rx,o= is umask 027: symbolic modes say what is allowed, digits what is not.
void refine_umask(Context& context, Call& call) {
  if (!context.allows(rule::mode_value) || !call.tail.empty() || call.operands.size() != 1 ||
      !call.options.empty())
    return;
  const Term& mask = *call.operands[0];
  if (!mask.is_text() || mask.text.empty()) return;
  std::string digits(mask.text);
  if (is_octal(mask.text)) {
    if (mask.text.size() > 4) return;
  } else {
    // Every class is given completely, so nothing of the previous mask remains.
    const bool says_all =
        mask.text.find_first_of("+-stX") == std::string_view::npos &&
        (mask.text.find('a') < mask.text.find('=') ||
         (mask.text.find('u') != std::string_view::npos && mask.text.find('g') != std::string_view::npos &&
          mask.text.find('o') != std::string_view::npos));
    const auto mode = says_all ? canonical_mode(mask.text) : std::nullopt;
    if (!mode || mode->empty() || !is_octal(*mode)) return;
    digits = *mode;
    while (digits.size() > 3) digits.erase(0, 1);
    while (digits.size() < 3) digits.insert(0, 1, '0');
    for (char& c : digits) c = static_cast<char>('0' + ('7' - c));
  }
  while (digits.size() > 1 && digits[0] == '0') digits.erase(0, 1);
  if (digits == mask.text) return;
  context.note(rule::mode_value, mask);
  call.operands[0] = context.arena.text(context.arena.keep(digits), mask.span);
}

}  // namespace assay::equivalence
