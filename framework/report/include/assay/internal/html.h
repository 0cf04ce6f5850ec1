// SPDX-License-Identifier: Apache-2.0
// report.html: a run in a browser, as one self-contained file that needs no server.
#pragma once

#include <cstddef>
#include <iosfwd>

#include "assay/internal/run_rows.h"
#include "assay/internal/run_view.h"

namespace assay {

// Limits that keep a page small enough to open and send; the page states what was left out.
struct PageLimits {
  std::size_t cases = 200'000;     // in larger runs, passes are left out altogether
  std::size_t listed = 1'000'000;  // limit on the cases that a page lists, whatever their result
  // Bytes of details as written: beyond the first, passes get no details; beyond the second, no case does.
  std::size_t passed_detail_bytes = std::size_t{48} << 20;
  std::size_t detail_bytes = std::size_t{64} << 20;
};

// The tool's output is treated as data, never as markup or script (docs/html-report.md). The rows are read
// once, with only a few in memory at a time. The same run gives the same bytes.
void write_html(std::ostream& out, const RunView& view, const RunRows& rows, const PageLimits& limits = {});

}  // namespace assay
