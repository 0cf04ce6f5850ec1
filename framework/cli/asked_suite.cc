// SPDX-License-Identifier: Apache-2.0
#include "asked_suite.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <nlohmann/json.hpp>

#include "assay/store.h"

namespace assay::cli {
namespace {
namespace fs = std::filesystem;

[[noreturn]] void refuse_program(const fs::path& file) {
  const auto quoted = [](const std::string& text) {
    return nlohmann::ordered_json(text).dump(-1, ' ', false,
                                             nlohmann::ordered_json::error_handler_t::replace);
  };
  const auto argv0 = file.has_parent_path() ? file.string() : "./" + file.string();
  throw Error(
      Problem{.where = {file.string(), 0},
              .what = "is a program; --tool wants a description of one",
              .next = "write {\"name\": " + quoted(file.stem().string()) + ", \"argv\": [" + quoted(argv0) +
                      ", \"{prompt}\"]} into a .json file and name that, or give a command line: --tool " +
                      quoted(argv0 + " {prompt}")});
}

ToolSource tool_source(const RunDatasets& asked) {
  using Kind = ToolSource::Kind;
  if (!asked.recorded.empty()) return {Kind::recording, asked.recorded.string()};
  std::error_code unknown;
  if (is_program(asked.tool)) refuse_program(asked.tool);
  if (fs::status(asked.tool, unknown).type() != fs::file_type::not_found)
    return {Kind::description, asked.tool};
  if (known_tool(asked.tool)) return {Kind::known, asked.tool};
  if (asked.tool.find(' ') != asked.tool.npos || asked.tool.find("{prompt}") != asked.tool.npos)
    return {Kind::command, asked.tool};
  throw Error(Problem{.where = {asked.tool, 0},
                      .what = "is neither a file nor the name of a known tool",
                      .next = "name a tool description (docs/tool-contract.md), write a command line "
                              "(--tool '" +
                              asked.tool + " {prompt}'), or use --recorded FILE"});
}

}  // namespace

bool is_program(const fs::path& file) {
  std::error_code unknown;
  if (!fs::is_regular_file(file, unknown)) return false;  // a pipe can be read only once
  std::string start(4, '\0');
  std::ifstream(file).read(start.data(), 4);
  const bool may_run = ::access(file.c_str(), X_OK) == 0;
  return start.starts_with("#!") || start == "\177ELF" || (may_run && start.find('{') == start.npos);
}

std::filesystem::path store_of(const RunPlace& place) {
  return place.store.empty() ? default_store_file() : place.store;
}

Suite suite_of(const RunDatasets& asked) {
  Suite suite = suite_of(asked.settings, store_of(asked.place));
  suite.name = asked.place.suite;
  suite.datasets = asked.datasets;
  suite.tool = tool_source(asked);
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
