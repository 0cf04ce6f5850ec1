// SPDX-License-Identifier: Apache-2.0
// The rules as the tables of docs/equivalence.md.
#pragma once

#include <string>

namespace assay {

// From the comment that opens the tables to the one that closes them; each line ends in a newline.
std::string rules_markdown();

}  // namespace assay
