// SPDX-License-Identifier: Apache-2.0
#include "finding_words.h"

#include <nlohmann/json.hpp>

namespace assay::cli {
nlohmann::ordered_json json_of(const LintFinding& finding) {
  nlohmann::ordered_json row = {{"file", finding.where.file}, {"line", finding.where.line},
                                {"id", finding.id},           {"severity", to_string(finding.severity)},
                                {"rule", finding.rule},       {"what", finding.what}};
  if (!finding.next.empty()) row["next"] = finding.next;
  return row;
}

}  // namespace assay::cli
