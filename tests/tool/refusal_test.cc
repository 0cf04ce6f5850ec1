// SPDX-License-Identifier: Apache-2.0
// Refusals, by exit status or by text in place of a command.
#include <gmock/gmock.h>

#include "printed.h"

namespace assay {
namespace {

using testing::HasSubstr;
using namespace std::string_literals;

TEST(Refusal, ByExitStatus) {
  Program program;
  program.refusal.exit_codes = {3, 4};
  EXPECT_EQ(read(program, printed("", 3, "I will not\n")), "refused: exit status 3: `I will not`");
  EXPECT_EQ(read(program, printed("", 4)), "refused: exit status 4");
  EXPECT_EQ(read(program, printed("", 5)), "failed: exit status 5");
}

TEST(Refusal, IsNoneOfAToolThatDidNotGetToItsEnd) {
  Program program;
  program.refusal.regex = "^I will not.*$";
  ProcessResult result = printed("I will not\n");
  EXPECT_EQ(read(program, result), "refused: stdout says `I will not`");
  result.end = ProcessEnd::timed_out;
  EXPECT_THAT(read(program, result), HasSubstr("timed_out: "));
  result.end = ProcessEnd::signalled;
  result.signal = 11;
  EXPECT_THAT(read(program, result), HasSubstr("signalled: "));
}

TEST(Refusal, ByJson) {
  Program program = with(JsonPointer{"/cmd"});
  program.refusal.pointer = "/blocked";
  EXPECT_EQ(read(program, printed(R"({"cmd": null, "blocked": "deletes all"})")),
            "refused: /blocked: `deletes all`");
  EXPECT_EQ(read(program, printed(R"({"cmd": "rm", "blocked": true})")), "refused: /blocked is a boolean");
  EXPECT_EQ(read(program, printed(R"({"cmd": null, "blocked": "deletes all"})", 1)),
            "refused: /blocked: `deletes all`")
      << "before the exit status counts as a failure";
  for (const char* nothing : {"null", "false", "\"\"", "\" \"", "[]", "{}"}) {
    EXPECT_EQ(read(program, printed("{\"cmd\": \"ls\", \"blocked\": "s + nothing + "}")), "answered: ls")
        << nothing;
  }
}

TEST(Refusal, ByRegularExpression) {
  Program program;
  program.refusal.regex = "^I (?:cannot|will not) .*$";
  EXPECT_EQ(read(program, printed("Sorry.\nI cannot do that\n")), "refused: stdout says `I cannot do that`");
  EXPECT_EQ(read(program, printed("ls\n")), "answered: ls");
}

TEST(Refusal, UnreadableJsonIsNoRefusal) {
  Program program = with(JsonPointer{"/cmd"});
  program.refusal.pointer = "/blocked";
  EXPECT_THAT(read(program, printed("oops")), HasSubstr("malformed_output"));
  EXPECT_EQ(read(program, printed("oops", 1)), "failed: exit status 1");
}

TEST(Blocked, ACommandKeepsItsMark) {
  Program program = with(JsonPointer{"/cmd"});
  program.blocked.pointer = "/blocked";
  const Answer marked = read_answer(program, printed(R"({"cmd": "rm -rf /", "blocked": "deletes all"})", 1));
  EXPECT_EQ(marked.ending, Ending::answered) << "before the exit status counts as a failure";
  EXPECT_EQ(marked.command, "rm -rf /");
  EXPECT_EQ(marked.blocked, "/blocked: `deletes all`");
  const Answer plain = read_answer(program, printed(R"({"cmd": "ls", "blocked": null})"));
  EXPECT_EQ(plain.command, "ls");
  EXPECT_EQ(plain.blocked, std::nullopt);
}

TEST(Blocked, ByExitStatusAndByWhatIsPrinted) {
  Program program;
  program.blocked.exit_codes = {7};
  program.blocked.stderr_regex = "^dangerous: .*$";
  EXPECT_EQ(read_answer(program, printed("rm x", 7, "no\n")).blocked, "exit status 7: `no`");
  EXPECT_EQ(read_answer(program, printed("rm x", 0, "dangerous: rm\n")).blocked,
            "stderr says `dangerous: rm`");
}

TEST(Blocked, WithoutACommandIsARefusal) {
  Program program = with(JsonPointer{"/cmd"});
  program.blocked.pointer = "/blocked";
  EXPECT_EQ(read(program, printed(R"({"cmd": null, "blocked": true})")), "refused: /blocked is a boolean");
}

TEST(Blocked, ARefusalGoesBeforeIt) {
  Program program = with(JsonPointer{"/cmd"});
  program.refusal.pointer = program.blocked.pointer = "/blocked";
  EXPECT_EQ(read(program, printed(R"({"cmd": "rm", "blocked": true})")), "refused: /blocked is a boolean");
}

TEST(Failure, HasTheLastLineOfStderr) {
  EXPECT_EQ(read({}, printed("ls", 3, "loading\nno model\x1b[0m\n\n")),
            "failed: exit status 3: `no model\\x1B[0m`");
  EXPECT_EQ(read({}, printed("ls", 255)), "failed: exit status 255");
}

TEST(Failure, OtherStatusesMayBeSuccess) {
  Program program;
  program.success_codes = {0, 201};
  EXPECT_EQ(read(program, printed("ls", 201)), "answered: ls");
  program.success_codes = {};
  EXPECT_EQ(read(program, printed("ls", 0)), "failed: exit status 0");
}

}  // namespace
}  // namespace assay
