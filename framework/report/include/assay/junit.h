// A run as JUnit XML: well-formed whatever bytes the tool printed. docs/run-format.md describes both
// dialects.
#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <set>
#include <string>

#include "assay/result.h"

namespace assay {

// rich: file, line and at most six properties a test case. strict: what Jenkins' junit-10.xsd allows, the
// rest in system-out as [[PROPERTY|key=value]] lines.
enum class JUnitDialect { rich, strict };

struct JUnitOptions {
  JUnitDialect dialect = JUnitDialect::rich;
  std::filesystem::path root;  // files inside it are named relative to it
  std::string hostname;        // empty: left out
  // Full names of cases that must pass under the gate "baseline": their misses are failures, other misses are
  // skipped.
  std::set<std::string, std::less<>> baseline;
  // A file to attach to a case, as [[ATTACHMENT|path]]; an empty path: none. May be empty.
  std::function<std::string(const Result&)> attachment;
};

// One <testsuite> a dataset, one <testcase> a case (its last attempt; earlier ones that did not pass as rerun
// or flaky elements). A miss is a failure under the gate "strict", and skipped with "MISS …" where the gate
// tolerates it. What the harness is to blame for is an error, a missing back end skipped with "UNMEASURED …".
void write_junit(std::ostream& out, const Run& run, const JUnitOptions& options = {});

}  // namespace assay
