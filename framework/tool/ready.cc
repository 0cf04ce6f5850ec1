// SPDX-License-Identifier: Apache-2.0
// Ready descriptions of existing tools.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "assay/internal/json.h"
#include "assay/internal/nearest.h"
#include "assay/internal/text.h"
#include "assay/tool.h"
#include "description.h"

namespace assay {

extern const std::string_view known_tools;

namespace {

constexpr const char* kFile = "known_tools.json";

const JsonValue& ready() {
  static const JsonValue tools = parse_json(known_tools, kFile);
  return tools;
}

const JsonValue* find_ready(std::string_view name) {
  for (const JsonValue& tool : *ready().array())
    if (*tool.find("name")->string() == name) return &tool;
  return nullptr;
}

Error no_such_tool(const std::string& name, const SourceLine& where) {
  std::vector<std::string> names;
  for (const ReadyTool& each : ready_tools()) names.push_back(each.name);
  const std::string near = nearest(name, names);
  std::string all;
  for (const std::string& each : names) all += (all.empty() ? "" : ", ") + each;
  return Error(Problem{where, "/like", "there is no ready description \"" + one_line(name) + "\"",
                       near.empty() ? "the ready ones are " + all : "did you mean \"" + near + "\"?"});
}

}  // namespace

std::optional<Tool> known_tool(std::string_view name) {
  const JsonValue* found = find_ready(name);
  return found ? std::optional(tool::tool_from(*found, kFile)) : std::nullopt;
}

std::vector<ReadyTool> ready_tools() {
  std::vector<ReadyTool> tools;
  for (const JsonValue& each : *ready().array())
    tools.push_back({*each.find("name")->string(), *each.find("description")->string()});
  return tools;
}

std::string ready_tool_text(std::string_view name) {
  for (const auto& each : nlohmann::ordered_json::parse(known_tools))
    if (each.at("name") == name) return each.dump(2) + "\n";
  return {};
}

namespace tool {

JsonValue completed(JsonValue description, const std::string& file) {
  const JsonValue* like = description.find("like");
  if (!like || !like->string()) return description;
  const JsonValue* found = find_ready(*like->string());
  if (!found) throw no_such_tool(*like->string(), {file, like->line});
  auto& members = std::get<JsonValue::Object>(description.data);
  std::erase_if(members, [](const auto& member) { return member.first == "like"; });
  for (const auto& [key, value] : *found->object()) {
    const auto own = std::ranges::find(members, key, &JsonValue::Object::value_type::first);
    if (own == members.end()) {
      members.emplace_back(key, value);
    } else if ((key == "env" || key == "chat") && own->second.object()) {
      auto& parts = std::get<JsonValue::Object>(own->second.data);
      for (const auto& part : *value.object())
        if (!own->second.find(part.first)) parts.push_back(part);
    }
  }
  return description;
}

}  // namespace tool
}  // namespace assay
