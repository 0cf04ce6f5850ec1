// SPDX-License-Identifier: Apache-2.0
#include "asked_suite.h"

#include <algorithm>
#include <array>

namespace assay::cli {

Suite suite_of(const RunDatasets& asked) {
  Suite suite = suite_of(asked.settings, store_of(asked.place));
  suite.name = asked.place.suite;
  suite.datasets = asked.datasets;
  suite.tool = asked.recorded.empty() ? tool_source(asked.tool)
                                      : ToolSource{ToolSource::Kind::recording, asked.recorded.string()};
  if (asked.settings.given.contains("min_mean")) suite.gate = Gate::mean;
  suite.output = asked.output;
  return suite;
}

void check_servers(const RunDatasets& asked, std::span<const Tool> tools) {
  for (const Tool& tool : tools) check_cost(tool, asked.settings.max_cost);
  const auto is_model = [](const Tool& tool) {
    const auto* program = std::get_if<Program>(&tool.how);
    return program && program->chat;
  };
  if (std::ranges::any_of(tools, is_model)) return;
  const bool limits_nothing = asked.settings.max_cost && asked.settings.judge.empty();
  if (!limits_nothing && asked.settings.tool_cache == "off") return;
  throw Error(Problem{.where = {},
                      .what = limits_nothing ? "--max-cost limits nothing: no server is asked"
                                             : "--tool-cache keeps nothing: no tool is a model on a server",
                      .next = "name such a tool (docs/tool-contract.md), or leave the option out"});
}

void check_servers(const RunDatasets& asked) {
  if (asked.settings.max_cost || asked.settings.tool_cache != "off")
    check_servers(asked, std::array{read_suite_tool(suite_of(asked))});
}

}  // namespace assay::cli
