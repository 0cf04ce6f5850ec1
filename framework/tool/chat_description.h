// SPDX-License-Identifier: Apache-2.0
// The member "chat" of a tool description.
#pragma once

#include <string>
#include <vector>

#include "assay/internal/json.h"
#include "assay/tool.h"

namespace assay::tool {

// REQUIRES: it keeps to the schema.
Chat chat_of(const JsonValue& written);

// What the schema cannot say, of a description that has one.
std::vector<Problem> chat_problems(const JsonValue& description, const Chat& chat, const std::string& file);

// Where a description does not say otherwise. A server may have to load its model first.
ProcessLimits limits_of_chat();
// Models think, fence and mark up.
inline const std::vector<Strip> kStripsOfMessages = {Strip::think, Strip::fences, Strip::prompt_sign,
                                                     Strip::inline_code};

}  // namespace assay::tool
