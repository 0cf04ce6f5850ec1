// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/suite.h"

#include <algorithm>

#include "assay/internal/behaviour.h"
#include "assay/internal/shell.h"
#include "assay/internal/stored_replies.h"
#include "assay/internal/stored_vectors.h"
#include "assay/internal/utilities.h"
#include "assay/internal/word.h"

namespace assay {
namespace {

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
                     const std::filesystem::path& store, std::optional<JudgeService> judge) {
  Backends backends{.lab = std::make_shared<behaviour::Lab>()};
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
