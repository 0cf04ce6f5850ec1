// SPDX-License-Identifier: Apache-2.0
// Findings of the parts of this room, in the order in which they are made.
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

}  // namespace assay::posix
