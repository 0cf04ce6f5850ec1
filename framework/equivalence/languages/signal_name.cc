// SPDX-License-Identifier: Apache-2.0
#include "languages/signal_name.h"

#include <algorithm>
#include <array>

namespace assay::equivalence {
namespace {

constexpr std::array<std::string_view, 32> kSignals = {
    "",     "HUP",  "INT",  "QUIT", "ILL",    "TRAP",   "ABRT",  "BUS",  "FPE",  "KILL", "USR1",
    "SEGV", "USR2", "PIPE", "ALRM", "TERM",   "STKFLT", "CHLD",  "CONT", "STOP", "TSTP", "TTIN",
    "TTOU", "URG",  "XCPU", "XFSZ", "VTALRM", "PROF",   "WINCH", "IO",   "PWR",  "SYS"};

}  // namespace

std::optional<std::string> canonical_signal(std::string_view text) {
  if (!text.empty() && text.size() <= 2 &&
      std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; })) {
    std::size_t number = 0;
    for (const char c : text) number = number * 10 + static_cast<std::size_t>(c - '0');
    if (number == 0) return "0";
    if (number >= kSignals.size()) return std::nullopt;
    return std::string(kSignals[number]);
  }
  std::string name(text);
  for (char& c : name) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  if (name.starts_with("SIG")) name.erase(0, 3);
  if (name.empty() || std::ranges::find(kSignals, name) == kSignals.end()) return std::nullopt;
  return name;
}

}  // namespace assay::equivalence
