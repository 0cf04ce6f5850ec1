// SPDX-License-Identifier: Apache-2.0
#include "findings.h"

#include <filesystem>
#include <iostream>

namespace assay::cli {

void write_findings(std::string_view format, std::vector<CodeFinding> findings) {
  const auto seen = seen_from(std::move(findings), std::filesystem::current_path());
  if (format == "sarif") return write_sarif(std::cout, seen);
  if (format == "code-quality") return write_code_quality(std::cout, seen);
  write_annotations(std::cout, seen);
}

}  // namespace assay::cli
