// SPDX-License-Identifier: Apache-2.0
// Findings on standard output in formats that code hosts read.
#pragma once

#include <string_view>
#include <vector>

#include "assay/internal/interchange.h"

namespace assay::cli {

enum class FindingsFormat { sarif, code_quality, annotations };

// File names are relative to the current folder.
void write_findings(FindingsFormat format, std::vector<CodeFinding> findings);
// `word`: "sarif", "code-quality" or "annotations"; throws Error for another.
void write_findings(std::string_view word, std::vector<CodeFinding> findings);

}  // namespace assay::cli
