// SPDX-License-Identifier: Apache-2.0
// Taking away what tools print around an answer.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "assay/tool.h"

namespace assay::tool {

bool strips(const Program& program, Strip what);

// Escape sequences of terminals: CSI, OSC and the two-byte ones of ECMA-48.
std::string without_escapes(std::string_view text);

// Thoughts of a model: <think>…</think>. One that does not end takes the rest of the text; one whose
// beginning was not printed takes all before its end.
std::string without_thoughts(std::string_view text);

// The fenced blocks of Markdown in a text, without their fences; the last may lack its end.
std::vector<std::string_view> fenced_blocks(std::string_view text);

// "$ " before the first line, and then before every line that has it.
std::string without_prompt_signs(std::string_view text);

// What stands between back quotes that are the text's first and last byte, and its only two; else the text.
std::string_view without_inline_code(std::string_view text);

}  // namespace assay::tool
