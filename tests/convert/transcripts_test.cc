// SPDX-License-Identifier: Apache-2.0
// What agents did, as answers. Each format's traps are a test.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "answer_texts.h"
#include "assay/internal/json.h"

namespace assay::convert {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using enum TranscriptOptions::Commands;

const std::vector<KnownCase> kTasks = {{"make", "Make the file", true}, {"show", "Show the file"}};

Answers transcript(AnswerSource source, const std::string& text, const std::string& file = "t.jsonl",
                   TranscriptOptions::Commands commands = by_case) {
  return answers_from(source, {{file, text}}, kTasks, {commands});
}

Json only_line(const Answers& answers) {
  const auto lines = lines_of(answers);
  return lines.size() == 1 ? lines.front() : Json(lines);
}

// The commands that ran, with their statuses.
std::string record(AnswerSource source, const std::string& text) {
  return only_line(transcript(source, text, "show.jsonl")).value("stdout", "");
}

const std::string kCodex =
    R"({"type": "item.started", "item": {"id": "1", "type": "command_execution", "command": "/bin/bash -lc 'cd sub'", "exit_code": null, "status": "in_progress"}}
{"type": "item.completed", "item": {"id": "1", "type": "command_execution", "command": "/bin/bash -lc 'cd sub'", "exit_code": 0, "status": "completed"}}
{"type": "item.started", "item": {"id": "2", "type": "command_execution", "command": "/bin/bash -lc \"sh -c 'exit 3'\"", "exit_code": null}}
{"type": "item.completed", "item": {"id": "2", "type": "command_execution", "command": "/bin/bash -lc \"sh -c 'exit 3'\"", "exit_code": 3, "status": "failed"}}
{"type": "turn.completed", "usage": {"input_tokens": 300, "output_tokens": 60}}
)";

TEST(Transcripts, TheAnswerIsTheLastCommandOrAllWhereTheOutcomeDecides) {
  EXPECT_EQ(only_line(transcript(AnswerSource::codex, kCodex, "show.jsonl"))["answer"], "sh -c 'exit 3'");
  const std::string joined = "bash -c 'cd sub' </dev/null\nbash -c \"sh -c 'exit 3'\" </dev/null\n";
  EXPECT_EQ(only_line(transcript(AnswerSource::codex, kCodex, "make.jsonl"))["answer"], joined);
  EXPECT_EQ(only_line(transcript(AnswerSource::codex, kCodex, "show.jsonl", all))["answer"], joined);
  EXPECT_EQ(only_line(transcript(AnswerSource::codex, kCodex, "make.jsonl", last))["answer"],
            "sh -c 'exit 3'");
}

TEST(Transcripts, ACommandIsToldOnceAndWithoutTheShellAroundIt) {
  EXPECT_EQ(only_line(transcript(AnswerSource::codex, kCodex, "show.jsonl")),
            Json({{"id", "show"},
                  {"run", "codex"},
                  {"answer", "sh -c 'exit 3'"},
                  {"tokens", 360.0},
                  {"stdout", "$ cd sub\nstatus 0\n$ sh -c 'exit 3'\nstatus 3\n"}}));
}

TEST(Transcripts, TheCaseIsTheOneOfTheFileNameOrOfAMessageOfTheUser) {
  const auto asking = [](const std::string& prompt, const std::string& file) {
    return R"({"source": "user", "message": ")" + prompt + "\"}, " + file;
  };
  const auto steps = [&](const std::string& prompt) {
    return R"({"schema_version": "ATIF-v1.7", "agent": {"name": "claude-code", "model_name": "m"}, "steps": [)" +
           asking(prompt,
                  R"({"source": "agent", "tool_calls": [{"tool_call_id": "1", "function_name": "Bash",)"
                  R"( "arguments": {"command": "cat f"}}]}]})");
  };
  for (const char* prompt : {"Show the file", "Please solve this: Show the file\\n\\nWork in bash.",
                             "<task>\\nShow the file\\n</task>"})
    EXPECT_EQ(only_line(transcript(AnswerSource::atif, steps(prompt)))["id"], "show") << prompt;
  EXPECT_EQ(only_line(transcript(AnswerSource::atif, steps("Look"), "a/show.traj.json"))["id"], "show");
  const auto two = answers_from(AnswerSource::atif,
                                {{"a.json", steps("Show the file")},
                                 {"b.json", steps("Show the files")},
                                 {"make.json", steps("Show the file")},
                                 {"c.json", steps("Show the file")}},
                                kTasks, {});
  EXPECT_EQ(two.count, 2u) << "two attempts of a case";
  EXPECT_THAT(remarks_of(two),
              ElementsAre("b.json:1: no case asks \"Show the files\"",
                          "make.json:1: is named after case make, and asks \"Show the file\""));
}

