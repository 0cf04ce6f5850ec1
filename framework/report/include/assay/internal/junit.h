// A run as JUnit XML: well-formed whatever bytes the tool printed. docs/run-format.md describes both
// dialects.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>

#include "assay/result.h"

namespace assay {

// rich: file, line and at most six properties a test case. strict: what Jenkins' junit-10.xsd allows, the
// rest in system-out as [[PROPERTY|key=value]] lines.
enum class JUnitDialect { rich, strict };

struct JUnitOptions {
  JUnitDialect dialect = JUnitDialect::rich;
  std::filesystem::path root;  // files inside it are named relative to it
  // Where the whole streams of cases lie that the report shows in part (write_run_reports writes them): named
  // as [[ATTACHMENT|path]] lines in <system-out>. Empty: none.
  std::filesystem::path attachments;
};

// One <testsuite> a dataset, one <testcase> a case (its last attempt; earlier ones that did not pass as rerun
// or flaky elements). A miss is a failure under the gate "strict", and skipped with "MISS …" where the gate
// tolerates it. What the harness is to blame for is an error, a missing back end skipped with "UNMEASURED …".
void write_junit(std::ostream& out, const Run& run, const JUnitOptions& options = {});

}  // namespace assay
