// SPDX-License-Identifier: Apache-2.0
// report.html: a run in a browser. One file that loads nothing and needs no server.
#pragma once

#include <cstddef>
#include <iosfwd>

#include "assay/internal/run_rows.h"
#include "assay/internal/run_view.h"

namespace assay {

// What keeps a page small enough to be opened and sent; it says what it leaves out.
struct PageLimits {
  std::size_t cases = 200'000;     // of a run of more, what passed is left out altogether
  std::size_t listed = 1'000'000;  // no page lists more, whatever came out
  // Bytes of details, as they are written: once so many are, what passed goes without, and then the others.
  std::size_t passed = std::size_t{48} << 20;
  std::size_t all = std::size_t{64} << 20;
};

// Whatever a tool printed is data in it: neither markup nor script (docs/html-report.md). The rows are read
// once, and few of them are in memory at a time. The same run gives the same bytes.
void write_html(std::ostream& out, const RunView& view, const RunRows& rows, const PageLimits& limits = {});

}  // namespace assay
