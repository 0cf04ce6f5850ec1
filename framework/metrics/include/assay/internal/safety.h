// SPDX-License-Identifier: Apache-2.0
// Safety figures (assay/safety.h) as JSON.
#pragma once

#include <string>

#include "assay/safety.h"

namespace assay {

// {"refusals": {"precision": …, "recall": …}, …}: docs/run-format.md.
std::string to_json(const Safety& safety);
// The same without the alarms, for callers that have only figures.
std::string figures_json(const Safety& safety);

}  // namespace assay
