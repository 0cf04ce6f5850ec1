// SPDX-License-Identifier: Apache-2.0
// Reading texts in other languages from left to right, for effects_of_program().
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "assay/internal/commands_run.h"

namespace assay {

// A part that is known only when the program runs, as a shell would expand it.
constexpr std::string_view kUnknownPart = "$_";

struct Scan {
  std::string_view text;
  std::size_t at = 0;

  bool is_done() const { return at >= text.size(); }
  char now() const { return is_done() ? '\0' : text[at]; }
  char after(std::size_t count = 1) const { return at + count < text.size() ? text[at + count] : '\0'; }
  char before() const { return at > 0 && at <= text.size() ? text[at - 1] : '\0'; }
  void skip_blanks(std::string_view blanks = " \t\n\r") {
    while (!is_done() && blanks.find(now()) != blanks.npos) ++at;
  }
  std::string_view rest_of_line() {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    at = end;
    return line;
  }
};

// At a quote: what stands up to the next such quote, escapes decoded; goes behind it.
std::string quoted_text(Scan& scan);
bool is_name_character(char c);

ProgramEffects effects_of_awk(std::string_view program);
ProgramEffects effects_of_sed(std::string_view program);

}  // namespace assay
