// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "assay/internal/json.h"
#include "assay/internal/text.h"
#include "command_line.h"
#include "finding_words.h"
#include "findings.h"
#include "lint_dataset.h"
#include "lint_run.h"
#include "lint_worlds.h"
#include "terminal.h"

namespace assay::cli {
namespace {

// Faults that make a dataset unreadable become findings too, so that lint reports everything.
std::vector<Finding> findings_in(const std::filesystem::path& file, const UtilityTables& tables,
                                 bool runs_commands) try {
  const Dataset dataset = read_dataset(file);
  std::vector<Finding> findings = lint(dataset, tables);
  std::ranges::move(lint_worlds(dataset), std::back_inserter(findings));
  if (runs_commands) std::ranges::move(lint_by_running(dataset), std::back_inserter(findings));
  std::ranges::stable_sort(findings, {}, [](const Finding& finding) { return finding.where.line; });
  return findings;
} catch (const Error& error) {
  std::vector<Finding> findings;
  for (const auto& problem : error.problems())
    findings.push_back({problem.where, "", Severity::error, "schema",
                        problem.what + (problem.pointer.empty() ? "" : " (at " + problem.pointer + ")"),
                        problem.next});
  return findings;
}

// A file that is missing or unreadable is an Error, not a finding.
void expect_readable(const std::filesystem::path& file) {
  std::error_code unknown;
  if (::access(file.c_str(), R_OK) != 0 || std::filesystem::is_directory(file, unknown)) read_file(file);
}

void print_finding(const Finding& finding, bool json) {
  if (json)
    print_json(json_of(finding));
  else
    std::cout << text_of(finding);
}

CodeFinding for_a_host(const Finding& finding) {
  return {.where = finding.where,
          .rule = finding.rule,
          .is_error = finding.severity == Severity::error,
          .title = finding.id.empty() ? "" : "case " + finding.id,
          .what = finding.next.empty() ? finding.what : finding.what + "; " + finding.next};
}

}  // namespace

int perform(const Lint& options) {
  for (const auto& file : options.datasets) expect_readable(file);
  UtilityTables tables;
  tables.add_all(options.tables);
  std::size_t errors = 0, warnings = 0;
  std::vector<CodeFinding> for_hosts;
  for (const auto& file : options.datasets)
    for (const auto& finding : findings_in(file, tables, options.run)) {
      if (options.findings.empty())
        print_finding(finding, options.json);
      else
        for_hosts.push_back(for_a_host(finding));
      ++(finding.severity == Severity::error ? errors : warnings);
    }
  if (!options.findings.empty())
    write_findings(options.findings, std::move(for_hosts));
  else if (!options.json)
    std::cout << fmt::format("{}, {} in {}\n", counted(errors, "error"), counted(warnings, "warning"),
                             counted(options.datasets.size(), "dataset"));
  return errors ? kNot : kHeld;
}

}  // namespace assay::cli
