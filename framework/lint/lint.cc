// SPDX-License-Identifier: Apache-2.0
#include "assay/lint.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>

#include "assay/internal/dataset_lint.h"
#include "assay/internal/json.h"
#include "assay/internal/text.h"
#include "checks.h"

namespace assay {
namespace {

std::vector<LintFinding> findings_in(const std::filesystem::path& file, const UtilityTables& tables,
                                     bool runs_commands) try {
  const Dataset dataset = read_dataset(file);
  std::vector<LintFinding> findings = lint(dataset, tables);
  if (runs_commands) std::ranges::move(lint_outcomes(dataset), std::back_inserter(findings));
  std::ranges::stable_sort(findings, {}, [](const LintFinding& finding) { return finding.where.line; });
  return findings;
} catch (const Error& error) {
  std::vector<LintFinding> findings;
  for (const auto& problem : error.problems())
    findings.push_back({problem.where, "", Severity::error, "schema",
                        problem.what + (problem.pointer.empty() ? "" : " (at " + problem.pointer + ")"),
                        problem.next});
  return findings;
}

void expect_readable(const std::filesystem::path& file) {
  std::error_code unknown;
  if (::access(file.c_str(), R_OK) != 0 || std::filesystem::is_directory(file, unknown)) read_file(file);
}

}  // namespace

std::string_view to_string(Severity severity) { return severity == Severity::error ? "error" : "warning"; }

std::string to_string(const LintFinding& finding) {
  std::string text = fmt::format(
      "{}: {}: {}{} [{}]\n", one_line(to_string(finding.where)), to_string(finding.severity),
      finding.id.empty() ? "" : "case " + one_line(finding.id) + ": ", one_line(finding.what), finding.rule);
  if (!finding.next.empty()) text += "  next: " + one_line(finding.next) + "\n";
  return text;
}

std::vector<LintFinding> lint(const Dataset& dataset, const UtilityTables& tables) {
  std::vector<LintFinding> findings = lint_texts(dataset, tables);
  std::ranges::move(lint_worlds(dataset), std::back_inserter(findings));
  return findings;
}

std::vector<LintFinding> lint(const std::vector<std::filesystem::path>& datasets,
                              const LintOptions& options) {
  for (const auto& file : datasets) expect_readable(file);
  UtilityTables tables;
  tables.add_all(options.tables);
  std::vector<LintFinding> findings;
  for (const auto& file : datasets)
    std::ranges::move(findings_in(file, tables, options.runs_commands), std::back_inserter(findings));
  return findings;
}

}  // namespace assay
