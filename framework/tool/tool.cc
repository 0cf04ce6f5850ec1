// SPDX-License-Identifier: Apache-2.0
#include "assay/tool.h"

#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "assay/internal/json.h"
#include "assay/internal/text.h"
#include "description.h"

namespace assay {

extern const std::string_view known_tools;

namespace {

constexpr std::string_view kPlaceholder = "{prompt}";

// The names of this program's environment variables that a tool does not get.
std::vector<std::string> withheld(const Inheritance& inherit) {
  std::vector<std::string> names;
  if (inherit.what == Inheritance::What::all) return names;
  for (char** variable = environ; *variable; ++variable) {
    const std::string_view pair = *variable;
    const std::string_view name = pair.substr(0, pair.find('='));
    const bool is_named = std::ranges::find(inherit.names, name) != inherit.names.end();
    if (name != "PATH" && !is_named) names.emplace_back(name);
  }
  return names;
}

void set_variable(ProcessSpec& spec, const std::string& name, const std::string& value) {
  const auto known = std::ranges::find(spec.env, name, &std::pair<std::string, std::string>::first);
  if (known == spec.env.end())
    spec.env.emplace_back(name, value);
  else
    known->second = value;
}

ProcessSpec surroundings(const Program& program) {
  ProcessSpec spec;
  spec.env = program.env;
  spec.unset = withheld(program.inherit);
  spec.cwd = program.cwd;
  spec.limits = program.limits;
  return spec;
}

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

Tool described_in(const std::filesystem::path& file, Tool tool) {
  tool.description = file;
  return tool;
}

}  // namespace

// In one pass over the template.
std::string with_prompt(std::string_view text, std::string_view prompt) {
  std::string result;
  for (;;) {
    const std::size_t at = text.find(kPlaceholder);
    result += text.substr(0, at);
    if (at == std::string_view::npos) return result;
    result += prompt;
    text.remove_prefix(at + kPlaceholder.size());
  }
}

ProcessSpec invocation(const Program& program, const Case& asked) {
  ProcessSpec spec = surroundings(program);
  for (const std::string& element : program.argv) spec.argv.push_back(with_prompt(element, asked.prompt));
  for (const auto& [name, value] : asked.own->env) set_variable(spec, name, value);
  if (program.prompt_on_stdin)
    spec.input = asked.prompt;
  else if (!program.input.empty())
    spec.input = with_prompt(program.input, asked.prompt);
  if (asked.own->timeout) spec.limits.timeout = *asked.own->timeout;
  return spec;
}

ProcessSpec fixture_invocation(const Program& program, const std::vector<std::string>& command) {
  ProcessSpec spec = surroundings(program);
  spec.argv = command;
  spec.limits.timeout = program.fixture.limit;
  return spec;
}

void set_home(ProcessSpec& spec, const std::filesystem::path& home) {
  for (const char* folder :
       {"XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR", "XDG_STATE_HOME"}) {
    spec.unset.emplace_back(folder);
    std::erase_if(spec.env, [&](const auto& variable) { return variable.first == folder; });
  }
  set_variable(spec, "HOME", home.string());
  const auto is_temporary = [](const auto& variable) { return variable.first == "TMPDIR"; };
  if (std::ranges::none_of(spec.env, is_temporary)) set_variable(spec, "TMPDIR", home.string());
}

void furnish_home(const Program& program, const std::filesystem::path& home) {
  for (const auto& [name, content] : program.files) {
    const auto file = home / name;
    std::error_code error;
    if (std::filesystem::exists(file, error)) continue;
    std::filesystem::create_directories(file.parent_path(), error);  // if it fails, so does writing
    write_file_atomically(file, content);
  }
}

// Ready descriptions of existing tools.

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

Tool read_tool(const std::filesystem::path& file) {
  return described_in(file, tool::tool_from(tool::completed(read_json(file), file.string()), file.string()));
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
