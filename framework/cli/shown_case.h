// SPDX-License-Identifier: Apache-2.0
// Shows one case of a run in full.
#pragma once

#include <iosfwd>
#include <string_view>

#include "assay/internal/difference.h"
#include "assay/result.h"

namespace assay::cli {

// Whether the name means this case: dataset/id, dataset.name as in test names, or its id.
bool is_called(const Case& asked, std::string_view name);

// Writes one attempt: what was asked and accepted, the answer and how it differs, every verdict in order with
// its evidence, how the tool ended and all of its output. The tool's output is indented and made printable.
void write_case(std::ostream& out, const Result& result, Colour colour);

}  // namespace assay::cli
