// The slow way in, for datasets that the fast one refused: everything that is wrong, with lines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "draft.h"

namespace assay {

// All problems of the text in line order, the first hundred of them and a count of the rest. Empty: nothing
// is wrong.
std::vector<Problem> diagnose(std::string_view text, const std::string& file);

// What the checks find in a dataset that was read.
std::vector<Problem> check_draft(const Draft& draft);

}  // namespace assay
