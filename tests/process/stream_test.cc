// SPDX-License-Identifier: Apache-2.0
// Input and output of processes.
#include <gmock/gmock.h>

#include "assay/process.h"
#include "both_reapings.h"
#include "fake_tools.h"

namespace assay {
namespace {

using testing::StartsWith;

class Streams : public RunFixture {};

INSTANTIATE_TEST_SUITE_P(, Streams, both_reapings(), reaping_name);

TEST_P(Streams, InputArrivesWhole) {
  auto spec = program({"wc", "-c"});
  spec.input = std::string(3'000'000, 'x');
  EXPECT_THAT(run(std::move(spec)).out.text(), StartsWith("3000000"));
}

TEST_P(Streams, InputAndOutputDoNotWaitForEachOther) {
  auto spec = program({tool_path("reads_stdin")});
  spec.input = std::string(1 << 20, 'x');
  EXPECT_EQ(run(std::move(spec)).out.total, 1u << 20);
}

TEST_P(Streams, InputThatNobodyReads) {
  auto spec = program({tool_path("ignores_stdin")});
  spec.input = std::string(4 << 20, 'x');
  const auto result = run(std::move(spec));
  EXPECT_EQ(result.end, ProcessEnd::exited);
  EXPECT_EQ(result.out.text(), "done\n");
}

TEST_P(Streams, EmptyInputIsAnEmptyPipe) {
  auto spec = program({tool_path("reads_stdin")});
  spec.input = "";
  EXPECT_EQ(run(std::move(spec)).exit_code, 0);
}

TEST_P(Streams, WithoutInputThereIsAnEmptyFile) {
  EXPECT_EQ(run(shell("cat; [ -c /dev/stdin ] && echo null")).out.text(), "null\n");
}

TEST_P(Streams, OutputIsBytes) {
  EXPECT_EQ(run({"printf", "\\377\\376\\000z"}).out.text(), std::string("\xff\xfe\0z", 4));
}

TEST_P(Streams, LongOutputKeepsItsBeginningAndItsEnd) {
  auto spec = shell("echo begin; head -c 1000000 /dev/zero; echo end");
  spec.limits.stdout_bytes = 100;
  const auto result = run(std::move(spec));
  EXPECT_EQ(result.exit_code, 0) << "it was not killed for it";
  EXPECT_EQ(result.out.total, 1'000'010u);
  EXPECT_THAT(result.out.head, StartsWith("begin\n"));
  EXPECT_TRUE(result.out.tail.ends_with("end\n"));
  EXPECT_EQ(result.out.head.size() + result.out.tail.size(), 100u);
}

TEST_P(Streams, FloodIsEnded) {
  for (const char* script : {"exec yes", "exec yes >&2", "yes & yes"}) {
    auto spec = shell(script);
    spec.limits.flood_bytes = 4 << 20;
    spec.limits.stdout_bytes = 1000;
    const auto result = run(std::move(spec));
    EXPECT_EQ(result.end, ProcessEnd::output_limit) << script;
    EXPECT_EQ(result.signal, SIGKILL);
    EXPECT_GT(std::max(result.out.total, result.err.total), 4u << 20);
    EXPECT_LE(result.out.head.size() + result.out.tail.size(), 1000u);
  }
}

}  // namespace
}  // namespace assay
