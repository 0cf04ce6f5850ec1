// SPDX-License-Identifier: Apache-2.0
// How near a run's commands came to accepted ones, as rows that Markdown and HTML share.
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
  std::size_t n = 0;  // commands that it is over
};

// In the table's order; empty where no command has any.
std::vector<NearnessRow> nearness_rows(const Summary& summary);

}  // namespace assay
