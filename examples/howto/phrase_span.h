// Spans that take more than one word to see: "10 MB", "log files", "the logs directory", "directory named
// logs".
#pragma once

#include <optional>
#include <vector>

#include "request.h"

namespace assay::howto {

// The span that starts at token `at`, as long as possible; nothing for a stop-word.
std::optional<Span> span_at(const std::vector<Token>& tokens, std::size_t at, const Words& words);

}  // namespace assay::howto
