// SPDX-License-Identifier: Apache-2.0
// Recorded answers that are a model's whole text: fences, thoughts and refusals included.
#pragma once

#include <string>

#include "assay/tool.h"

namespace assay {

// The tool of this name or description, if answers can be read as its output. Throws Error otherwise.
Tool reader_named(const std::string& name);

// `lines` are recorded answers (docs/tool-contract.md). Reads each answer as if that tool had just printed it
// and ended with 0: its `answer`, `strip`, `refusal`, `blocked` and `unavailable` apply. The text stays in
// `stdout`. Lines without an answer are left as they are. REQUIRES: reader_named() returned the tool.
std::string as_printed_by(const Tool& tool, const std::string& lines);

}  // namespace assay
