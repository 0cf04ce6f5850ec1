// SPDX-License-Identifier: Apache-2.0
#include "findings.h"

#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

namespace assay::cli {
namespace {

FindingsFormat findings_format(std::string_view word) {
  if (word == "sarif") return FindingsFormat::sarif;
  if (word == "code-quality") return FindingsFormat::code_quality;
  if (word == "annotations") return FindingsFormat::annotations;
  throw Error({}, "no format of findings is called " + std::string(word),
              "choose sarif, code-quality or annotations (--format)");
}

}  // namespace

void write_findings(FindingsFormat format, std::vector<CodeFinding> findings) {
  const auto seen = seen_from(std::move(findings), std::filesystem::current_path());
  switch (format) {
    case FindingsFormat::sarif: return write_sarif(std::cout, seen);
    case FindingsFormat::code_quality: return write_code_quality(std::cout, seen);
    case FindingsFormat::annotations: return write_annotations(std::cout, seen);
  }
}

void write_findings(std::string_view word, std::vector<CodeFinding> findings) {
  write_findings(findings_format(word), std::move(findings));
}

nlohmann::ordered_json json_of(const LintFinding& finding) {
  nlohmann::ordered_json row = {{"file", finding.where.file}, {"line", finding.where.line},
                                {"id", finding.id},           {"severity", to_string(finding.severity)},
                                {"rule", finding.rule},       {"what", finding.what}};
  if (!finding.next.empty()) row["next"] = finding.next;
  return row;
}

}  // namespace assay::cli
