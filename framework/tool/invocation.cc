#include <unistd.h>

#include <algorithm>

#include "assay/tool.h"

namespace assay {
namespace {

constexpr std::string_view kPlaceholder = "{prompt}";

// One pass over the template: a placeholder inside the prompt is text.
std::string with_prompt(std::string_view element, std::string_view prompt) {
  std::string result;
  for (;;) {
    const std::size_t at = element.find(kPlaceholder);
    result += element.substr(0, at);
    if (at == std::string_view::npos) return result;
    result += prompt;
    element.remove_prefix(at + kPlaceholder.size());
  }
}

// The names of this program's environment that a tool does not get.
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

}  // namespace

ProcessSpec invocation(const Program& program, const Case& asked) {
  ProcessSpec spec;
  for (const std::string& element : program.argv) spec.argv.push_back(with_prompt(element, asked.prompt));
  spec.env = program.env;
  spec.unset = withheld(program.inherit);
  spec.cwd = program.cwd;
  if (program.prompt_on_stdin) spec.input = asked.prompt;
  spec.limits = program.limits;
  if (asked.timeout) spec.limits.timeout = *asked.timeout;
  return spec;
}

}  // namespace assay
