// SPDX-License-Identifier: Apache-2.0
// How a tool's output is read. No process is started here.
#include <gmock/gmock.h>

#include <cerrno>
#include <csignal>

#include "assay/error.h"
#include "printed.h"

namespace assay {
namespace {

using testing::HasSubstr;
using namespace std::string_literals;

std::string whole(std::string out) { return read(with(WholeStdout{}), printed(std::move(out))); }
std::string json(std::string out) { return read(with(JsonPointer{"/cmd"}), printed(std::move(out))); }
std::string pattern(std::string regex, std::string out) {
  return read(with(Pattern{std::move(regex)}), printed(std::move(out)));
}

TEST(WholeStdout, IsTrimmed) {
  EXPECT_EQ(whole("ls -l\n"), "answered: ls -l");
  EXPECT_EQ(whole(" \r\n ls 'a b'  -l \t\n\n"), "answered: ls 'a b'  -l");
}

TEST(WholeStdout, MayHaveSeveralLines) {
  EXPECT_EQ(whole("for i in *; do\n  echo $i\ndone\n"), "answered: for i in *; do\n  echo $i\ndone");
}

TEST(WholeStdout, Blank) {
  EXPECT_EQ(whole(""), "empty: stdout is empty");
  EXPECT_EQ(whole(" \n\t\n"), "empty: stdout is empty");
}

TEST(WholeStdout, NotText) {
  EXPECT_EQ(whole("ls \xff\xfe\n"), "not_utf8: stdout is not UTF-8: `ls \xEF\xBF\xBD\xEF\xBF\xBD`");
  EXPECT_EQ(whole("ls \xc0\xaf"), "not_utf8: stdout is not UTF-8: `ls \xEF\xBF\xBD\xEF\xBF\xBD`")
      << "overlong";
}

TEST(WholeStdout, NulIsTextButNoCommand) {
  EXPECT_EQ(whole("ls\0-l"s),
            "malformed_output: stdout has a NUL byte, which no command can have: `ls\\x00-l`");
}

TEST(WholeStdout, EscapeSequencesAreKept) { EXPECT_EQ(whole("ls \x1b[31m-l"), "answered: ls \x1b[31m-l"); }

TEST(WholeStdout, Truncated) {
  ProcessResult cut = printed("ls");
  cut.out.tail = "-l";
  cut.out.total = 1000;
  EXPECT_EQ(read(with(WholeStdout{}), cut), "malformed_output: stdout has 1000 bytes, of which 4 were kept");
  EXPECT_EQ(read(with(JsonPointer{"/cmd"}), cut),
            "malformed_output: stdout has 1000 bytes, of which 4 were kept");
  EXPECT_TRUE(read_answer(with(WholeStdout{}), cut).truncated);
}

TEST(JsonAnswer, IsTheStringAtThePointer) {
  EXPECT_EQ(json(R"({"cmd": "ls -l"})"), "answered: ls -l");
  EXPECT_EQ(json(" \n{\"other\": [1, {}], \"cmd\": \" ls\\n\"}\n\n"), "answered: ls");
  EXPECT_EQ(json(R"({"cmd": "echo \"\u00e9\ud83d\ude00\" \\t"})"), "answered: echo \"é😀\" \\t");
  EXPECT_EQ(read(with(JsonPointer{"/a/0/b~1c"}), printed(R"({"a": [{"b/c": "ls"}]})")), "answered: ls");
  EXPECT_EQ(read(with(JsonPointer{""}), printed(R"("ls")")), "answered: ls");
}

TEST(JsonAnswer, BannerBeforeTheJson) {
  EXPECT_EQ(json("\x1b[33mWARN\x1b[0m telemetry\n{\"cmd\": \"ls\"}"),
            "malformed_output: no JSON in stdout, which begins with "
            "`\\x1B[33mWARN\\x1B[0m telemetry\\n{\"cmd\": \"ls\"}`");
  EXPECT_EQ(json("Blocked: too dangerous"),
            "malformed_output: no JSON in stdout, which begins with `Blocked: too dangerous`");
}

TEST(JsonAnswer, LongBannerIsCut) {
  EXPECT_EQ(json("Banner " + std::string(1000, 'x')),
            "malformed_output: no JSON in stdout, which begins with `Banner " + std::string(93, 'x') + "…`");
}

TEST(JsonAnswer, BannerAfterTheJson) {
  EXPECT_THAT(json("{\"cmd\": \"ls\"}\nUpdate available"),
              HasSubstr("malformed_output: stdout is not one JSON document"));
}

TEST(JsonAnswer, TwoDocuments) {
  EXPECT_THAT(json("{\"cmd\": \"ls\"}\n{\"cmd\": \"rm\"}"),
              HasSubstr("malformed_output: stdout is not one JSON document"));
}

TEST(JsonAnswer, TwoCommandsInOneObject) {
  EXPECT_THAT(json(R"({"cmd": "ls", "cmd": "rm"})"), HasSubstr("malformed_output"));
}

TEST(JsonAnswer, CutShort) { EXPECT_THAT(json(R"({"cmd": "ls)"), HasSubstr("malformed_output")); }

TEST(JsonAnswer, TooDeep) {
  EXPECT_THAT(json(std::string(1 << 20, '[')), HasSubstr("malformed_output"));
  EXPECT_THAT(json(std::string(100000, '[') + std::string(100000, ']')), HasSubstr("malformed_output"));
}

TEST(JsonAnswer, NothingAtThePointer) {
  EXPECT_EQ(json(R"({"command": "ls"})"), "malformed_output: the JSON in stdout has no /cmd");
  EXPECT_EQ(json("[]"), "malformed_output: the JSON in stdout has no /cmd");
}

TEST(JsonAnswer, NoStringAtThePointer) {
  EXPECT_EQ(json(R"({"cmd": ["ls"]})"), "malformed_output: /cmd is an array, not a string");
  EXPECT_EQ(json(R"({"cmd": {}})"), "malformed_output: /cmd is an object, not a string");
  EXPECT_EQ(json(R"({"cmd": 1.5})"), "malformed_output: /cmd is a number, not a string");
  EXPECT_EQ(json(R"({"cmd": true})"), "malformed_output: /cmd is a boolean, not a string");
}

TEST(JsonAnswer, EmptyStringsAndNull) {
  EXPECT_EQ(json(R"({"cmd": null})"), "empty: /cmd is null");
  EXPECT_EQ(json(R"({"cmd": " \n"})"), "empty: /cmd is empty");
  EXPECT_EQ(json(""), "empty: stdout is empty");
}

TEST(JsonAnswer, NulInTheString) {
  EXPECT_EQ(json(R"({"cmd": "ls\u0000"})"),
            "malformed_output: /cmd has a NUL byte, which no command can have: `ls\\x00`");
}

TEST(JsonAnswer, NotText) {
  EXPECT_THAT(json("{\"cmd\": \"ls \xff\"}"), HasSubstr("not_utf8: stdout is not UTF-8"));
}

TEST(PatternAnswer, IsWhatTheExpressionFinds) {
  EXPECT_EQ(pattern("^Command:\\s*(.*)$", "Hello\nCommand:\n  ls -la\n\nhint"), "answered: ls -la");
  EXPECT_EQ(pattern("ls.*", "run ls -l"), "answered: ls -l");
}

TEST(PatternAnswer, NoMatch) {
  EXPECT_EQ(pattern("^Command: (.*)$", "Hello\n"),
            "malformed_output: nothing in stdout matches `^Command: (.*)$`; it begins with `Hello`");
  EXPECT_EQ(pattern("^Command: (.*)$", ""), "empty: stdout is empty");
  EXPECT_EQ(pattern("^Command:(.*)$", "Command: \n"), "empty: what the regular expression found is empty");
}

TEST(PatternAnswer, OnlyWhatIsFoundMustBeText) {
  EXPECT_EQ(pattern("^> (.*)$", "\xff\xfe banner\n> ls"), "answered: ls");
  EXPECT_THAT(pattern("^> (.*)$", "> ls \xff"), HasSubstr("not_utf8"));
  EXPECT_THAT(pattern("^> (.*)$", "> ls\0-l"s), HasSubstr("malformed_output"));
}

TEST(PatternAnswer, IsSoughtInTheBeginningAndTheEndOfLongOutput) {
  ProcessResult cut = printed("log\n");
  cut.out.tail =
      "\xbb"
      "og\n> ls\n";
  cut.out.total = 1000;
  EXPECT_EQ(read(with(Pattern{"^> (.*)$"}), cut), "answered: ls");
  cut.out.head = "> first\n";
  EXPECT_EQ(read(with(Pattern{"^> (.*)$"}), cut), "answered: first");
}

TEST(PatternAnswer, FaultyExpressionIsTheHarnesssFault) { EXPECT_THROW(pattern("(", "x"), Error); }

std::string ended(ProcessEnd end, int signal = 0) {
  ProcessResult result = printed("ls", -1, "last words");
  result.end = end;
  result.signal = signal;
  result.latency = std::chrono::milliseconds(2549);
  result.error_what = "waitid: broken";
  return read({}, result);
}

TEST(ProcessEndings, OfTheProcess) {
  EXPECT_EQ(ended(ProcessEnd::signalled, SIGSEGV), "signalled: ended by signal 11 (SIGSEGV): `last words`");
  EXPECT_EQ(ended(ProcessEnd::signalled, 64), "signalled: ended by signal 64: `last words`");
  EXPECT_EQ(ended(ProcessEnd::timed_out, SIGKILL), "timed_out: stopped after 2.5 s");
  EXPECT_EQ(ended(ProcessEnd::io_error), "io_error: waitid: broken");
  EXPECT_EQ(ended(ProcessEnd::cancelled, SIGTERM), "cancelled: the run was stopped");
}

TEST(ProcessEndings, Flood) {
  ProcessResult result = printed("y\n");
  result.end = ProcessEnd::output_limit;
  result.exit_code = -1;
  Program program;
  program.limits.flood_bytes = 1000;
  result.out.total = 1001;
  EXPECT_EQ(read(program, result), "output_limit: stdout went past 1000 bytes");
  result.out.total = 2;
  result.err.total = 1001;
  EXPECT_EQ(read(program, result), "output_limit: stderr went past 1000 bytes");
}

std::string not_started(ProcessStep step, int error) {
  ProcessResult result;
  result.failed_step = step;
  result.error = error;
  result.error_what = "why";
  return read({}, result);
}

TEST(ProcessEndings, OfProgramsThatDidNotStart) {
  EXPECT_EQ(not_started(ProcessStep::exec, ENOENT), "not_found: why");
  EXPECT_EQ(not_started(ProcessStep::exec, ENOTDIR), "not_found: why");
  EXPECT_EQ(not_started(ProcessStep::exec, EACCES), "not_executable: why");
  EXPECT_EQ(not_started(ProcessStep::exec, ENOEXEC), "not_executable: why");
  EXPECT_EQ(not_started(ProcessStep::exec, ENOMEM), "spawn_error: why");
  EXPECT_EQ(not_started(ProcessStep::chdir, ENOENT), "spawn_error: why");
  EXPECT_EQ(not_started(ProcessStep::pipes, EMFILE), "spawn_error: why");
  EXPECT_EQ(not_started(ProcessStep::arguments, EINVAL), "spawn_error: why");
  EXPECT_EQ(not_started(ProcessStep::exec, E2BIG),
            "spawn_error: why: one argument may have 131071 bytes; give the prompt on stdin");
}

TEST(Answer, CarriesWhatWasMeasured) {
  ProcessResult result = printed("ls", 0, "warning");
  result.latency = std::chrono::milliseconds(7);
  result.user_time = std::chrono::microseconds(5);
  result.system_time = std::chrono::microseconds(3);
  result.max_rss_kib = 9;
  const Answer answer = read_answer({}, result);
  EXPECT_EQ(answer.stdout_bytes, "ls");
  EXPECT_EQ(answer.stderr_bytes, "warning");
  EXPECT_FALSE(answer.truncated);
  EXPECT_EQ(answer.exit_code, 0);
  EXPECT_EQ(answer.signal, std::nullopt);
  EXPECT_EQ(answer.latency, std::chrono::milliseconds(7));
  EXPECT_EQ(answer.user_time, std::chrono::microseconds(5));
  EXPECT_EQ(answer.system_time, std::chrono::microseconds(3));
  EXPECT_EQ(answer.max_rss_kib, 9);
}

TEST(EndingNames, GoThereAndBack) {
  for (int i = 0; i <= static_cast<int>(Ending::not_recorded); ++i) {
    const auto ending = static_cast<Ending>(i);
    EXPECT_FALSE(to_string(ending).empty());
    EXPECT_EQ(ending_from(to_string(ending)), ending);
  }
  EXPECT_EQ(ending_from("answerd"), std::nullopt);
}

TEST(EndingNames, ToolsAreBlamedForWhatTheyDid) {
  for (Ending ending :
       {Ending::answered, Ending::refused, Ending::empty, Ending::not_utf8, Ending::malformed_output,
        Ending::failed, Ending::signalled, Ending::timed_out, Ending::output_limit}) {
    EXPECT_TRUE(is_measured(ending)) << to_string(ending);
  }
  for (Ending ending : {Ending::not_found, Ending::not_executable, Ending::spawn_error, Ending::io_error,
                        Ending::cancelled, Ending::not_recorded}) {
    EXPECT_FALSE(is_measured(ending)) << to_string(ending);
  }
}

}  // namespace
}  // namespace assay
