// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/junit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "assay/internal/text.h"
#include "golden.h"
#include "sample_run.h"

namespace assay {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string junit(const Run& run, JUnitOptions options = {}) {
  std::ostringstream out;
  options.root = "/project";
  write_junit(out, view_of(rows_of(run)), rows_of(run), options);
  return out.str();
}

JUnitOptions strict() {
  JUnitOptions options;
  options.dialect = JUnitDialect::strict;
  return options;
}

Run on_host(Run run, std::string host) {
  run.info.host = std::move(host);
  return run;
}

Run under_gate(Run run, assay::Gate gate) {
  run.info.gate = gate;
  return run;
}

// Checks reports with xmllint; the methods return its exit status, 0 if it has no complaint. valid() checks
// against the schema of the strict dialect.
class Xmllint : public testing::Test {
 protected:
  void SetUp() override {
    if (std::system("xmllint --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "xmllint is not installed";
    file_ =
        std::filesystem::path(testing::TempDir()) / ("assay-junit-" + std::to_string(::getpid()) + ".xml");
  }
  void TearDown() override { std::filesystem::remove(file_); }

  int well_formed(const std::string& xml) { return lint(xml, ""); }
  int valid(const std::string& xml) {
    return lint(xml, std::string("--schema '") + ASSAY_JUNIT_SCHEMA + "' ");
  }

 private:
  int lint(const std::string& xml, const std::string& arguments) {
    std::ofstream(file_, std::ios::binary) << xml;
    return std::system(
        ("xmllint --noout --nonet " + arguments + "'" + file_.string() + "' >/dev/null 2>&1").c_str());
  }
  std::filesystem::path file_;
};

TEST(JUnit, RichDialect) { EXPECT_TRUE(is_golden(junit(sample_run()), "junit-rich.xml")); }

TEST(JUnit, TheUserlandOfWorldsIsAProperty) {
  assay::Run run = sample_run();
  run.info.userland = {{"awk", "mawk 1.3.4 20200120"}, {"bash", "5.2.15"}};
  EXPECT_THAT(
      junit(run),
      testing::HasSubstr("<property name=\"userland\" value=\"awk: mawk 1.3.4 20200120, bash 5.2.15\"/>"));
}

TEST(JUnit, StrictDialect) {
  JUnitOptions options = strict();
  options.attachments = "/project/runs/1/outputs";
  assay::Run run = on_host(sample_run(), "build-1");
  for (int line = 1; line <= 11; ++line)
    run.results[5].answer.stderr_bytes += "line " + std::to_string(line) + "\n";
  EXPECT_TRUE(is_golden(junit(run, options), "junit-strict.xml"));
}

TEST(JUnit, ToleratedMissesAreSkipped) {
  EXPECT_TRUE(is_golden(junit(under_gate(sample_run(), assay::Gate::mean)), "junit-mean.xml"));
}

TEST(JUnit, UnderABaselineOnlyRegressionsFail) {
  assay::Run run = under_gate(sample_run(), assay::Gate::baseline);
  for (Result& result : run.results) result.in_baseline = result.asked.name == "slow";
  const std::string xml = junit(run);
  EXPECT_THAT(xml, HasSubstr("<failure message=\"REGRESSION timed_out: no answer within 30 s, want `ls -S | "
                             "head -n 1`: score 0.00 &lt; 0.80\" type="));
  EXPECT_THAT(
      xml,
      HasSubstr("<skipped message=\"MISS failed: exit status 3, want `ls -A`: score 0.00 &lt; 0.80\" type="));
  EXPECT_THAT(xml, HasSubstr("name=\"files\" tests=\"8\" failures=\"1\" errors=\"0\""));
}

TEST(JUnit, AMissingBackEndIsSkippedAndNotTheHarnesssFault) {
  assay::Run run = sample_run();
  run.results.resize(1);
  run.results[0].grade.status = Status::unmeasured;
  run.results[0].grade.method = "behavioural";
  run.results[0].grade.why = "unavailable: no sandbox";
  EXPECT_THAT(junit(run), HasSubstr("<skipped message=\"UNMEASURED behavioural: unavailable: no sandbox\""));
}

TEST(JUnit, ACaseThatFailsAgainIsARerun) {
  assay::Run run = sample_run();
  Result again = run.results[4];
  again.attempt = 2;
  run.results = {run.results[4], again};
  const std::string xml = junit(run);
  EXPECT_THAT(xml, HasSubstr("<testsuite name=\"files\" tests=\"1\""));
  EXPECT_THAT(xml, HasSubstr("<rerunFailure message=\"attempt 1: timed_out: no answer within 30 s, want"));
  EXPECT_THAT(xml, Not(HasSubstr("flaky")));
}

TEST(JUnit, TheLastAttemptCountsInWhateverOrderTheyCome) {
  assay::Run run = sample_run();
  const std::string in_order = junit(run);
  std::swap(run.results[8], run.results[10]);
  EXPECT_EQ(junit(run), in_order);
}

TEST(JUnit, CommandsAreShownWholeUpToSixteenKibibytes) {
  assay::Run run = sample_run();
  run.results.resize(5);
  run.results[4].asked.prompt = std::string(16 * 1024, 'p');
  EXPECT_THAT(junit(run), HasSubstr("prompt:    " + run.results[4].asked.prompt + "\n"));
  run.results[4].asked.prompt += "and";
  EXPECT_THAT(junit(run), HasSubstr("ppp [… 3 more bytes …]\n"));
}

TEST(JUnit, FilesOutsideTheRootKeepTheirPath) {
  assay::Run run = sample_run();
  run.results[0].asked.where.file = "/elsewhere/files.json";
  run.results[1].asked.where.file = "/projects/files.json";
  const std::string xml = junit(run);
  EXPECT_THAT(xml, HasSubstr("file=\"/elsewhere/files.json\""));
  EXPECT_THAT(xml, HasSubstr("file=\"/projects/files.json\""));
  EXPECT_THAT(xml, HasSubstr("file=\"datasets/files.json\""));
}

TEST(JUnit, AnEmptyRunIsADocument) {
  const std::string xml = junit(assay::Run{});
  EXPECT_THAT(xml, HasSubstr("<testsuites name=\"\" tests=\"1\" failures=\"0\" errors=\"1\""));
  EXPECT_THAT(
      xml, HasSubstr("<error message=\"no case could be read: there is nothing to grade\" type=\"gate\">"));
}

// CI that reads only this file would otherwise report success when ctest ends red.
TEST(JUnit, TheGateThatWasMissedIsAFailure) {
  assay::Run run = under_gate(sample_run(), assay::Gate::mean);
  run.info.min_mean = 0.7;
  const std::string xml = junit(run);
  EXPECT_THAT(xml, HasSubstr("<testcase name=\"gate\" classname=\"correctness\" time=\"0.000000\">\n"
                             "      <failure message=\"mean score between 0."));
  EXPECT_THAT(xml, HasSubstr("at best &lt; 0.70"));
}

TEST(JUnit, TheGateThatHeldPasses) {
  assay::Run run = sample_run();
  run.results.resize(2);
  run.info.expected = 2;
  EXPECT_THAT(junit(run), HasSubstr("<testcase name=\"gate\" classname=\"correctness\" time=\"0.000000\"/>"));
}

TEST(JUnit, TheGateOfAPartialRunIsSkippedUnlessACaseInItMissed) {
  assay::Run run = sample_run();
  run.info.expected = 20;
  EXPECT_THAT(junit(run),
              HasSubstr("<failure message=\"PARTIAL 10 of 20 cases present, 10 not asked: 4 missed"));
  run.results.resize(2);
  EXPECT_THAT(junit(run),
              HasSubstr("<skipped message=\"PARTIAL 2 of 20 cases present, 18 not asked: the gate"));
}

TEST(JUnit, TheGateOfARunThatCouldNotBeReadIsAnError) {
  const assay::Run run = sample_run();
  RunView view = view_of(rows_of(run));
  view.gate = {GateOutcome::unreadable, Light::red, "what could not be read\nset.json:3: error: bad"};
  std::ostringstream out;
  write_junit(out, view, rows_of(run), {.root = "/project"});
  EXPECT_THAT(out.str(),
              HasSubstr("<error message=\"what could not be read\" type=\"gate\">what could not be read\n"
                        "set.json:3: error: bad\n</error>"));
}

TEST(JUnit, SuitesThatShareADatasetDifferInTheirClasses) {
  assay::Run run = sample_run();
  EXPECT_THAT(junit(run), HasSubstr("classname=\"correctness.files\""));
  run.info.suite = "nightly";
  EXPECT_THAT(junit(run), HasSubstr("classname=\"nightly.files\""));
}

TEST(JUnit, NoEscapesReachTheReader) {
  for (const std::string& xml : {junit(hostile_run()), junit(hostile_run(), strict())}) {
    EXPECT_TRUE(is_utf8(xml));
    EXPECT_EQ(xml, printable(xml));
    EXPECT_THAT(xml, Not(HasSubstr("</failure>&<a")));
  }
}

// Read back by tests/report/junit_reader_test.py.
TEST(JUnit, OfHostileTextInBothDialects) {
  EXPECT_TRUE(is_golden(junit(hostile_run()), "junit-hostile-rich.xml"));
  EXPECT_TRUE(is_golden(junit(hostile_run(), strict()), "junit-hostile-strict.xml"));
}

TEST(JUnit, ToolOutputCannotAttachFiles) {
  const std::string xml = junit(hostile_run(), strict());
  std::istringstream lines(xml);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_FALSE(line.starts_with("[[ATTACHMENT")) << line;
    EXPECT_FALSE(line.starts_with("@assay-skip@")) << line;
  }
}

TEST_F(Xmllint, BothDialectsAreWellFormedWhateverTheToolPrints) {
  EXPECT_EQ(well_formed(junit(sample_run())), 0);
  EXPECT_EQ(well_formed(junit(hostile_run())), 0);
  EXPECT_EQ(well_formed(junit(hostile_run(), strict())), 0);
  EXPECT_EQ(well_formed(junit(under_gate(hostile_run(), assay::Gate::mean))), 0);
}

TEST_F(Xmllint, EveryByteIsWellFormed) {
  assay::Run run = sample_run();
  for (int byte = 0; byte < 256; ++byte) {
    run.results[2].answer.command += static_cast<char>(byte);
    run.results[5].answer.stderr_bytes += static_cast<char>(byte);
  }
  run.results[2].grade.diff.clear();
  EXPECT_EQ(well_formed(junit(run)), 0);
}

TEST_F(Xmllint, TheStrictDialectIsValid) {
  const assay::Run run = on_host(sample_run(), "build-1");
  EXPECT_EQ(valid(junit(run, strict())), 0);
  EXPECT_EQ(valid(junit(under_gate(run, assay::Gate::mean), strict())), 0);
  EXPECT_EQ(valid(junit(on_host(hostile_run(), "build-1"), strict())), 0);
}

TEST_F(Xmllint, TheSchemaRejectsWhatReadersReject) {
  EXPECT_NE(valid(junit(sample_run())), 0) << "file and line are not in the strict dialect";
  std::string xml = junit(sample_run(), strict());
  xml.replace(xml.find("time=\"0.120000\""), 15, "time=\"1.2e-01\" ");
  EXPECT_NE(valid(xml), 0) << "exponents";
}

}  // namespace
}  // namespace assay
