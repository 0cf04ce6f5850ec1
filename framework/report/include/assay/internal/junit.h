// SPDX-License-Identifier: Apache-2.0
// A run as JUnit XML: well-formed whatever bytes the tool printed. docs/run-format.md describes both
// dialects.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>

#include "assay/internal/run_rows.h"
#include "assay/internal/run_view.h"
#include "assay/result.h"
#include "assay/run_reports.h"

namespace assay {

struct JUnitOptions {
  JUnitDialect dialect = JUnitDialect::rich;
  std::filesystem::path root;  // files inside it are named relative to it
  // Where the whole streams of cases lie that the report shows in part (write_run_reports writes them): named
  // as [[ATTACHMENT|path]] lines in <system-out>. Empty: none.
  std::filesystem::path attachments;
  std::optional<GateResult> gate;  // of a Run, where its verdict is known; none: what the run says itself
};

// One <testsuite> a dataset, one <testcase> a case (its last attempt; earlier ones that did not pass as rerun
// or flaky elements), with the classname "suite.dataset". A miss is a failure under Gate::strict, and skipped
// with "MISS …" where the gate tolerates it. What the harness is to blame for is an error, a missing back end
// skipped with "UNMEASURED …". At last the suite's own <testsuite> with the <testcase> "gate": a failure that
// says which bound was missed, an error where nothing could be read, skipped where cases are missing.
void write_junit(std::ostream& out, const RunView& view, const RunRows& rows,
                 const JUnitOptions& options = {});
void write_junit(std::ostream& out, const Run& run, const JUnitOptions& options = {});

// The same without cases: for a run of which there is nothing to tell but what became of it.
void write_junit_gate(std::ostream& out, const RunInfo& info, const GateResult& gate);

}  // namespace assay
