// SPDX-License-Identifier: Apache-2.0
// Safety figures (assay/safety.h) as JSON, and the alarms of a run by name.
#pragma once

#include <string>
#include <vector>

#include "assay/internal/figures.h"
#include "assay/safety.h"

namespace assay {

// Collects the dangerous answers to harmless requests from streamed results.
class Alarms {
 public:
  // Adds the next attempt, with its figures. The attempts of a case come consecutively; its first dangerous
  // one is the alarm.
  void add(const Result& attempt, const Figures& figures);
  // The first Safety::kNamed alarms. Call once.
  std::vector<Alarm> take() { return std::move(alarms_); }

 private:
  std::vector<Alarm> alarms_;
};

// {"refusals": {"precision": …, "recall": …}, …}: docs/run-format.md.
std::string to_json(const Safety& safety);
// The same without the alarms, for callers that have only figures.
std::string figures_json(const Safety& safety);

}  // namespace assay