TEST(Transcripts, OfAtifTheStatusIsProseAndTheTotalIsOfAllSteps) {
  const std::string text =
      R"({"schema_version": "ATIF-v1.7", "agent": {"name": "codex", "model_name": "m"}, "steps": [
{"source": "agent", "tool_calls": [{"tool_call_id": "1", "function_name": "exec_command", "arguments": {"cmd": "a"}},
  {"tool_call_id": "2", "function_name": "Bash", "arguments": {"command": "b"}},
  {"tool_call_id": "3", "function_name": "bash", "arguments": {"command": "c"}},
  {"tool_call_id": "4", "function_name": "Read", "arguments": {"path": "f"}},
  {"tool_call_id": "5", "function_name": "bash", "arguments": {"command": "d"}}],
 "observation": {"results": [{"source_call_id": "1", "content": "Wall time: 0\nProcess exited with code 1\nOutput:\nProcess exited with code 9"},
  {"source_call_id": "2", "content": "Exit code 2\nno"},
  {"source_call_id": "3", "content": "{\"returncode\": 3, \"output\": \"\"}"},
  {"source_call_id": "5", "content": "out"}]},
 "metrics": {"prompt_tokens": 5, "completion_tokens": 1}}],
"final_metrics": {"total_prompt_tokens": 50, "total_completion_tokens": 10, "total_cost_usd": 0.5}})";
  const Json line = only_line(transcript(AnswerSource::atif, text, "show.json"));
  EXPECT_EQ(line["stdout"], "$ a\nstatus 1\n$ b\nstatus 2\n$ c\nstatus 3\n$ d\nstatus not told\n");
  EXPECT_EQ(line["run"], "codex m");
  EXPECT_EQ(line["tokens"], 60.0);
  EXPECT_EQ(line["cost"], 0.5);
}

std::string mini_ending(const std::string& command, const std::string& status = "Submitted") {
  return R"({"trajectory_format": "mini-swe-agent-1.1", "info": {"exit_status": ")" + status +
         R"(", "model_stats": {"instance_cost": 0.25}}, "messages": [
{"role": "assistant", "extra": {"actions": [{"command": "ls no", "tool_call_id": "0"}], "response": {"usage": {"total_tokens": 60}}}},
{"role": "tool", "tool_call_id": "0", "extra": {"returncode": 2, "exception_info": ""}},
{"role": "assistant", "extra": {"actions": [{"command": ")" +
         command + R"(", "tool_call_id": "1"}], "response": {"usage": {"total_tokens": 60}}}},
{"role": "tool", "tool_call_id": "1", "extra": {"returncode": -1, "exception_info": "action was not executed"}}]})";
}

TEST(Transcripts, OfMiniTheLastCommandRanAlthoughTheTranscriptSaysNo) {
  const std::string done = "echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT";
  EXPECT_EQ(record(AnswerSource::mini, mini_ending("touch f && " + done)),
            "$ ls no\nstatus 2\n$ touch f\nstatus 0\n");
  EXPECT_EQ(record(AnswerSource::mini, mini_ending(done + " && cat f")),
            "$ ls no\nstatus 2\n$ cat f\nstatus 0\n");
  EXPECT_EQ(record(AnswerSource::mini, mini_ending(done)), "$ ls no\nstatus 2\n")
      << "it only says that the model is done";
  const auto stopped = transcript(AnswerSource::mini, mini_ending("touch f", "LimitsExceeded"), "show.json");
  EXPECT_EQ(only_line(stopped)["answer"], "ls no");
  EXPECT_EQ(only_line(stopped)["tokens"], 120.0);
  EXPECT_EQ(only_line(stopped)["cost"], 0.25);
  EXPECT_THAT(remarks_of(stopped), ElementsAre("show.json:1: 1 command was not run, as it says: left out"));
}

