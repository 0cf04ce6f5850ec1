// The fast way in: builds cases straight from the text, and takes exactly what the schema allows.
#pragma once

#include <string_view>

#include "draft.h"

namespace assay {

// Fills `draft` but for Dataset::file and sha256. False, with `draft` in any state, where the text breaks the
// schema in any way; diagnose() then says how. REQUIRES: valid UTF-8 without NUL.
bool read_draft(std::string_view text, const std::string& file, Draft& draft);

// One case and nothing else; Case::where and dataset are left empty.
bool read_case(std::string_view text, Case& result);

}  // namespace assay
