// SPDX-License-Identifier: Apache-2.0
// How near a run's commands came to accepted ones, as rows shared by Markdown and HTML.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "assay/summary.h"

namespace assay {

struct NearnessRow {
  std::string_view name;  // as in metrics.json
  std::string mean;
  std::size_t n = 0;  // number of commands
};

// In the table's order; empty if no command has such figures.
std::vector<NearnessRow> nearness_rows(const Summary& summary);

}  // namespace assay
