// SPDX-License-Identifier: Apache-2.0
// A run as JUnit XML, well-formed whatever bytes the tool printed. docs/run-format.md describes both
// dialects.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>

#include "assay/internal/run_rows.h"
#include "assay/internal/run_view.h"
#include "assay/result.h"
#include "assay/run_reports.h"

namespace assay {

struct JUnitOptions {
  JUnitDialect dialect = JUnitDialect::rich;
  std::filesystem::path root;  // files inside it are named relative to it
  // The folder with the full streams of cases that the report shows in part (write_run_reports writes them):
  // referenced by [[ATTACHMENT|path]] lines in <system-out>. Empty: none.
  std::filesystem::path attachments;
};

// One <testsuite> per dataset and one <testcase> per case (its last attempt; earlier attempts that did not
// pass are rerun or flaky elements), with the classname "suite.dataset". A miss is a failure under
// Gate::strict, and skipped with "MISS …" if the gate tolerates it. A fault of the harness is an error; a
// missing back end is skipped with "UNMEASURED …". Last comes the suite's own <testsuite> with the <testcase>
// "gate": a failure that names the missed bound, an error if nothing could be read, skipped if cases are
// missing.
void write_junit(std::ostream& out, const RunView& view, const RunRows& rows,
                 const JUnitOptions& options = {});

// Without cases: for a run of which only the outcome is known.
void write_junit_gate(std::ostream& out, const RunInfo& info, const GateResult& gate);

}  // namespace assay
