// SPDX-License-Identifier: Apache-2.0
// One run, on standard output and as an exit status.
#pragma once

#include <filesystem>

#include "assay/internal/run_view.h"

namespace assay::cli {

// For people, or metrics.json (docs/run-format.md), with the metrics of retrieval queries as its member
// "retrieval", and what people say of the answers as "labels".
void print_run(const RunView& view, bool json, const std::filesystem::path& folder = {});

}  // namespace assay::cli
