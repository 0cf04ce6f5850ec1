#include "assay/internal/suite.h"

namespace assay {
namespace {

Tool read_known(const Suite& suite) {
  if (auto known = known_tool(suite.tool.place)) return *std::move(known);
  throw Error(Problem{.where = {suite.file.string(), 0},
                      .what = "no ready description of the tool \"" + suite.tool.place + "\"",
                      .next = "name another one, or describe the tool in a file (docs/tool-contract.md)"});
}

Tool read_source(const Suite& suite) {
  switch (suite.tool.kind) {
    case ToolSource::Kind::description:
      return read_tool(std::filesystem::path(suite.tool.place));
    case ToolSource::Kind::recording:
      return read_recording(suite.tool.place);
    case ToolSource::Kind::known:
      break;
  }
  return read_known(suite);
}

}  // namespace

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

OwnTables tables_at(const std::vector<std::filesystem::path>& places) {
  return places.empty() ? nullptr : std::make_shared<const DeferredTables>(places);
}

}  // namespace assay
