// SPDX-License-Identifier: Apache-2.0
// All reports of a finished run, in its folder.
#pragma once

#include <filesystem>

#include "assay/result.h"

namespace assay {

// The dialect of junit.xml. rich: file, line and at most six properties per test case. strict: what Jenkins'
// junit-10.xsd allows, the rest in system-out as [[PROPERTY|key=value]] lines.
enum class JUnitDialect { rich, strict };

struct RunReportOptions {
  JUnitDialect junit = JUnitDialect::rich;
  std::filesystem::path root;  // files inside it are named relative to it
};

// Where write_run_reports stores the full streams of cases that junit.xml shows in part.
std::filesystem::path attachments_in(const std::filesystem::path& folder);

// Writes results.jsonl, metrics.json, junit.xml with its attachments, accuracy.svg, report.md and
// report.html, for a run of queries also per_query.jsonl, and last run.json. Each file is replaced
// atomically: a folder that has run.json has them all. Throws Error if one cannot be written.
void write_run_reports(const Run& run, const std::filesystem::path& folder,
                       const RunReportOptions& options = {});

}  // namespace assay
