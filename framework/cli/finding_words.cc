// SPDX-License-Identifier: Apache-2.0
#include "finding_words.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "assay/internal/text.h"

namespace assay::cli {
namespace {

std::string_view severity_word(Severity severity) {
  return severity == Severity::error ? "error" : "warning";
}

}  // namespace

std::string text_of(const Finding& finding) {
  std::string text = fmt::format(
      "{}: {}: {}{} [{}]\n", one_line(to_string(finding.where)), severity_word(finding.severity),
      finding.id.empty() ? "" : "case " + one_line(finding.id) + ": ", one_line(finding.what), finding.rule);
  if (!finding.next.empty()) text += "  next: " + one_line(finding.next) + "\n";
  return text;
}

nlohmann::ordered_json json_of(const Finding& finding) {
  nlohmann::ordered_json row = {{"file", finding.where.file}, {"line", finding.where.line},
                                {"id", finding.id},           {"severity", severity_word(finding.severity)},
                                {"rule", finding.rule},       {"what", finding.what}};
  if (!finding.next.empty()) row["next"] = finding.next;
  return row;
}

}  // namespace assay::cli