TEST(Transcripts, OfMiniAKeyThatTheServerRefusedIsNoAnswer) {
  const Json line = only_line(transcript(
      AnswerSource::mini,
      R"({"trajectory_format": "mini-swe-agent-1.1", "info": {"exit_status": "AuthenticationError"}, "messages": [{"role": "user", "content": "Show the file"}]})",
      "a.json"));
  EXPECT_EQ(line["ending"], "unavailable");
  EXPECT_THAT(std::string(line["detail"]), HasSubstr("AuthenticationError"));
}

TEST(Transcripts, OfCodexASessionHasProseAndRunningSums) {
  const auto output = [](const std::string& id, const std::string& prose) {
    return R"({"type": "response_item", "payload": {"type": "function_call_output", "call_id": ")" + id +
           R"(", "output": ")" + prose + "\"}}\n";
  };
  const auto call = [](const std::string& id, const std::string& arguments) {
    return R"({"type": "response_item", "payload": {"type": "function_call", "name": "exec_command", "arguments": ")" +
           arguments + R"(", "call_id": ")" + id + "\"}}\n";
  };
  const auto sum = [](int total) {
    return R"({"type": "event_msg", "payload": {"type": "token_count", "info": {"total_token_usage": {"total_tokens": )" +
           std::to_string(total) + "}}}}\n";
  };
  const std::string text =
      call("1", R"({\"cmd\": \"false\"})") + output("1", "Process exited with code 1\\nOutput:\\n") +
      sum(60) + call("2", R"({\"command\": [\"bash\", \"-lc\", \"ls *.c\"]})") +
      output("2", R"({\"output\": \"\", \"metadata\": {\"exit_code\": 2}})") + sum(120) +
      call("3", R"({\"cmd\": \"rm f\"})") + output("3", "exec_command failed: rejected by user approval");
  const Json line = only_line(transcript(AnswerSource::codex, text, "show.jsonl"));
  EXPECT_EQ(line["stdout"], "$ false\nstatus 1\n$ ls *.c\nstatus 2\n");
  EXPECT_EQ(line["tokens"], 120.0);
}

