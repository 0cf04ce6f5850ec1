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

}  // namespace

ProcessSpec invocation(const Program& program, const Case& asked) {
  ProcessSpec spec;
  for (const std::string& element : program.argv) spec.argv.push_back(with_prompt(element, asked.prompt));
  spec.env = program.env;
  spec.cwd = program.cwd;
  if (program.prompt_on_stdin) spec.input = asked.prompt;
  spec.limits = program.limits;
  if (asked.timeout) spec.limits.timeout = *asked.timeout;
  return spec;
}

}  // namespace assay
