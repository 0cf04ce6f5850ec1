// SPDX-License-Identifier: Apache-2.0
// Converts a tool description in JSON to a Tool.
#pragma once

#include <string>
#include <vector>

#include "assay/internal/json.h"
#include "assay/tool.h"

namespace assay::tool {

// For a description with "like", adds the members that it lacks from the ready description of that name; in
// `env` and `chat`, member by member. Returns any other description unchanged. Throws Error if there is no
// ready description of that name.
JsonValue completed(JsonValue description, const std::string& file);

// Throws Error with all faults of the description. `file` is the file it was read from: for messages, and as
// the base of relative paths.
Tool tool_from(const JsonValue& description, const std::string& file);

// REQUIRES: it conforms to the schema.
Chat chat_of(const JsonValue& written);

// Checks what the schema cannot express, in a description with "chat".
std::vector<Problem> chat_problems(const JsonValue& description, const Chat& chat, const std::string& file);

// The default limits of a chat description. A server may first have to load its model.
ProcessLimits limits_of_chat();
// Models print thoughts, fences and markup.
inline const std::vector<Strip> kStripsOfMessages = {Strip::think, Strip::fences, Strip::prompt_sign,
                                                     Strip::inline_code};

}  // namespace assay::tool
