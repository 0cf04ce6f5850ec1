// SPDX-License-Identifier: Apache-2.0
// Suites as GoogleTest tests.
//
// assay_add_suite() needs no C++ at all. A suite with custom graders or reports lists one source
// file in SOURCES, which defines `assay::extensions()`; main() comes with the library.
//
//   #include <assay/gtest.h>
//
//   assay::Verdict no_sudo(const assay::Case&, const assay::Answer& answer);
//   void write_mine(const assay::Run&, std::ostream&);
//
//   assay::Extensions assay::extensions() {
//     return {.levels = {{"no_sudo", no_sudo}}, .reporters = {{"mine.txt", write_mine}}};
//   }
//
#pragma once

#include "assay/extensions.h"

namespace assay {

// Defined by the suite's own source (the ready runner defines an empty one).
Extensions extensions();

// The body of main(): registers the suite's cases with GoogleTest and runs them, or performs the task named
// by the --assay_… arguments (docs/architecture.md). Catches Error: prints it and returns 2. Returns 0 only
// if no selected case is red and, if the whole suite ran, the gate held; a skipped case is not red.
int suite_main(int argc, char** argv, const Extensions& extensions);

}  // namespace assay
