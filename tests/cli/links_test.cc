// SPDX-License-Identifier: Apache-2.0
// Symbolic links in a folder that reports are written to, planted before the run or by its tool: none is
// followed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runs.h"

namespace assay {
namespace {

namespace fs = std::filesystem;
using testing::StartsWith;

constexpr const char* kReports = "results.jsonl run.json metrics.json junit.xml report.md report.html";

TEST(LinkTest, InTheFolderOfAReportIsReplacedByTheReport) {
  const Runs runs;
  runs.recorded(kAllRight);
  runs.program().file("victim", "kept");
  runs.program().bash(std::string("mkdir rep; for each in ") + kReports +
                      "; do ln -s ../victim rep/$each; done");
  const auto ran = runs.program().bash("$assay report --output rep");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(runs.program().read("victim"), "kept");
  EXPECT_FALSE(fs::is_symlink(runs.program().folder() / "rep/results.jsonl"));
  EXPECT_THAT(runs.program().read("rep/run.json"), StartsWith("{"));
}

TEST(LinkTest, OfAToolInTheFolderOfItsRunIsReplaced) {
  const Runs runs;
  runs.program().file("victim", "kept");
  const auto ran = runs.scripted(
      "for run in $PWD/rep/*/runs/*/ $PWD/rep/runs/*/ $PWD/rep/*/; do [ -d \"$run\" ] || continue; for each "
      "in " +
          std::string(kReports) + "; do ln -s \"$PWD/victim\" \"$run/$each\" 2>/dev/null; done; done\n" +
          kAnswers,
      {"--output", "rep"});
  EXPECT_LT(ran.status, 3) << ran.err;
  EXPECT_EQ(runs.program().read("victim"), "kept");
  EXPECT_EQ(runs.program().bash("find rep -name run.json -type f | wc -l").out, "1\n");
}

TEST(LinkTest, ToAFolderThatTheUserNamedIsFollowed) {
  const Runs runs;
  runs.recorded(kAllRight);
  runs.program().bash("mkdir there; ln -s there rep");
  EXPECT_EQ(runs.program().bash("$assay report --output rep").status, 0);
  EXPECT_TRUE(runs.program().has("there/run.json"));
}

TEST(LinkTest, ToStandardOutputIsWrittenThrough) {
  const Runs runs;
  runs.recorded(kAllRight);
  const auto ran =
      runs.program().bash("$assay runs export latest --aggregate --output /dev/stdout | head -c 1");
  EXPECT_EQ(ran.out, "{") << ran.err;
}

}  // namespace
}  // namespace assay
