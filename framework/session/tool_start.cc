// SPDX-License-Identifier: Apache-2.0
#include "tool_start.h"

#include <string>

#include "assay/internal/json.h"
#include "assay/tool.h"

namespace assay {
namespace {

std::size_t ended(const Summary& summary, Ending ending) {
  const auto found = summary.endings.find(std::string(to_string(ending)));
  return found == summary.endings.end() ? 0 : found->second;
}

int line_of_program(const std::filesystem::path& description) try {
  const JsonValue json = read_json(description);
  const JsonValue* program = json.at_pointer("/argv/0");
  return program == nullptr ? 0 : program->line;
} catch (const Error&) {
  return 0;
}

}  // namespace

std::optional<Problem> start_fault(const std::filesystem::path& description, const RunView& view) {
  const std::size_t cases = view.summary.present;
  const bool is_absent = ended(view.summary, Ending::not_found) >= cases;
  if (cases == 0 || (!is_absent && ended(view.summary, Ending::not_executable) < cases)) return std::nullopt;
  const std::string& program = view.info.tool_path;
  Problem problem;
  if (description.empty())
    problem.where = {program, 0};
  else
    problem.where = {description.string(), line_of_program(description)}, problem.pointer = "/argv/0";
  problem.what = "the tool could not be started for any case: " + program +
                 (is_absent ? " does not exist" : " may not be executed");
  problem.next = is_absent
                     ? "install it or fix the name: a path is relative to the folder of the description, "
                       "and a name without a slash is looked up in PATH"
                     : "chmod +x " + program;
  return problem;
}

}  // namespace assay
