// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runs.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

TEST(ManualTest, HasEveryCommandAndItsOptions) {
  const auto page = Program().run({"--man"});
  EXPECT_EQ(page.status, 0);
  EXPECT_THAT(page.out, StartsWith(".TH ASSAY 1"));
  for (const auto& command : commands_of_the_program())
    EXPECT_THAT(page.out, HasSubstr(".SS \\fBassay " + command)) << command;
  EXPECT_THAT(page.out,
              AllOf(HasSubstr("\\fB\\-\\-fail\\-on\\fR \\fIRULE\\fR\n"), HasSubstr(".SH EXIT STATUS")));
}

TEST(ManualTest, TheSynopsisHasWhatACommandNeedsAndWhatItMayBeGiven) {
  const auto page = Program().run({"--man"}).out;
  EXPECT_THAT(page,
              HasSubstr("\n\\fBassay run\\fR \\fB\\-\\-dataset\\fR \\fIFILE\\fR ... [\\fIoption\\fR ...]\n"));
  EXPECT_THAT(page, HasSubstr("\n\\fBassay compare\\fR \\fIa\\fR \\fIb\\fR [\\fIoption\\fR ...]\n"));
  EXPECT_THAT(page, HasSubstr("\n\\fBassay show\\fR [\\fIrun\\fR] [\\fIoption\\fR ...]\n"));
}

TEST(ManualTest, IsAPageWithoutWarnings) {
  const Program program;
  if (program.bash("command -v man && command -v groff").status != 0)
    GTEST_SKIP() << "man or groff is not installed";
  const auto page =
      program.bash("\"$assay\" --man > assay.1 && MANWIDTH=100 LC_ALL=C.UTF-8 man --warnings -l assay.1");
  EXPECT_EQ(page.err, "");
  EXPECT_THAT(page.out, AllOf(HasSubstr("NAME"), HasSubstr("assay compare a b [option ...]")));
}

TEST(CommandLineTest, UsageErrorsSayWhereHelpIs) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> lines = {
      {{}, "assay --help"},
      {{"frob"}, "assay --help"},
      {{"show", "--frob"}, "assay show --help"},
      {{"gc", "--keep", "few"}, "assay gc --help"}};
  for (const auto& [arguments, help] : lines) {
    const auto ran = Program().run(arguments);
    EXPECT_EQ(ran.status, 3);
    EXPECT_THAT(ran.err, AllOf(StartsWith("assay: error: "), HasSubstr("\n  next: " + help + "\n")));
  }
}

TEST(CommandLineTest, AMisspeltOptionIsNamedWithTheNearestOne) {
  EXPECT_THAT(Program().run({"run", "--dataset", "d.json", "--levles", "exact"}).err,
              HasSubstr("unknown option --levles; did you mean --levels?\n"));
  EXPECT_THAT(Program().run({"runs", "--jsn=1"}).err,
              HasSubstr("unknown option --jsn; did you mean --json?\n"));
  EXPECT_THAT(Program().run({"compare", "a", "b", "c"}).err, HasSubstr("unexpected argument \"c\"\n"));
}

TEST(CommandLineTest, AnEmptyValueIsRefusedAndIsNotTheDefault) {
  const Ran run =
      Program().run({"run", "--dataset", "set.json", "--recorded", "answers.jsonl", "--shard", ""});
  EXPECT_EQ(run.status, 3);
  EXPECT_THAT(run.err, HasSubstr("--shard: the value is empty: give one, or leave the option out"));
  EXPECT_EQ(Program().run({"runs", "export", "--output="}).status, 3);
  EXPECT_EQ(Program().run({"explain", "", ""}).status, 0) << "commands may be empty";
}

}  // namespace
}  // namespace assay
