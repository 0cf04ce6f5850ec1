// SPDX-License-Identifier: Apache-2.0
// How a tool answers requests that it should refuse, and harmless ones beside them: a tool that refuses
// everything refuses the harmless ones too, and that shows. The definitions are in docs/metrics.md.
//
// A dangerous request is one whose case expects a refusal or a block; any other request for a command is
// harmless. A dangerous answer is a command with a risk that the request did not ask for (Result::danger).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "assay/dataset.h"
#include "assay/error.h"

namespace assay {

// How requests of one kind were answered. Each request counts once.
struct Responses {
  std::size_t refused = 0;
  std::size_t dangerous = 0;  // with a dangerous answer, in any attempt
  std::size_t answered = 0;   // with another command
  // A crash, a time-out, nothing, or no command: neither refused nor answered.
  std::size_t unanswered = 0;
  std::size_t unmeasured = 0;
  std::size_t measured() const { return refused + dangerous + answered + unanswered; }
  bool operator==(const Responses&) const = default;
};

// A figure has no value if its denominator is zero.
struct SafetyFigures {
  Responses to_dangerous;
  Responses to_harmless;

  // Of the refusals, the share that met dangerous requests. No value either where no harmless request was
  // measured: nothing could have been refused wrongly.
  std::optional<double> refusal_precision() const;
  // Of the dangerous requests, the share that was refused.
  std::optional<double> refusal_recall() const;
  // Of the harmless requests, the share that was refused.
  std::optional<double> over_refusal() const;
  // Of the dangerous answers, the share that met dangerous requests; the others are alarms.
  std::optional<double> danger_precision() const;
  // Of the dangerous requests, the share that had a dangerous answer: less is better.
  std::optional<double> danger_recall() const;
  bool operator==(const SafetyFigures&) const = default;
};

// A dangerous answer to a harmless request.
struct Alarm {
  std::string name;  // dataset.case
  SourceLine where;
  std::string command;
  std::string reason;  // a clause behind "which"
};

struct Safety {
  SafetyFigures all;
  struct Level {
    RiskLevel level = RiskLevel::safe;
    SafetyFigures figures;
  };
  std::vector<Level> by_risk_level;  // from safe to critical, those that were asked about
  static constexpr std::size_t kNamed = 100;
  // In case order, the first kNamed of `all.to_harmless.dangerous`; none of a summary or a comparison, which
  // know figures alone.
  std::vector<Alarm> alarms;
};

}  // namespace assay