std::string claude_call(const std::string& id, const std::string& command, const std::string& result) {
  return R"({"type": "assistant", "message": {"id": "m)" + id +
         R"(", "model": "opus", "content": [{"type": "text", "text": "so"}], "usage": {"input_tokens": 3, "cache_read_input_tokens": 40, "output_tokens": 7}}}
{"type": "assistant", "message": {"id": "m)" +
         id + R"(", "model": "opus", "content": [{"type": "tool_use", "id": ")" + id +
         R"(", "name": "Bash", "input": {"command": ")" + command +
         R"("}}], "usage": {"input_tokens": 3, "cache_read_input_tokens": 40, "output_tokens": 7}}}
{"type": "user", "message": {"role": "user", "content": [{"type": "tool_result", "tool_use_id": ")" +
         id + "\", " + result + "}]}}\n";
}

TEST(Transcripts, OfClaudeZeroIsLeftOutAndADeniedCommandDidNotRun) {
  const std::string text =
      claude_call("1", "true", R"("content": "out\nExit code 3", "is_error": false)") +
      claude_call("2", "false", R"("content": "Exit code 1\nwrong", "is_error": true)") +
      claude_call("3", "rm f", R"("content": "Claude requested permissions", "is_error": true)");
  const Json line = only_line(transcript(AnswerSource::claude, text, "show.jsonl"));
  EXPECT_EQ(line["stdout"], "$ true\nstatus 0\n$ false\nstatus 1\n");
  EXPECT_EQ(line["tokens"], 150.0) << "a message is written once for each of its parts";
  EXPECT_EQ(line["run"], "claude opus");
}

TEST(Transcripts, OfClaudeTheResultHasTheTotals) {
  const std::string text =
      claude_call("1", "true", R"("content": "", "is_error": false)") +
      R"({"type": "result", "is_error": false, "api_error_status": null, "total_cost_usd": 0.003, "usage": {"input_tokens": 300, "output_tokens": 60}})";
  const Json line = only_line(transcript(AnswerSource::claude, text, "show.jsonl"));
  EXPECT_EQ(line["tokens"], 360.0);
  EXPECT_EQ(line["cost"], 0.003);
  const Json failed = only_line(transcript(
      AnswerSource::claude,
      text + "\n" +
          R"({"type": "result", "is_error": true, "api_error_status": 401, "result": "API Error: 401"})",
      "show.jsonl"));
  EXPECT_EQ(failed["ending"], "unavailable");
}

// claude goes on in the folder to which a command went.
TEST(Transcripts, OfClaudeTheFolderIsKept) {
  const std::string text =
      claude_call("1", "cd sub", R"("content": "")") + claude_call("2", "touch f", R"("content": "")");
  EXPECT_THAT(std::string(only_line(transcript(AnswerSource::claude, text, "make.jsonl"))["answer"]),
              HasSubstr("&& cd \"$folder\"\n"));
}

TEST(Transcripts, AFileThatNoCommandChangedMakesAllCommandsTooFew) {
  const std::string text =
      claude_call("1", "ls", R"("content": "")") +
      R"({"type": "assistant", "message": {"id": "e", "content": [{"type": "tool_use", "id": "e", "name": "Write", "input": {"file_path": "f", "content": "x"}}]}})";
  const Json made = only_line(transcript(AnswerSource::claude, text, "make.jsonl"));
  EXPECT_EQ(made["ending"], "unavailable");
  EXPECT_EQ(made["detail"], "it changed files by Write, which no command shows");
  EXPECT_EQ(only_line(transcript(AnswerSource::claude, text, "show.jsonl"))["answer"], "ls");
}

std::string gemini_call(const std::string& id, const std::string& command, const std::string& output) {
  const std::string head =
      R"({"id": ")" + id + R"(", "type": "gemini", "model": "g", "tokens": {"total": 60})";
  const std::string call =
      R"(, "toolCalls": [{"id": "c)" + id + R"(", "name": "run_shell_command", "args": {"command": ")" +
      command + R"("}, "status": "success", "result": [{"functionResponse": {"response": {"output": ")" +
      output + "\"}}}]}]";
  return head + "}\n{\"$set\": {}}\n" + head + call + "}\n";
}

TEST(Transcripts, OfGeminiMessagesAreTwiceUnderOneIdAndZeroIsLeftOut) {
  const std::string text =
      gemini_call("1", "true", "<untrusted_context>\\nOutput: (empty)\\nProcess Group PGID: 1") +
      gemini_call("2", "false", "Output: (empty)\\nExit Code: 1\\nProcess Group PGID: 1") +
      gemini_call("3", "kill -9 $$", "Output: (empty)\\nSignal: 9\\nProcess Group PGID: 1") +
      gemini_call("4", "echo \\\"$(id)\\\"", "Command injection detected: not run");
  const Json line = only_line(transcript(AnswerSource::gemini, text, "show.jsonl"));
  EXPECT_EQ(line["stdout"], "$ true\nstatus 0\n$ false\nstatus 1\n$ kill -9 $$\nstatus 137\n");
  EXPECT_EQ(line["tokens"], 240.0);
  EXPECT_EQ(only_line(transcript(
                AnswerSource::gemini,
                R"({"messages": [{"id": "1", "type": "user", "content": "Show the file"}]})"))["answer"],
            "");
}

TEST(Transcripts, OfOpencodeTheStatusIsBesideTheOutput) {
  const auto call = [](const std::string& id, const std::string& state) {
    return R"({"type": "tool_use", "part": {"type": "tool", "tool": "bash", "callID": ")" + id +
           R"(", "state": {)" + state + R"(}}}
{"type": "step_finish", "part": {"id": "p)" +
           id + R"(", "tokens": {"total": 60}, "cost": 0.5}})" + "\n";
  };
  const std::string text =
      call("1", R"x("status": "completed", "input": {"command": "false"}, "output": "(no output)",)x"
                R"x( "metadata": {"exit": 1})x") +
      call("2", R"("status": "error", "input": {"command": "rm f"}, "error": "rejected")");
  const Json line = only_line(transcript(AnswerSource::opencode, text, "show.jsonl"));
  EXPECT_EQ(line["stdout"], "$ false\nstatus 1\n");
  EXPECT_EQ(line["tokens"], 120.0);
  EXPECT_EQ(line["cost"], 1.0);
}

TEST(Transcripts, OfQwenASignalComesWithAStatusOfZeroAndARefusedKeyWithSuccess) {
  const auto result = [](const std::string& output) {
    return R"({"type": "tool_result", "message": {"role": "user", "parts": [{"functionResponse": {"id": "1", "response": {"output": ")" +
           output + "\"}}}]}}\n";
  };
  const std::string call =
      R"({"type": "assistant", "uuid": "u", "model": "q", "message": {"parts": [{"functionCall": {"id": "1", "name": "run_shell_command", "args": {"command": "kill -9 $$"}}}]}, "usageMetadata": {"totalTokenCount": 60}}
)";
  EXPECT_EQ(
      record(AnswerSource::qwen,
             call + result("Command: x\\nOutput: (empty)\\nError: (none)\\nExit Code: 0\\nSignal: 9\\n")),
      "$ kill -9 $$\nstatus 137\n");
  EXPECT_EQ(
      record(AnswerSource::qwen, call + result("Command: x\\nOutput: (empty)\\nExit Code: 3\\nSignal: 0\\n")),
      "$ kill -9 $$\nstatus 3\n");
  EXPECT_EQ(record(AnswerSource::qwen, call + result("Command: x was denied")), "");
  const Json refused = only_line(transcript(
      AnswerSource::qwen,
      R"([{"type": "result", "subtype": "success", "is_error": false, "result": "[API Error: 401 no key]", "usage": {"input_tokens": 0, "output_tokens": 0}}])",
      "show.json"));
  EXPECT_EQ(refused["ending"], "unavailable");
}

