// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <algorithm>

#include "assay/tool.h"

namespace assay {
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
  if (program.prompt_on_stdin) spec.input = asked.prompt;
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
}

}  // namespace assay
