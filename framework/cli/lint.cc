#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "assay/text.h"
#include "command_line.h"
#include "lint_dataset.h"
#include "terminal.h"

namespace assay::cli {
namespace {

// Every fault that keeps a dataset from being read is a finding as well: lint says all there is to say.
std::vector<Finding> findings_of(const std::filesystem::path& file, const UtilityTables& tables) try {
  return lint(read_dataset(file), tables);
} catch (const Error& error) {
  std::vector<Finding> findings;
  for (const auto& problem : error.problems())
    findings.push_back({problem.where, "", Severity::error, "schema",
                        problem.what + (problem.pointer.empty() ? "" : " (at " + problem.pointer + ")")});
  return findings;
}

std::string_view word(Severity severity) { return severity == Severity::error ? "error" : "warning"; }

void print(const Finding& finding, bool json) {
  if (!json) {
    std::cout << fmt::format("{}: {}: {}{} [{}]\n", to_string(finding.where), word(finding.severity),
                             finding.id.empty() ? "" : "case " + one_line(finding.id) + ": ",
                             one_line(finding.what), finding.rule);
    return;
  }
  const nlohmann::ordered_json row = {{"file", finding.where.file}, {"line", finding.where.line},
                                      {"id", finding.id},           {"severity", word(finding.severity)},
                                      {"rule", finding.rule},       {"what", finding.what}};
  print_json(row);
}

}  // namespace

int perform(const Lint& options) {
  UtilityTables tables;
  tables.add_all(options.tables);
  std::size_t errors = 0, warnings = 0;
  for (const auto& file : options.datasets)
    for (const auto& finding : findings_of(file, tables)) {
      print(finding, options.json);
      ++(finding.severity == Severity::error ? errors : warnings);
    }
  if (!options.json)
    std::cout << fmt::format("{} errors, {} warnings in {} datasets\n", errors, warnings,
                             options.datasets.size());
  return errors ? kNot : kHeld;
}

}  // namespace assay::cli
