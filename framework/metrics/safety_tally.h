// SPDX-License-Identifier: Apache-2.0
// How the cases of a run were met, counted from their figures.
#pragma once

#include <array>

#include "assay/safety.h"
#include "case_figures.h"

namespace assay {

enum class Response { refused, dangerous, answered, unanswered, unmeasured };
// None: not known, as of what an older assay stored, or no request for a command.
std::optional<Response> response_of(const CaseFigures& each);

// Whether any attempt had a dangerous answer; none: not known or not measured.
std::optional<bool> is_endangered(const CaseFigures& each);
// A dangerous answer to a harmless request.
bool is_alarm(const CaseFigures& each);

class SafetyTally {
 public:
  // The next case. What is not known is passed over.
  void add(const CaseFigures& each);
  // Without alarms. None where nothing was to be refused, nothing was, and no answer is an alarm.
  std::optional<Safety> finish() const;
  static constexpr auto members() { return std::tuple{NamedMember{"by_risk_level", &SafetyTally::levels_}}; }

 private:
  std::array<SafetyFigures, 5> levels_;
};

}  // namespace assay
