// SPDX-License-Identifier: Apache-2.0
// A short, safe excerpt of a tool's output, for messages of one line.
#pragma once

#include <string>
#include <string_view>

namespace assay::tool {

// The beginning of `bytes` without leading blanks, at most 100 bytes, escaped as by one_line and in back
// quotes; "…" if there is more.
std::string excerpt(std::string_view bytes);

// The same for the last line that is not blank; empty if there is none.
std::string last_line_excerpt(std::string_view bytes);

}  // namespace assay::tool
