// SPDX-License-Identifier: Apache-2.0
// One result as text, for every report: the lines under its headline.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "assay/result.h"

namespace assay {

// The prompt and how it was answered. Each line is printable and has no newline; the difference keeps its
// prefixes '-' and '+' in the first column.
std::vector<std::string> details(const Result& result);

// Whether details() shows the end of what a tool printed, and not all of it.
bool is_shown_in_part(std::string_view stream);

// "file:line", the file relative to `root` where it is inside.
SourceLine relative(const SourceLine& where, const std::filesystem::path& root);

}  // namespace assay
