// The utility that a request names: "with curl", "use awk to".
#pragma once

#include <string_view>

#include "request.h"

namespace assay::howto {

// Fills in `request.tools`.
void find_tools(Request& request, const Words& words);

// How the command stands to the utilities that the request names: uses them all, leaves one out, or none is
// named.
enum class ToolUse { NoneNamed, Used, Missing };
ToolUse tool_use(const Request& request, std::string_view command, const Words& words);

}  // namespace assay::howto
