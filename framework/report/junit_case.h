// SPDX-License-Identifier: Apache-2.0
// One case as a <testcase> element.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

#include "assay/internal/junit.h"

namespace assay {

// How a case counts in its suite's attributes.
enum class JUnitKind { passed, failure, error, skipped };

JUnitKind kind_of(const Result& result, const RunInfo& info);

// Writes the current case of `attempts`.
void write_testcase(std::ostream& out, const CaseRows& attempts, const RunInfo& info,
                    const JUnitOptions& options);

// Also removes terminal escapes and bidirectional controls, which are of no use in XML.
std::string junit_attribute(std::string_view text);

}  // namespace assay
