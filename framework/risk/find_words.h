// SPDX-License-Identifier: Apache-2.0
// What a call of find hands to the command that it, or xargs behind it, runs.
#pragma once

#include <vector>

#include "call.h"

namespace assay::risk {

// What find hands to rm is everything in its folders, as if rm were told to go into them.
void hand_roots(const Call& find, std::vector<shell::Word>& inner);

// The words of find's -exec: as if its command were called with the folders themselves where no test before
// it lets most be. Empty where it runs nothing, and of other utilities.
std::vector<shell::Word> executed_words(const Call& find, const std::vector<shell::Word>& words);

}  // namespace assay::risk
