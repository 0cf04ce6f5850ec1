// SPDX-License-Identifier: Apache-2.0
// The member "chat" of a tool description.
#pragma once

#include <string>
#include <vector>

#include "assay/internal/json.h"
#include "assay/tool.h"

namespace assay::tool {

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
