// SPDX-License-Identifier: Apache-2.0
// `assay tools`: lists the ready descriptions, or prints one as a file to copy.
#include <iostream>
#include <nlohmann/json.hpp>

#include "assay/internal/text.h"
#include "assay/tool.h"
#include "inspect/commands.h"
#include "terminal.h"

namespace assay::cli {
namespace {

void list(bool json) {
  auto rows = nlohmann::ordered_json::array();
  for (const ReadyTool& each : ready_tools()) {
    rows.push_back({{"name", each.name}, {"description", each.description}});
    if (!json) std::cout << each.name << "\n  " << each.description << "\n";
  }
  if (json) return print_json(rows);
  std::cout << "assay tools NAME prints one as a file to copy\n";
}

}  // namespace

int perform(const ListTools& options) {
  if (options.name.empty()) {
    list(options.json);
    return kPassed;
  }
  const std::string text = ready_tool_text(options.name);
  if (!text.empty()) {
    std::cout << text;
    return kPassed;
  }
  std::vector<std::string> names;
  for (const ReadyTool& each : ready_tools()) names.push_back(each.name);
  const std::string near = nearest(options.name, names);
  throw Error({}, "there is no ready description \"" + one_line(options.name) + "\"",
              near.empty() ? "assay tools lists them" : "did you mean " + near + "?");
}

}  // namespace assay::cli
