// SPDX-License-Identifier: Apache-2.0
// Tests of promptfoo, converted.
#pragma once

#include <string>

#include "converted.h"

namespace assay::convert {
inline Converted yaml(const std::string& text, const std::string& map = "") {
  Options options{.name = "set", .mapping = {}};
  if (!map.empty()) options.mapping = mapping_from(map);
  return converted(Source::promptfoo, {{"t.yaml", text}}, options);
}

inline Converted csv(const std::string& text, const std::string& map = "") {
  Options options{.name = "set", .mapping = {}};
  if (!map.empty()) options.mapping = mapping_from(map);
  return converted(Source::promptfoo, {{"t.csv", text}}, options);
}

// Converts a test with these assertions, in flow style.
inline Converted asserting(const std::string& assertions, const std::string& more = "") {
  return yaml("- {vars: {request: p}, assert: [" + assertions + "]" + more + "}\n");
}

}  // namespace assay::convert
