// SPDX-License-Identifier: Apache-2.0
// The rules as the tables of docs/equivalence.md.
#pragma once

#include <string>

namespace assay {

// From the comment that begins them to the one that ends them, with a newline behind each line.
std::string rules_markdown();

}  // namespace assay
