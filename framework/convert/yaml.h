// SPDX-License-Identifier: Apache-2.0
// A strict subset of YAML: one document in which every value keeps its line and its text as written.
#pragma once

#include <string>
#include <string_view>

#include "node.h"

namespace assay::convert {

// A block scalar (| or >) loses its single final newline. Plain scalars stay text: `no`, `0755` and 1.10 keep
// their spelling, and Node::number() and Node::boolean() convert them on request. Throws Error with file and
// line for invalid YAML and for constructs that make a file mean something other than it appears to: anchors
// and aliases, merge keys, tags except !!str, duplicate keys, a second document, a byte order mark, more than
// 64 levels.
Node read_yaml(std::string_view text, const std::string& file);

}  // namespace assay::convert
