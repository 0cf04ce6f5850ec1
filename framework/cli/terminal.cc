// SPDX-License-Identifier: Apache-2.0
#include "terminal.h"

#include <iostream>
#include <nlohmann/json.hpp>

namespace assay::cli {

void print_json(const nlohmann::ordered_json& json, JsonLayout layout) {
  const int indent = layout == JsonLayout::indented ? 2 : -1;
  std::cout << json.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << '\n';
}

}  // namespace assay::cli
