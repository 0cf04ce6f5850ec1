// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/reread.h"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "assay/error.h"

namespace assay {
namespace {

using RecordedJson = nlohmann::ordered_json;

Answer answer_in(const Program& program, const std::string& text) {
  ProcessResult printed{.end = ProcessEnd::exited, .exit_code = 0};
  printed.out = {.head = text, .tail = {}, .total = text.size()};
  return read_answer(program, std::move(printed));
}

void reread(RecordedJson& line, const Program& program) {
  const std::string text = line.at("answer");
  const Answer answer = answer_in(program, text);
  line.erase("answer");
  line["stdout"] = text;
  if (answer.ending == Ending::answered) {
    line["answer"] = answer.command;
    if (answer.blocked) line["blocked"] = *answer.blocked;
  } else if (answer.ending == Ending::refused) {
    line["refused"] = answer.detail;
  } else {
    line["ending"] = to_string(answer.ending);
    line["detail"] = answer.detail;
  }
}

}  // namespace

Tool reader_named(const std::string& name) {
  auto tool = known_tool(name);
  if (!tool) {
    if (std::error_code unknown; !std::filesystem::exists(name, unknown))
      throw Error({name, 0}, "is neither a file nor the name of a known tool",
                  "name a tool's description, or one that assay tools lists");
    tool = read_tool(name);
  }
  const auto* program = std::get_if<Program>(&tool->how);
  if (program == nullptr || std::holds_alternative<RetrievalPointers>(program->answer))
    throw Error({name, 0}, "does not answer with commands", "name the description of a tool that does");
  return *std::move(tool);
}

std::string as_printed_by(const Tool& tool, const std::string& lines) {
  std::string all;
  std::istringstream rest(lines);
  for (std::string text; std::getline(rest, text);) {
    RecordedJson line = RecordedJson::parse(text);
    if (line.contains("answer") && !line.contains("hits")) reread(line, std::get<Program>(tool.how));
    all += line.dump() + "\n";
  }
  return all;
}

}  // namespace assay
