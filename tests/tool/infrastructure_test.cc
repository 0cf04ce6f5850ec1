// SPDX-License-Identifier: Apache-2.0
// A tool's failure to get something it needs is not its answer.
#include <gmock/gmock.h>

#include "assay/error.h"
#include "assay/tool.h"
#include "error_of.h"
#include "fake_tools.h"

namespace assay {
namespace {

using testing::HasSubstr;

class InfrastructureTest : public testing::Test {
 protected:
  Program described(const std::string& members) const {
    return std::get<Program>(
        read_tool(folder_.write("tool.json", R"({"name": "x", "argv": ["x", "{prompt}"], )" + members + "}"))
            .how);
  }
  static std::string read(const Program& program, const std::string& out, const std::string& err,
                          int status) {
    ProcessResult result;
    result.end = ProcessEnd::exited;
    result.exit_code = status;
    result.out.head = out;
    result.out.total = out.size();
    result.err.head = err;
    result.err.total = err.size();
    const Answer answer = read_answer(program, result);
    return std::string(to_string(answer.ending)) + ": " +
           (answer.command.empty() ? answer.detail : answer.command);
  }
  std::string fault(const std::string& members) const {
    return error_of([&] { described(members); });
  }
  const Folder folder_;
};

TEST_F(InfrastructureTest, IsNeverAMiss) {
  EXPECT_FALSE(is_measured(Ending::unavailable));
  EXPECT_EQ(ending_from("unavailable"), Ending::unavailable);
}

TEST_F(InfrastructureTest, AnExitStatusSaysSo) {
  const Program program = described(R"("unavailable": {"exit_codes": [75]})");
  EXPECT_EQ(read(program, "", "no network\n", 75), "unavailable: exit status 75: `no network`");
  EXPECT_EQ(read(program, "", "no network\n", 1), "failed: exit status 1: `no network`");
}

TEST_F(InfrastructureTest, StderrSaysSoWhereThereIsNoAnswer) {
  const Program program =
      described(R"x("unavailable": {"stderr": "HTTP (429|5\\d\\d)"}, "refusal": {"exit_codes": [3]})x");
  EXPECT_EQ(read(program, "", "error: HTTP 503\n", 1), "unavailable: stderr says `error: HTTP 503`");
  EXPECT_EQ(read(program, "", "error: HTTP 429\n", 0), "unavailable: stderr says `error: HTTP 429`")
      << "nothing was printed";
  EXPECT_EQ(read(program, "ls\n", "HTTP 429, once more\n", 0), "answered: ls") << "it got through";
  EXPECT_EQ(read(program, "", "HTTP 429, once more\nno.\n", 3), "refused: exit status 3: `no.`");
  EXPECT_EQ(read(program, "", "HTTP 404\n", 1), "failed: exit status 1: `HTTP 404`");
}

TEST_F(InfrastructureTest, StdoutSaysSoEvenInPlaceOfAnAnswer) {
  const Program program =
      described(R"("unavailable": {"stdout": "^Error: rate limit"}, "refusal": {"regex": "^Error"})");
  EXPECT_EQ(read(program, "Error: rate limit reached\n", "", 0),
            "unavailable: stdout says `Error: rate limit reached`");
  EXPECT_EQ(read(program, "Error: will not\n", "", 0), "refused: stdout says `Error: will not`");
  EXPECT_EQ(read(program, "echo 'Error: rate limit'\n", "", 0), "answered: echo 'Error: rate limit'");
}

TEST_F(InfrastructureTest, AToolThatTriedUntilItsTimeWasOverHasSaidWhy) {
  const Program program = described(R"("unavailable": {"stderr": "retrying"})");
  ProcessResult result;
  result.end = ProcessEnd::timed_out;
  EXPECT_EQ(read_answer(program, result).ending, Ending::timed_out);
  result.err.head = "503, retrying in 4 s\n";
  result.err.total = result.err.head.size();
  EXPECT_EQ(read_answer(program, result).ending, Ending::unavailable);
}

TEST_F(InfrastructureTest, AProgramThatIsNotThereIsThatAndNoMore) {
  const Program program = described(R"("unavailable": {"stderr": "."})");
  ProcessResult result;
  result.end = ProcessEnd::spawn_failed;
  result.failed_step = ProcessStep::exec;
  result.error = ENOENT;
  EXPECT_EQ(read_answer(program, result).ending, Ending::not_found);
}

TEST_F(InfrastructureTest, RefusalsMayStandOnStderr) {
  const Program program = described(R"("refusal": {"stderr": "^blocked: (.*)$"})");
  EXPECT_EQ(read(program, "", "warning\nblocked: too dangerous\n", 1),
            "refused: stderr says `blocked: too dangerous`");
}

TEST_F(InfrastructureTest, RetriesAreReadWithTheirWait) {
  EXPECT_EQ(described(R"("success_codes": [0])").retry.times, 0u);
  const Retry retry = described(R"("retry": {"times": 2, "wait_ms": 500})").retry;
  EXPECT_EQ(retry.times, 2u);
  EXPECT_EQ(retry.wait, std::chrono::milliseconds(500));
  EXPECT_EQ(described(R"("retry": {"times": 1})").retry.wait, std::chrono::seconds(1));
}

TEST_F(InfrastructureTest, FaultsNameTheirPlace) {
  EXPECT_THAT(fault(R"("unavailable": {"stderr": "("})"), HasSubstr("(at /unavailable/stderr)"));
  EXPECT_THAT(fault(R"("unavailable": {"stdout": "("})"), HasSubstr("(at /unavailable/stdout)"));
  EXPECT_THAT(fault(R"("refusal": {"stderr": "("})"), HasSubstr("(at /refusal/stderr)"));
  EXPECT_THAT(fault(R"("unavailable": {"stdrr": "a"})"), HasSubstr("did you mean \"stderr\"?"));
  EXPECT_THAT(fault(R"("retry": {"wait_ms": 1})"), HasSubstr("member \"times\" is missing"));
  EXPECT_THAT(fault(R"("retry": {"times": 21})"), HasSubstr("must be at most 20"));
}

TEST_F(InfrastructureTest, TheEnvironmentIsWithheldByName) {
  ::setenv("ASSAY_TEST_SECRET", "s", 1);
  ::setenv("ASSAY_TEST_TOKEN", "t", 1);
  const auto printed = [&](const std::string& inherit) {
    Program program = std::get<Program>(
        read_tool(folder_.write("tool.json",
                                R"({"name": "x", "env": {"OWN": "o"}, "argv": ["sh", "-c", )"
                                R"("echo $ASSAY_TEST_SECRET$ASSAY_TEST_TOKEN$OWN", "sh", "{prompt}"])" +
                                    inherit + "}"))
            .how);
    return read_answer(program, run_process(invocation(program, {}))).command;
  };
  EXPECT_EQ(printed(""), "sto");
  EXPECT_EQ(printed(R"(, "inherit": "all")"), "sto");
  EXPECT_EQ(printed(R"(, "inherit": "none")"), "o");
  EXPECT_EQ(printed(R"(, "inherit": ["ASSAY_TEST_TOKEN", "NOT_THERE"])"), "to");
  ::unsetenv("ASSAY_TEST_SECRET");
  ::unsetenv("ASSAY_TEST_TOKEN");
}

}  // namespace
}  // namespace assay
