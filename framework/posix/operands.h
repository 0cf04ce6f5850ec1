// SPDX-License-Identifier: Apache-2.0
// Checks what options and operands say in a utility's own language: sizes, formats, patterns, scripts.
#pragma once

#include <span>

#include "assay/internal/invocation.h"
#include "call.h"

namespace assay::posix {

// `words` are the name and arguments that were read as `parsed`.
void judge_operands(const ParsedInvocation& parsed, std::span<const ReadWord> words, Findings& findings);

}  // namespace assay::posix
