// SPDX-License-Identifier: Apache-2.0
// The one report that CI is pointed to, from the beginning of a run to its end.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/internal/conclusion.h"
#include "assay/internal/json.h"
#include "suite_files.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class SuiteReportTest : public testing::Test {
 protected:
  std::string report() const { return read_file(suite_report(suite_)); }
  // The gate's test case, up to its message.
  std::string gate_case() const {
    const std::string text = report();
    const auto begin = text.find("<testcase name=\"gate\"");
    return text.substr(begin, text.find("message=", begin) - begin);
  }

  SuiteFiles files_;
  Suite suite_{.name = "demo", .output = files_.folder.path()};
};

TEST_F(SuiteReportTest, TheGateIsOneTestCaseWhateverBecameOfTheRun) {
  write_begun(suite_, "r1");
  EXPECT_THAT(report(), AllOf(HasSubstr("<error message=\"run r1 was begun and has no report"),
                              HasSubstr("next: build the target demo_aggregate")));
  const std::string begun = gate_case();
  write_broken(suite_, {{.where = {"set.json", 3}, .what = "two faults"}});
  EXPECT_THAT(report(),
              AllOf(HasSubstr("message=\"two faults\""), HasSubstr("set.json:3: error: two faults")));
  EXPECT_EQ(gate_case(), begun);
  assay::Run run = sample_run("r1");
  run.info.suite = "demo";
  write_ended(suite_,
              view_of(rows_of(run),
                      {.gate = GateResult{GateOutcome::unreadable, Light::red, "what could not be read"}}),
              rows_of(run));
  EXPECT_EQ(gate_case(), begun) << "readers see one test change";
}

TEST_F(SuiteReportTest, TheGateIsWhatTheSuiteSaysOfIt) {
  // A case of the baseline is missing from the suite, which no row shows.
  assay::Run run = sample_run("r1");
  run.info.suite = "demo";
  write_ended(suite_,
              view_of(rows_of(run),
                      {.gate = GateResult{GateOutcome::missed, Light::red, "against the baseline: 1 gone"}}),
              rows_of(run));
  EXPECT_THAT(report(), HasSubstr("<failure message=\"against the baseline: 1 gone\" type=\"gate\">"));
  write_ended(suite_, view_of(rows_of(run), {.gate = GateResult{GateOutcome::held, Light::green, "held"}}),
              rows_of(run));
  EXPECT_THAT(report(), Not(HasSubstr("type=\"gate\"")));
}

}  // namespace
}  // namespace assay
