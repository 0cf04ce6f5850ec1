// SPDX-License-Identifier: Apache-2.0
// The suite's gate as its own <testcase>: a CI that reads only JUnit sees the result that ctest ended with.
#pragma once

#include <iosfwd>

#include "assay/internal/run_view.h"

namespace assay {

// Its share of the counts of its <testsuite>, which has the suite's name.
DatasetView gate_totals(const RunInfo& info, const GateResult& gate);

void write_gate(std::ostream& out, const RunInfo& info, const GateResult& gate);

}  // namespace assay
