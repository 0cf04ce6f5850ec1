// SPDX-License-Identifier: Apache-2.0
// The reports of a run whose rows are read from where they are stored (assay/run_reports.h takes a run in
// memory). Two of the formats have headers of their own: junit.h and console.h.
#pragma once

#include <cstddef>
#include <filesystem>
#include <iosfwd>
#include <string>

#include "assay/internal/run_rows.h"
#include "assay/internal/run_view.h"
#include "assay/result.h"
#include "assay/run_reports.h"

namespace assay {

// Like write_run_reports of a Run; returns the view built from the rows, for the console. The rows are read
// twice, with only a few in memory at a time.
RunView write_run_reports(const RunRows& rows, const std::filesystem::path& folder,
                          const RunReportOptions& options = {}, const ViewOptions& view = {});

// A line of results.jsonl, which has one per attempt, in the run's order (docs/run-format.md).
void write_result(std::ostream& out, const Result& result);

// A line of per_query.jsonl, the metrics' input from queries. Writes nothing for the result of a command.
void write_query(std::ostream& out, const Result& result);

// report.md: a run as GitHub-flavoured Markdown.
struct MarkdownOptions {
  std::filesystem::path root;    // files inside it are named relative to it
  std::size_t max_misses = 200;  // shown in full; the rest are only counted
  std::string picture = {};      // the file beside it with the accuracy chart; empty: none
};

// The tool's output cannot end a code block, break a table or become a link or an element.
void write_markdown(std::ostream& out, const RunView& view, const MarkdownOptions& options = {});

// report.html: a run in a browser, as one self-contained file that needs no server.

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
