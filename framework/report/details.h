// One result as text, for every report: a headline and the lines under it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "assay/result.h"

namespace assay {

// "score 0.00 < 0.80 (none): no level matched: …", or "UNMEASURED not_found: …". One line, printable.
std::string headline(const Result& result);

// The prompt and how it was answered. Each line is printable and has no newline; the difference keeps its
// prefixes '-' and '+' in the first column.
std::vector<std::string> details(const Result& result);

// Whether details() shows the end of what a tool printed, and not all of it.
bool is_shown_in_part(std::string_view stream);

// Whether the gate that a run is under lets a miss pass.
bool tolerates_misses(const RunInfo& info);

// "file:line", the file relative to `root` where it is inside.
SourceLine relative(const SourceLine& where, const std::filesystem::path& root);

}  // namespace assay
