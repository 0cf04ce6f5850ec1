// SPDX-License-Identifier: Apache-2.0
// A run for a terminal, and one result for a failure message.
//
// The tool's output is indented behind "    | " and stripped of control characters: it can neither control
// the terminal nor begin a line.
#pragma once

#include <iosfwd>
#include <string>

#include "assay/internal/difference.h"
#include "assay/internal/run_view.h"
#include "assay/result.h"

namespace assay {

struct ConsoleOptions {
  Colour colour = Colour::none;
  std::size_t columns = 0;      // of the terminal; 0: unlimited
  std::string folder;           // of the reports; empty: not shown
  std::size_t max_misses = 50;  // shown in full; the rest are only counted
  // How to rerun misses: one CTest test per case, or not shown.
  enum class Rerun { ctest_by_name, none } rerun = Rerun::ctest_by_name;
};

// Accuracy with its interval, the three counts, short tables, then per miss a line "dataset.json:16: error:
// score 0.00 < 0.80 …" ("warning: MISS …" if the gate tolerates it) with the difference, then the unmeasured
// cases, and how to continue.
void write_console(std::ostream& out, const RunView& view, const ConsoleOptions& options = {});

// Colours for standard output: used if it is a terminal that supports them and NO_COLOR is not set.
Colour terminal_colour();
// The number of columns of standard output; 0: not a terminal, lines are unlimited.
std::size_t terminal_columns();

// The text under the headline of a failure: the prompt, both commands and their difference, evidence, or how
// the tool ended and its standard error. Indented lines, each ending in a newline.
std::string describe(const Result& result, Colour colour = Colour::none);

}  // namespace assay
