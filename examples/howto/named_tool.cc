#include "named_tool.h"

#include <algorithm>

namespace assay::howto {
namespace {

// Whether `name` stands where a word of a command line does.
bool runs(std::string_view command, std::string_view name) {
  constexpr std::string_view kEnds = " |;&()'";
  for (auto at = command.find(name); at != command.npos; at = command.find(name, at + 1)) {
    const auto end = at + name.size();
    const bool starts = at == 0 || kEnds.find(command[at - 1]) != kEnds.npos;
    if (starts && (end == command.size() || kEnds.find(command[end]) != kEnds.npos)) return true;
  }
  return false;
}

}  // namespace

void find_tools(Request& request, const Words& words) {
  const auto word = [&](std::size_t at) {
    return at < request.tokens.size() ? std::string_view(request.tokens[at].lower) : std::string_view();
  };
  for (std::size_t at = 0; at < request.tokens.size(); ++at) {
    const auto tool = words.tools.find(std::string(word(at)));
    if (tool == words.tools.end()) continue;
    const auto before = word(at - 1);
    const auto after = word(at + 1);
    const bool named = before == "with" || before == "using" || before == "use" || before == "via" ||
                       before == "run" ||
                       ((before == "the" || before.empty()) &&
                        (after == "command" || after == "utility" || after == "tool"));
    const bool service =
        after == "server" || after == "service" || after == "process" || after == "directory";
    if (service || (tool->second.plain_word && !named)) continue;
    request.tools.push_back(at);
  }
}

ToolUse tool_use(const Request& request, std::string_view command, const Words& words) {
  if (request.tools.empty()) return ToolUse::NoneNamed;
  const bool all = std::ranges::all_of(request.tools, [&](std::size_t at) {
    const auto& tool = words.tools.at(request.tokens[at].lower);
    return std::ranges::any_of(tool.programs, [&](const auto& program) { return runs(command, program); });
  });
  return all ? ToolUse::Used : ToolUse::Missing;
}

}  // namespace assay::howto
