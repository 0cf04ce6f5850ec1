// SPDX-License-Identifier: Apache-2.0
// One case, and the suite's gate, as <testcase> elements.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

#include "assay/internal/junit.h"
#include "assay/internal/run_view.h"

namespace assay {

// How a case counts in its suite's attributes.
enum class JUnitKind { passed, failure, error, skipped };

JUnitKind kind_of(const Result& result, const RunInfo& info);

// Writes the current case of `attempts`.
void write_testcase(std::ostream& out, const CaseRows& attempts, const RunInfo& info,
                    const JUnitOptions& options);

// Also removes terminal escapes and bidirectional controls, which are of no use in XML.
std::string junit_attribute(std::string_view text);

// The suite's gate has its own <testcase>: a CI that reads only JUnit sees the result that ctest ended with.
//
// Its share of the counts of its <testsuite>, which has the suite's name.
DatasetView gate_totals(const RunInfo& info, const GateResult& gate);

void write_gate(std::ostream& out, const RunInfo& info, const GateResult& gate);

}  // namespace assay
