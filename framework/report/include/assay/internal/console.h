// SPDX-License-Identifier: Apache-2.0
// A run on a terminal, and one result in a failure message.
//
// Whatever the tool printed is indented behind "    | " and stripped of control characters: it can neither
// steer the terminal nor begin a line.
#pragma once

#include <iosfwd>
#include <string>

#include "assay/internal/difference.h"
#include "assay/internal/run_view.h"
#include "assay/result.h"

namespace assay {

struct ConsoleOptions {
  Colour colour = Colour::none;
  std::size_t columns = 0;      // of the terminal; 0: no end
  std::string folder;           // where the reports are; empty: not said
  std::size_t max_misses = 50;  // shown in full; the rest is counted
  // How misses are run again: one CTest test a case, or not said.
  enum class Rerun { ctest_by_name, none } rerun = Rerun::ctest_by_name;
};

// Accuracy with its interval, the three counts, short tables, a line "dataset.json:16: error: score 0.00 <
// 0.80 …" a miss ("warning: MISS …" where the gate tolerates it) with the difference, what was not measured,
// and where to go on.
void write_console(std::ostream& out, const RunView& view, const ConsoleOptions& options = {});
void write_console(std::ostream& out, const Run& run, const ConsoleOptions& options = {});

// What standard output shows: colours where it is a terminal that has them and NO_COLOR is not set.
Colour terminal_colour();
// How many columns standard output has; 0: it is no terminal, and lines have no end.
std::size_t terminal_columns();

// What a failure shows under its headline: the prompt, both commands and their difference, evidence, or how
// the tool ended and what it wrote to stderr. Indented lines, each ending in a newline.
std::string describe(const Result& result, Colour colour = Colour::none);

}  // namespace assay
