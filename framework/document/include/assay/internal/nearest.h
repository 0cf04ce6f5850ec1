// SPDX-License-Identifier: Apache-2.0
// "Did you mean …?"
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay {

// The known word that `word` is most likely a misspelling of: the smallest edit distance (insert, delete,
// replace, swap neighbours), at most a third of the longer word's length or 1; case is ignored. Empty if none
// is near.
std::string nearest(std::string_view word, const std::vector<std::string>& known);

}  // namespace assay
