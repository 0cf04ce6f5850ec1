// SPDX-License-Identifier: Apache-2.0
// Findings on standard output: as JSON, and in formats that code hosts read.
#pragma once

#include <string_view>
#include <vector>

#include "assay/internal/interchange.h"
#include "assay/lint.h"
#include "terminal.h"

namespace assay::cli {

enum class FindingsFormat { sarif, code_quality, annotations };

// File names are relative to the current folder.
void write_findings(FindingsFormat format, std::vector<CodeFinding> findings);
// `word`: "sarif", "code-quality" or "annotations"; throws Error for another.
void write_findings(std::string_view word, std::vector<CodeFinding> findings);

// A finding of lint as JSON.
nlohmann::ordered_json json_of(const LintFinding& finding);

}  // namespace assay::cli
