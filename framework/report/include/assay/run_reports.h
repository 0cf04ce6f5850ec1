// SPDX-License-Identifier: Apache-2.0
// All reports of a finished run, in its folder.
#pragma once

#include <filesystem>

#include "assay/result.h"

namespace assay {

// Of junit.xml. rich: file, line and at most six properties a test case. strict: what Jenkins' junit-10.xsd
// allows, the rest in system-out as [[PROPERTY|key=value]] lines.
enum class JUnitDialect { rich, strict };

struct RunReportOptions {
  JUnitDialect junit = JUnitDialect::rich;
  std::filesystem::path root;  // files inside it are named relative to it
};

// Where write_run_reports puts the complete streams of cases that junit.xml shows in part.
std::filesystem::path attachments_in(const std::filesystem::path& folder);

// Writes results.jsonl, metrics.json, junit.xml with its attachments and report.md, of a run of queries
// per_query.jsonl too, and at last run.json, each file in one step: a folder that has run.json has them all.
// Throws Error if one cannot be written.
void write_run_reports(const Run& run, const std::filesystem::path& folder,
                       const RunReportOptions& options = {});

}  // namespace assay
