// SPDX-License-Identifier: Apache-2.0
// YAML without its surprises: one document whose every value knows its line, as written.
#pragma once

#include <string>
#include <string_view>

#include "node.h"

namespace assay::convert {

// A block scalar (| or >) loses the one newline that it ends in. Plain scalars stay text: `no`, `0755`
// and 1.10 are what they look like, and who wants a number or a boolean asks the node for it. Throws Error
// with file and line for what YAML does not allow, and for what would make a file say other than it seems to:
// anchors and aliases, merge keys, tags but !!str, a key that comes twice, a second document, a byte order
// mark, more than 64 levels.
Node read_yaml(std::string_view text, const std::string& file);

}  // namespace assay::convert
