// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/worlds.h"

#include <fmt/format.h>

#include <set>
#include <string_view>

#include "assay/internal/text.h"
#include "checks.h"

namespace assay {
namespace {

void look_for_world(const Case& asked, const Dataset& dataset, std::vector<LintFinding>& findings) try {
  worlds::find_world(asked.world, dataset.file.parent_path());
} catch (const Error& error) {
  for (const Problem& problem : error.problems()) {
    // The first line says which case names the world; the world's own line says what is wrong there.
    const std::string what = problem.where.line == 0
                                 ? problem.what
                                 : fmt::format("world \"{}\": {}: {}", one_line(asked.world),
                                               to_string(problem.where), problem.what);
    findings.push_back({asked.where, asked.id, Severity::error, "world", what, problem.next});
  }
}

}  // namespace

std::vector<LintFinding> lint_worlds(const Dataset& dataset) {
  std::vector<LintFinding> findings;
  std::set<std::string_view> seen;
  for (const Case& asked : dataset.cases) {
    if (worlds::names_a_world(asked.world) && seen.insert(asked.world).second)
      look_for_world(asked, dataset, findings);
  }
  return findings;
}

}  // namespace assay
