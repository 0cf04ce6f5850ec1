// The fast way in for golden queries; the same promises as reader.h makes for commands.
#pragma once

#include <string_view>

#include "draft.h"

namespace assay {

// REQUIRES: valid UTF-8 without NUL.
bool read_golden_draft(std::string_view text, const std::string& file, Draft& draft);

// One query and nothing else; Case::where and dataset are left empty.
bool read_query(std::string_view text, Case& result);

}  // namespace assay
