// All reports of a finished run, in its folder.
#pragma once

#include <filesystem>

#include "assay/junit.h"

namespace assay {

struct RunReportOptions {
  JUnitDialect junit = JUnitDialect::rich;
  std::filesystem::path root;  // files inside it are named relative to it
};

// Where write_run_reports puts the whole streams of cases that junit.xml shows in part.
std::filesystem::path attachments_in(const std::filesystem::path& folder);

// Writes run.json, results.jsonl, metrics.json, junit.xml with its attachments and report.md, of a run of
// queries per_query.jsonl too, each file in one step. Throws Error where one cannot be written.
void write_run_reports(const Run& run, const std::filesystem::path& folder,
                       const RunReportOptions& options = {});

}  // namespace assay
