// SPDX-License-Identifier: Apache-2.0
// A comparison of two runs as text: JSON for programs, Markdown for reviews, a table for terminals.
//
// Pure functions of the report: the same report gives the same bytes. Names and notes from datasets and tools
// can neither break a table nor control a terminal. The JSON form is described in docs/compare-format.md.
#pragma once

#include <optional>
#include <string>

#include "assay/compare.h"
#include "assay/internal/difference.h"

namespace assay {

struct CompareTextOptions {
  std::optional<GateVerdict> gate;  // empty: no gate was requested, none is shown
  Colour colour = Colour::none;     // for the terminal form
  std::size_t columns = 0;          // of the terminal; 0: unlimited
  std::size_t most_queries = 100;   // per kind, in Markdown and on the terminal; the rest are only counted
};

// One object, indented by two spaces, with a final newline.
std::string to_json(const CompareReport& report, const CompareTextOptions& options = {});

// GitHub-flavoured: the differences, the table of metrics, the cases that changed.
std::string render_report_md(const CompareReport& report, const CompareTextOptions& options = {});

// compare.html: a self-contained file, like report.html (docs/html-report.md).
std::string render_report_html(const CompareReport& report, const CompareTextOptions& options = {});

std::string render_report_text(const CompareReport& report, const CompareTextOptions& options = {});

}  // namespace assay
