// SPDX-License-Identifier: Apache-2.0
// Prints the summary of one run on standard output.
#pragma once

#include <filesystem>

#include "assay/internal/run_view.h"

namespace assay::cli {

// Text, or metrics.json (docs/run-format.md) with the metrics of retrieval queries as its member "retrieval"
// and the people's labels of the answers as "labels".
void print_run(const RunView& view, bool json, const std::filesystem::path& folder = {});

}  // namespace assay::cli
