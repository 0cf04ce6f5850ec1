// SPDX-License-Identifier: Apache-2.0
// Every ending, from a tool that causes it.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include "assay/tool.h"
#include "fake_tools.h"

namespace assay {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;
using testing::StartsWith;

class Endings : public testing::Test {
 protected:
  // "answered: ls", or "empty: why".
  std::string ask(const Program& tool, const std::string& prompt = "ls") {
    Case asked;
    asked.prompt = prompt;
    const Answer answer = read_answer(tool, run_process(invocation(tool, asked)));
    return std::string(to_string(answer.ending)) + ": " +
           (answer.ending == Ending::answered ? answer.command : answer.detail);
  }
  std::string ask(std::vector<std::string> argv, const std::string& prompt = "ls") {
    Program tool;
    tool.argv = std::move(argv);
    return ask(tool, prompt);
  }
  Program json_tool(std::vector<std::string> argv) {
    Program tool;
    tool.argv = std::move(argv);
    tool.answer = JsonPointer{"/generated_command"};
    tool.refusal.pointer = "/blocked_reason";
    return tool;
  }
};

TEST_F(Endings, Answered) {
  EXPECT_EQ(ask({tool_path("answers"), "{prompt}"}, "find . -name '*.txt'"),
            "answered: find . -name '*.txt'");
  EXPECT_EQ(ask(json_tool({tool_path("answers_json"), "-p", "{prompt}"}), "hi"), "answered: echo hi");
}

TEST_F(Endings, AnsweredOnStdin) {
  Program tool;
  tool.argv = {tool_path("reads_stdin")};
  tool.prompt_on_stdin = true;
  const std::string prompt(200'000, 'x');
  EXPECT_EQ(ask(tool, prompt), "answered: " + prompt);
}

TEST_F(Endings, Refused) {
  EXPECT_EQ(ask(json_tool({tool_path("answers_json"), "-p", "{prompt}"}), "dangerous"),
            "refused: /blocked_reason: `would delete everything`");
}

TEST_F(Endings, Empty) { EXPECT_EQ(ask({"true"}), "empty: stdout is empty"); }

TEST_F(Endings, NotUtf8) { EXPECT_THAT(ask({tool_path("odd_bytes"), "not_utf8"}), StartsWith("not_utf8: ")); }

TEST_F(Endings, MalformedOutput) {
  EXPECT_THAT(ask(json_tool({tool_path("banner_then_json")})),
              StartsWith("malformed_output: no JSON in stdout, which begins with `\\x1B[33mWARN"));
  EXPECT_THAT(ask({tool_path("odd_bytes"), "nul"}), HasSubstr("malformed_output: stdout has a NUL byte"));
  EXPECT_THAT(ask(json_tool({tool_path("odd_bytes"), "nul_json"})), HasSubstr("malformed_output"));
}

TEST_F(Endings, EscapeSequencesAreNoFault) {
  EXPECT_EQ(ask({tool_path("odd_bytes"), "escapes"}), "answered: ls \x1b[31m-l\x1b[0m");
}

TEST_F(Endings, Failed) {
  EXPECT_EQ(ask({tool_path("fails")}), "failed: exit status 3: `no model file`");
  EXPECT_EQ(ask({tool_path("fails"), "127"}), "failed: exit status 127: `no model file`");
}

TEST_F(Endings, Signalled) {
  EXPECT_EQ(ask({built_tool("crashes")}), "signalled: ended by signal 11 (SIGSEGV)");
}

TEST_F(Endings, TimedOut) {
  Program tool;
  tool.argv = {"sleep", "1000"};
  tool.limits.timeout = milliseconds(100);
  EXPECT_THAT(ask(tool), StartsWith("timed_out: stopped after "));
}

TEST_F(Endings, OutputLimit) {
  Program tool;
  tool.argv = {tool_path("floods")};
  tool.limits.flood_bytes = 1 << 20;
  EXPECT_EQ(ask(tool), "output_limit: stdout went past 1048576 bytes");
}

TEST_F(Endings, NotFound) {
  EXPECT_EQ(ask({"/nonexistent/tool"}), "not_found: execve: No such file or directory: /nonexistent/tool");
  EXPECT_EQ(ask({"no-such-tool"}), "not_found: execve: No such file or directory: no-such-tool");
  EXPECT_EQ(ask({"/etc/passwd/tool"}), "not_found: execve: Not a directory: /etc/passwd/tool");
}

TEST_F(Endings, NotExecutable) {
  EXPECT_EQ(ask({tool_path("not_executable")}),
            "not_executable: execve: Permission denied: " + tool_path("not_executable"));
  EXPECT_EQ(ask({ASSAY_TEST_TOOLS}), "not_executable: execve: Permission denied: " ASSAY_TEST_TOOLS);
  EXPECT_EQ(ask({tool_path("no_interpreter_line")}),
            "not_executable: execve: Exec format error: " + tool_path("no_interpreter_line"));
  EXPECT_THAT(ask({tool_path("missing_interpreter")}), HasSubstr("the interpreter that it names is not"));
}

TEST_F(Endings, NotExecutableOnThisProcessor) {
  // The header of a 64-bit ELF file for a processor that does not exist.
  std::string elf(
      "\x7f"
      "ELF\2\1\1",
      7);
  elf.resize(64);
  elf[16] = 2;
  elf[18] = 0x34;
  elf[19] = 0x12;
  const Folder folder;
  const std::string file = folder.write("tool", elf);
  ::chmod(file.c_str(), 0755);
  EXPECT_EQ(ask({file}), "not_executable: execve: Exec format error: " + file);
}

TEST_F(Endings, SpawnError) {
  EXPECT_EQ(ask({tool_path("answers"), "{prompt}"}, std::string(140'000, 'x')),
            "spawn_error: execve: Argument list too long: " + tool_path("answers") +
                ": one argument may have 131071 bytes; give the prompt on stdin");
  EXPECT_THAT(ask({tool_path("answers"), "{prompt}"}, std::string("a\0b", 3)), StartsWith("spawn_error: "));
  Program tool;
  tool.argv = {"true"};
  tool.cwd = "/nonexistent";
  EXPECT_EQ(ask(tool), "spawn_error: chdir: No such file or directory: /nonexistent");
}

TEST_F(Endings, IoError) {
  EXPECT_THAT(ask({tool_path("kills_parent"), "/dev/null"}), StartsWith("io_error: "));
}

TEST_F(Endings, Cancelled) {
  Executor executor;
  ProcessResult seen;
  executor.start(program({"sleep", "1000"}), [&](ProcessResult result) { seen = std::move(result); });
  executor.cancel_all();
  executor.run();
  EXPECT_EQ(read_answer({}, seen).ending, Ending::cancelled);
}

TEST_F(Endings, NotRecorded) {
  Case asked;
  asked.id = "one";
  const Answer answer = recorded_answer({"answers.jsonl", {}}, asked);
  EXPECT_EQ(answer.ending, Ending::not_recorded);
  EXPECT_EQ(answer.detail, "no line for \"one\" in answers.jsonl");
}

}  // namespace
}  // namespace assay
