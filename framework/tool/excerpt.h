// SPDX-License-Identifier: Apache-2.0
// A short, safe piece of what a tool printed, for messages of one line.
#pragma once

#include <string>
#include <string_view>

namespace assay::tool {

// The beginning of `bytes` without leading blanks, at most 100 bytes of it, escaped as one_line does and in
// back quotes; "…" where more followed.
std::string excerpt(std::string_view bytes);

// The same of the last line that is not blank; empty where there is none.
std::string last_line_excerpt(std::string_view bytes);

}  // namespace assay::tool