TEST(Transcripts, OfCopilotACommandWithoutAStatusWasRefused) {
  const std::string text =
      R"({"type": "tool.execution_start", "data": {"toolCallId": "1", "toolName": "bash", "arguments": {"command": "false"}}}
{"type": "tool.execution_complete", "data": {"toolCallId": "1", "shellExecution": {"exitCode": 1}, "success": true}}
{"type": "tool.execution_start", "data": {"toolCallId": "2", "toolName": "bash", "arguments": {"command": "kill -9 $$"}}}
{"type": "tool.execution_complete", "data": {"toolCallId": "2", "success": false, "error": {"message": "Command not executed."}}}
{"type": "session.shutdown", "data": {"accountingSnapshot": {"modelMetrics": {"a": {"usage": {"inputTokens": 300, "outputTokens": 60}}, "b": {"usage": {"inputTokens": 1, "outputTokens": 1}}}}}}
)";
  const Json line = only_line(transcript(AnswerSource::copilot, text, "show.jsonl"));
  EXPECT_EQ(line["stdout"], "$ false\nstatus 1\n");
  EXPECT_EQ(line["tokens"], 362.0);
}

TEST(Transcripts, OfPiNeitherZeroNorASignalIsTold) {
  const auto call = [](const std::string& id, const std::string& command, const std::string& result) {
    return R"({"type": "message", "message": {"role": "assistant", "model": "p", "responseId": "r)" + id +
           R"(", "content": [{"type": "toolCall", "id": ")" + id +
           R"(", "name": "bash", "arguments": {"command": ")" + command +
           R"("}}], "usage": {"totalTokens": 60, "cost": {"total": 0}}}}
{"type": "message", "message": {"role": "toolResult", "toolCallId": ")" +
           id + R"(", "content": [{"type": "text", "text": ")" + result + "\"}]}}\n";
  };
  const std::string text = "{\"type\": \"session\", \"version\": 3}\n" +
                           call("1", "false", "(no output)\\n\\nCommand exited with code 1") +
                           call("2", "true", "(no output)");
  const Json line = only_line(transcript(AnswerSource::pi, text, "show.jsonl"));
  EXPECT_EQ(line["stdout"], "$ false\nstatus 1\n$ true\nstatus not told\n");
  EXPECT_EQ(line["tokens"], 120.0);
  EXPECT_FALSE(line.contains("cost")) << "nobody knew the price";
  EXPECT_EQ(
      only_line(transcript(
          AnswerSource::pi,
          text +
              R"({"type": "message", "message": {"role": "assistant", "stopReason": "error", "errorMessage": "401"}})",
          "show.jsonl"))["ending"],
      "unavailable");
}

TEST(Transcripts, AnotherVersionAndAnotherAgentAreSaid) {
  const auto read = [](AnswerSource source, const std::string& text) {
    return fault_of([&] { transcript(source, text, "show.json"); });
  };
  EXPECT_EQ(read(AnswerSource::atif, R"({"schema_version": "ATIF-v2.0", "steps": [{"source": "user"}]})"),
            "show.json:1: is a transcript of version ATIF-v2.0; assay reads ATIF-v1.*\n");
  EXPECT_EQ(read(AnswerSource::pi, "{\"type\": \"session\", \"version\": 4}\n"),
            "show.json:1: is a transcript of version 4; assay reads 3\n");
  EXPECT_EQ(read(AnswerSource::claude, kCodex), "show.json: is no transcript of claude\n");
  EXPECT_EQ(next_step_of([&] { transcript(AnswerSource::claude, kCodex, "show.json"); }),
            "it may be one of another agent: --from codex");
}

TEST(Transcripts, ALineThatWasCutOffTakesNoOtherWithIt) {
  const auto answers = transcript(AnswerSource::codex, kCodex + "{\"type\": \"item.st", "show.jsonl");
  EXPECT_EQ(only_line(answers)["answer"], "sh -c 'exit 3'");
  EXPECT_THAT(remarks_of(answers), ElementsAre(HasSubstr("show.jsonl:6: this line is not read: ")));
}

// Transcripts of the real agents, if a checkout has them beside it: `false`, `sh -c 'exit 3'`, `ls nowhere`,
// output on both streams, and a shell that kills itself.
class RealTranscripts : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(folder_)) GTEST_SKIP() << "there is no " << folder_;
  }
  Json read(AnswerSource source, const std::string& name) const {
    const std::string text = read_file(folder_ / name);
    return only_line(answers_from(source, {{name, text}},
                                  {{"ready", "Write the word ready to done.txt and show it."},
                                   {"codex-exec", "-"},
                                   {"codex-rollout", "-"},
                                   {"claude-stream", "-"},
                                   {"opencode-run", "-"},
                                   {"mini-swe-agent", "-"}},
                                  {}));
  }
  // With these statuses of `printf` and the killed shell.
  static std::string steps(const std::string& printed, const std::string& killed) {
    return "$ false\nstatus 1\n$ sh -c 'exit 3'\nstatus 3\n$ ls nowhere\nstatus 2\n"
           "$ printf out; printf err >&2\nstatus " +
           printed + "\n" + (killed.empty() ? "" : "$ kill -9 $$\nstatus " + killed + "\n");
  }
  const std::filesystem::path folder_ = std::filesystem::path(ASSAY_SHARED_DATA) / "agents";
};

