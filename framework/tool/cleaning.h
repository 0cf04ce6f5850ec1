// SPDX-License-Identifier: Apache-2.0
// Removes what tools print around an answer.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "assay/tool.h"

namespace assay::tool {

bool strips(const Program& program, Strip what);

// Removes terminal escape sequences: CSI, OSC and the two-byte ones of ECMA-48.
std::string without_escapes(std::string_view text);

// Removes a model's thoughts: <think>…</think>. Without an end they extend to the end of the text, without a
// beginning from its start.
std::string without_thoughts(std::string_view text);

// The fenced blocks of Markdown in a text, without their fences; the last one may be unterminated.
std::vector<std::string_view> fenced_blocks(std::string_view text);

// Removes "$ " from every line that begins with it, if the first line does.
std::string without_prompt_signs(std::string_view text);

// The contents of back quotes that are the text's first and last byte, and the only ones; else the text.
std::string_view without_inline_code(std::string_view text);

}  // namespace assay::tool
