// SPDX-License-Identifier: Apache-2.0
// One case of a run, whole.
#pragma once

#include <iosfwd>
#include <string_view>

#include "assay/internal/difference.h"
#include "assay/result.h"

namespace assay::cli {

// Whether somebody means this case: by dataset/id, by dataset.name as tests are called, or by its id.
bool is_called(const Case& asked, std::string_view name);

// An attempt: what was asked and accepted, what was answered and how it differs, every verdict in order with
// its evidence, how the tool ended and all that it printed. Whatever the tool printed is indented and
// printable.
void write_case(std::ostream& out, const Result& result, Colour colour);

}  // namespace assay::cli
