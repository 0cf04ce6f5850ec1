// SPDX-License-Identifier: Apache-2.0
// Findings of the parts of this room, in the order in which they are made, and the kinds of ASCII characters.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "assay/internal/posix.h"

namespace assay::posix {

class Findings {
 public:
  void add(Departs departs, std::string what, std::string instead, shell::Span span) {
    departures_.push_back({departs, std::move(what), std::move(instead), span});
  }
  void syntax(std::string what, std::string instead, shell::Span span) {
    add(Departs::syntax, std::move(what), std::move(instead), span);
  }
  // Only the first is kept.
  void not_understood(std::string why) {
    if (!not_understood_) not_understood_ = std::move(why);
  }
  PosixFacts take() { return {std::move(not_understood_), std::move(departures_)}; }

 private:
  std::optional<std::string> not_understood_;
  std::vector<Departure> departures_;
};

// Whatever the locale.
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool begins_name(char c) { return c == '_' || is_letter(c); }
constexpr bool is_in_name(char c) { return begins_name(c) || is_digit(c); }

}  // namespace assay::posix
