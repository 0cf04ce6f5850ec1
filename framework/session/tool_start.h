// SPDX-License-Identifier: Apache-2.0
// The fault of a tool that could not be started for any case.
#pragma once

#include <filesystem>
#include <optional>

#include "assay/error.h"
#include "assay/internal/run_view.h"

namespace assay {

// Names the program at its line in the tool's description, which is where the fault is: the report only has
// the lines of the cases. None if any case could be asked, or ended otherwise. `description`: the file; empty
// if the tool has none. Throws nothing: a description that cannot be read any more is named without a line.
std::optional<Problem> start_fault(const std::filesystem::path& description, const RunView& view);

}  // namespace assay
