// SPDX-License-Identifier: Apache-2.0
// The suite's gate as a <testcase> of its own: CI that reads nothing but JUnit sees what ctest ended with.
#pragma once

#include <iosfwd>

#include "assay/internal/run_view.h"

namespace assay {

// What it adds to the counts of its <testsuite>, which has the suite's name.
DatasetView gate_totals(const RunInfo& info, const GateResult& gate);

void write_gate(std::ostream& out, const RunInfo& info, const GateResult& gate);

}  // namespace assay
