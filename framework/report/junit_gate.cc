// SPDX-License-Identifier: Apache-2.0
#include "junit_gate.h"

#include <ostream>

#include "assay/internal/text.h"
#include "junit_case.h"

namespace assay {
namespace {

std::string_view gate_element(const GateResult& gate) {
  switch (gate.light) {
    case Light::green:
      return "";
    case Light::skipped:
      return "skipped";
    case Light::red:
      break;
  }
  return gate.outcome == GateOutcome::unreadable ? "error" : "failure";
}

}  // namespace

DatasetView gate_totals(const RunInfo& info, const GateResult& gate) {
  DatasetView totals{.name = info.suite, .tests = 1};
  const auto element = gate_element(gate);
  totals.skipped = element == "skipped";
  totals.errors = element == "error";
  totals.failures = element == "failure";
  return totals;
}

void write_gate(std::ostream& out, const RunInfo& info, const GateResult& gate) {
  out << "    <testcase name=\"gate\" classname=\"" << junit_attribute(info.suite) << "\" time=\"0.000000\"";
  const auto element = gate_element(gate);
  if (element.empty()) {
    out << "/>\n";
    return;
  }
  out << ">\n      <" << element << " message=\"" << junit_attribute(first_line(gate.why))
      << "\" type=\"gate\">" << xml_text(gate.why + "\n") << "</" << element << ">\n    </testcase>\n";
}

}  // namespace assay
