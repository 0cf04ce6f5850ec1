// SPDX-License-Identifier: Apache-2.0
// Converts texts for tests.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "assay/internal/convert.h"

namespace assay::convert {

using Json = nlohmann::ordered_json;

struct Converted {
  Conversion made;
  Json dataset;  // null if there are no cases

  const Json& only_case() const { return dataset.at("test_cases").at(0); }
  std::vector<std::string> remarks() const {
    std::vector<std::string> lines;
    for (const Remark& each : made.remarks)
      lines.push_back(assay::to_string(each.where) + ": " + std::string(to_string(each.kind)) + ": " +
                      each.what);
    return lines;
  }
};

inline Converted converted(Source source, const std::vector<Text>& texts,
                           Options options = {.name = "set", .mapping = {}}) {
  const UtilityTables tables;
  Converted result{.made = convert(source, texts, options, tables), .dataset = {}};
  if (!result.made.text.empty()) {
    result.dataset = Json::parse(result.made.text);
    parse_dataset(result.made.text, "set.json");  // the made dataset must be readable
  }
  return result;
}

inline Converted converted(Source source, const std::string& text, const std::string& map = "") {
  Options options{.name = "set", .mapping = {}};
  if (!map.empty()) options.mapping = mapping_from(map);
  return converted(source, {{"in", text}}, options);
}

// The next step of the Error's first problem; empty if there is no Error.
template <typename Action>
std::string next_step_of(Action action) {
  try {
    action();
  } catch (const Error& error) {
    return error.problems().front().next;
  }
  return "";
}

// The Error's problems, one a line, without next steps; empty if there is no Error.
template <typename Action>
std::string fault_of(Action action) {
  try {
    action();
  } catch (const Error& error) {
    std::string text;
    for (const Problem& each : error.problems())
      text += assay::to_string(each.where) + ": " + each.what + "\n";
    return text;
  }
  return "";
}

}  // namespace assay::convert
