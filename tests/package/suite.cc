// SPDX-License-Identifier: Apache-2.0
// The suite's own grader and report: callables in a list.
#include <assay/gtest.h>

#include <ostream>

namespace {

assay::Verdict no_sudo(const assay::Case&, const assay::Answer& answer) {
  if (answer.command.find("sudo") == std::string::npos) return {.level = "no_sudo"};
  return {.level = "no_sudo", .outcome = assay::VerdictKind::mismatch, .why = "asks for root"};
}

void write_count(const assay::Run& run, std::ostream& out) { out << run.results.size() << " results\n"; }

}  // namespace

assay::Extensions assay::extensions() {
  return {.levels = {{"no_sudo", no_sudo}}, .reporters = {{"count.txt", write_count}}};
}
