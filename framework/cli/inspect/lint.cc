// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "assay/internal/suite.h"
#include "assay/internal/text.h"
#include "findings.h"
#include "inspect/commands.h"
#include "terminal.h"

namespace assay::cli {
namespace {

CodeFinding for_a_host(const LintFinding& finding) {
  return {.where = finding.where,
          .rule = finding.rule,
          .is_error = finding.severity == Severity::error,
          .title = finding.id.empty() ? "" : "case " + finding.id,
          .what = finding.next.empty() ? finding.what : finding.what + "; " + finding.next};
}

}  // namespace

int perform(const Lint& options) {
  std::size_t errors = 0, warnings = 0;
  std::vector<CodeFinding> for_hosts;
  for (const auto& finding :
       lint(options.datasets,
            {.tables = options.tables,
            .runs_commands = options.run,
            .question = options.question,
            .effects = options.run && !options.no_cache ? kept_effects(Trusts::itself) : nullptr})) {
    if (!options.findings.empty() && finding.severity == Severity::note) continue;
    if (!options.findings.empty())
      for_hosts.push_back(for_a_host(finding));
    else if (options.json)
      print_json(json_of(finding));
    else
      std::cout << to_string(finding);
    if (finding.severity != Severity::note) ++(finding.severity == Severity::error ? errors : warnings);
  }
  if (!options.findings.empty())
    write_findings(options.findings, std::move(for_hosts));
  else if (!options.json)
    std::cout << fmt::format("{}, {} in {}\n{}", counted(errors, "error"), counted(warnings, "warning"),
                             counted(options.datasets.size(), "dataset"), effects_line());
  return errors ? kFailed : kPassed;
}

}  // namespace assay::cli
