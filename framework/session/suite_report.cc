// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/suite_report.h"

#include <sstream>
#include <utility>

#include "assay/internal/atomic_file.h"
#include "assay/internal/json.h"
#include "assay/internal/junit.h"

namespace assay {
namespace {

void write_error(const Suite& suite, const std::string& run_id, std::string why) {
  RunInfo info;
  info.suite = suite.name;
  info.run_id = run_id;
  info.gate = suite.gate;
  std::ostringstream text;
  write_junit_gate(text, info, {GateOutcome::unreadable, Light::red, std::move(why)});
  write_own_file(suite_report(suite), text.str());
}

}  // namespace

std::filesystem::path suite_report(const Suite& suite) { return suite.output / (suite.name + ".junit.xml"); }

void write_begun(const Suite& suite, const std::string& run_id) {
  write_error(suite, run_id,
              "run " + run_id +
                  " was begun and has no report: it still goes on, was stopped, or its last test was left out"
                  "\nnext: build the target " +
                  suite.name + "_aggregate, or run the suite again");
}

void write_broken(const Suite& suite, const std::vector<Problem>& problems) {
  std::string why = problems.empty() ? "the suite could not be run" : problems.front().what;
  for (const auto& problem : problems) why += "\n" + to_string(problem);
  write_error(suite, "", std::move(why));
}

void write_ended(const Suite& suite, const Run& run, const GateResult& gate) {
  std::ostringstream text;
  write_junit(text, run,
              {.dialect = suite.junit,
               .root = suite.project,
               .attachments = attachments_in(suite.runs() / run.info.run_id),
               .gate = gate});
  write_own_file(suite_report(suite), text.str());
}

}  // namespace assay
