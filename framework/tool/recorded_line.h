// SPDX-License-Identifier: Apache-2.0
// One line of recorded answers: a JSON object with an "id" and the outcome. The rows of a results.jsonl are
// such lines too, so a finished run can be graded again without its tool.
#pragma once

#include <string>

#include "assay/internal/json.h"
#include "assay/tool.h"

namespace assay::tool {

// The fault of a line; the caller adds the place.
struct RecordingFault {
  std::string what;
  std::string next;
};

struct RecordedPlace {
  std::string id;
  std::string dataset;  // empty: none given
  std::string run;      // empty: none given
  int attempt = 0;      // 0: none given
};

// Both throw RecordingFault.
RecordedPlace place_of(const JsonValue& line);
Answer answer_of(const JsonValue& line);

}  // namespace assay::tool