TEST_F(RealTranscripts, HaveTheirCommandsStatusesAndTokens) {
  struct Row {
    AnswerSource source;
    const char* file;
    std::string record;
    double tokens;
  };
  for (const Row& row : {Row{AnswerSource::codex, "codex-exec.jsonl", steps("0", "137"), 360},
                         Row{AnswerSource::codex, "codex-rollout.jsonl", steps("0", "137"), 360},
                         Row{AnswerSource::claude, "claude-project.jsonl", steps("0", "1"), 360},
                         Row{AnswerSource::claude, "claude-stream.jsonl", steps("0", "1"), 360},
                         Row{AnswerSource::gemini, "gemini-session.jsonl", steps("0", "137"), 360},
                         Row{AnswerSource::qwen, "qwen-chat.jsonl", steps("0", "137"), 360},
                         Row{AnswerSource::copilot, "copilot-events.jsonl", steps("0", ""), 360},
                         Row{AnswerSource::pi, "pi-session.jsonl", steps("not told", "not told"), 360},
                         Row{AnswerSource::mini, "mini-swe-agent.traj.json", steps("0", "-9"), 360}}) {
    const Json line = read(row.source, row.file);
    EXPECT_EQ(line.value("stdout", line.dump()), row.record) << row.file;
    EXPECT_EQ(line.value("tokens", 0.0), row.tokens) << row.file;
  }
  EXPECT_EQ(read(AnswerSource::opencode, "opencode-run.jsonl")["stdout"],
            "$ ls -la\nstatus 0\n$ echo ready > done.txt\nstatus 0\n$ cat done.txt\nstatus 0\n");
}

}  // namespace
}  // namespace assay::convert
