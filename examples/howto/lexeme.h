// What a single written word is by its spelling alone: a path, a host, a size…
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "request.h"

namespace assay::howto {

std::string lower_case(std::string_view text);

// The dash of "10-20", nothing for any other word.
std::optional<std::size_t> number_range_dash(std::string_view word);

// A span with kind, value and amount set; nothing for an ordinary word.
std::optional<Span> classify(std::string_view word, const Words& words);

}  // namespace assay::howto
