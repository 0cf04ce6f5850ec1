// SPDX-License-Identifier: Apache-2.0
// What a person sees of the faults in a dataset's text.
#pragma once

#include <string>
#include <string_view>

#include "assay/dataset.h"
#include "error_of.h"
#include "sample.h"

namespace assay {

inline std::string said_of(std::string_view text) {
  return error_of([&] { parse_dataset(text, "d.json"); });
}

// The error for a case with these members, which are in line 2, and an otherwise valid dataset.
inline std::string said_of_case(const std::string& members) { return said_of(dataset_with(members)); }

// A case's members that make it valid.
inline const std::string kGood = R"("id": "1", "prompt": "p", "expected_command": "a")";

}  // namespace assay
