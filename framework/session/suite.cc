// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/suite.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "assay/internal/behaviour.h"
#include "assay/internal/shell.h"
#include "assay/internal/stored_replies.h"
#include "assay/internal/stored_vectors.h"
#include "assay/internal/utilities.h"
#include "assay/internal/word.h"

namespace assay {
namespace {

[[noreturn]] void refuse_program(const std::filesystem::path& file) {
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

Tool read_known(const Suite& suite) {
  if (auto known = known_tool(suite.tool.place)) return *std::move(known);
  throw Error(Problem{.where = {suite.file.string(), 0},
                      .what = "no ready description of the tool \"" + suite.tool.place + "\"",
                      .next = "name another one, or describe the tool in a file (docs/tool-contract.md)"});
}

Tool command_tool(const std::string& command) {
  Program program{.argv = program_words(command)};
  const auto has_prompt = [](const std::string& word) { return word.find("{prompt}") != word.npos; };
  if (std::ranges::none_of(program.argv, has_prompt)) program.argv.push_back("{prompt}");
  return {.name = std::filesystem::path(program.argv.front()).filename().string(), .how = std::move(program)};
}

Tool read_source(const Suite& suite) {
  switch (suite.tool.kind) {
    case ToolSource::Kind::description:
      return read_tool(std::filesystem::path(suite.tool.place));
    case ToolSource::Kind::recording:
      return read_recording(suite.tool.place);
    case ToolSource::Kind::known:
      return read_known(suite);
    case ToolSource::Kind::command:
      break;
  }
  return command_tool(suite.tool.place);
}

}  // namespace

ToolSource tool_source(const std::string& words) {
  using Kind = ToolSource::Kind;
  std::error_code unknown;
  if (is_program(words)) refuse_program(words);
  if (std::filesystem::status(words, unknown).type() != std::filesystem::file_type::not_found)
    return {Kind::description, words};
  if (known_tool(words)) return {Kind::known, words};
  if (words.find(' ') != words.npos || words.find("{prompt}") != words.npos) return {Kind::command, words};
  throw Error(Problem{.where = {words, 0},
                      .what = "is neither a file nor the name of a known tool",
                      .next = "name a tool description (docs/tool-contract.md), write a command line "
                              "(--tool '" +
                              words + " {prompt}'), or use --recorded FILE"});
}

bool is_program(const std::filesystem::path& file) {
  std::error_code unknown;
  if (!std::filesystem::is_regular_file(file, unknown)) return false;  // a pipe can be read only once
  std::string start(4, '\0');
  std::ifstream(file).read(start.data(), 4);
  const bool may_run = ::access(file.c_str(), X_OK) == 0;
  return start.starts_with("#!") || start == "\177ELF" || (may_run && start.find('{') == start.npos);
}

// Accepts literal words only: the program is started without a shell.
std::vector<std::string> program_words(const std::string& text) {
  const auto parsed = shell::parse(text);
  const auto* command = shell::only_command(parsed.tree);
  const auto* simple = command ? std::get_if<shell::SimpleCommand>(&command->node) : nullptr;
  std::vector<std::string> words;
  if (simple && simple->assignments.empty() && command->redirects.empty())
    for (const auto& word : simple->words)
      if (auto literal = shell::literal_value(word)) words.push_back(*std::move(literal));
  if (!words.empty() && words.size() == simple->words.size()) return words;
  throw Error(
      Problem{.where = {},
              .what = "\"" + text + "\" is more than a program and its arguments",
              .next = "put it into sh -c '…' (with sh {prompt} behind it where it is a tool), or describe "
                      "the tool in a file (docs/tool-contract.md)"});
}

Tool read_suite_tool(const Suite& suite) {
  Tool tool = read_source(suite);
  if (auto* program = std::get_if<Program>(&tool.how); program && suite.timeout)
    program->limits.timeout = *suite.timeout;
  return tool;
}

std::chrono::milliseconds timeout_of(const Suite& suite, const Tool& tool) {
  const auto* program = std::get_if<Program>(&tool.how);
  return program ? program->limits.timeout : suite.timeout.value_or(ProcessLimits{}.timeout);
}

Backends backends_at(const std::vector<std::filesystem::path>& table_places, LikenessPlace model,
                     const std::filesystem::path& store, std::optional<JudgeService> judge,
                     const WorldTerms& worlds) {
  Backends backends{.lab = std::make_shared<behaviour::Lab>(
                        behaviour::LabOptions{.userland = worlds.userland, .time = worlds.timeout})};
  if (!table_places.empty()) backends.tables = std::make_shared<const DeferredTables>(table_places);
  if (judge)
    backends.judge = std::make_shared<Judge>(
        *std::move(judge), store.empty() ? nullptr : std::make_shared<StoredReplies>(store));
  if (!model.names_model()) return backends;
  if (!store.empty()) model.vectors = std::make_shared<StoredVectors>(store);
  backends.likeness = std::make_shared<Likeness>(std::move(model));
  return backends;
}

}  // namespace assay
