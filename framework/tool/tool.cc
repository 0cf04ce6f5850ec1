#include "assay/tool.h"

#include "assay/internal/json.h"
#include "description.h"

namespace assay {

extern const std::string_view known_tools;

namespace {

Tool described_in(const std::filesystem::path& file, Tool tool) {
  tool.description = file;
  return tool;
}

}  // namespace

Tool read_tool(const std::filesystem::path& file) {
  return described_in(file, tool::tool_from(read_json(file), file.string()));
}

Tool read_checked_tool(const std::filesystem::path& file) {
  return described_in(file, tool::checked_tool_from(read_json(file), file.string()));
}

std::optional<Tool> known_tool(std::string_view name) {
  const JsonValue tools = parse_json(known_tools, "known_tools.json");
  for (const JsonValue& tool : *tools.array()) {
    if (*tool.find("name")->string() == name) return tool::tool_from(tool, "known_tools.json");
  }
  return std::nullopt;
}

}  // namespace assay
