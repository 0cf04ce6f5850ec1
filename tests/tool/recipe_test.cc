// SPDX-License-Identifier: Apache-2.0
// The recipes of docs/tool-contract.md: text that tools print around their answer, and the setting that finds
// the answer.
#include <gmock/gmock.h>

#include "assay/internal/answer_shape.h"
#include "assay/internal/json.h"
#include "fake_tools.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Recipe : public testing::Test {
 protected:
  Answer asked(const std::string& members, const std::string& out) const {
    const auto tool =
        read_tool(folder_.write("tool.json", R"({"name": "x", "argv": ["x", "{prompt}"], )" + members + "}"));
    ProcessResult result;
    result.end = ProcessEnd::exited;
    result.exit_code = 0;
    result.out.head = out;
    result.out.total = out.size();
    return read_answer(std::get<Program>(tool.how), result);
  }
  std::string read(const std::string& members, const std::string& out) const {
    const Answer answer = asked(members, out);
    return answer.ending == Ending::answered ? answer.command
                                             : std::string(to_string(answer.ending)) + ": " + answer.detail;
  }
  const Folder folder_;
};

TEST_F(Recipe, Colours) {
  const std::string strip = R"("strip": ["ansi"])";
  EXPECT_EQ(read(strip, "\x1b[1;32mls\x1b[0m -l\n"), "ls -l");
  EXPECT_EQ(read(strip, "\x1b]8;;http://a\x1b\\ls\x1b]8;;\a \x1b(B-l"), "ls -l");
  EXPECT_EQ(read(strip + R"(, "answer": {"regex": "^> (.*)$"})", "\x1b[2m> \x1b[0mls\n"), "ls");
  EXPECT_EQ(read(strip, "ls\x1b["), "ls");
  EXPECT_EQ(read(strip, "\x1b[31m"), "empty: stdout is empty");
}

TEST_F(Recipe, Fences) {
  const std::string strip = R"("strip": ["fences"])";
  EXPECT_EQ(read(strip, "```bash\nls -l\n```\n"), "ls -l");
  EXPECT_EQ(read(strip, "Here you are:\n\n```\nfind . |\n  wc -l\n```\nIt counts.\n"), "find . |\n  wc -l");
  EXPECT_EQ(read(strip, "ls -l"), "ls -l");
  EXPECT_EQ(read(strip, "~~~~\n```\n~~~~"), "```");
  EXPECT_EQ(read(strip, "```\nls"), "ls");
  EXPECT_EQ(read(strip, "```\nls\n```\nor\n```\npwd\n```"),
            "malformed_output: stdout has 2 fenced blocks, any of which may be the answer");
  EXPECT_EQ(read(strip, "```\n```"), "empty: stdout is empty");
}

TEST_F(Recipe, FencesWithinALine) {
  const std::string strip = R"("strip": ["fences"])";
  EXPECT_EQ(read(strip, "```ls -la```"), "ls -la");
  EXPECT_EQ(read(strip, "````ls -la````\n"), "ls -la");
  EXPECT_EQ(read(strip, "```ls -la```\nlists all files."), "ls -la");
  EXPECT_EQ(read(strip, "Run ``` echo `date` ```, which prints it."), "echo `date`");
  EXPECT_EQ(read(strip, "```ls``` lists:\n```sh\nls -a\n```\n"), "ls -a") << "a block goes first";
  EXPECT_EQ(read(strip, "~~~ a `tag`\nls\n~~~"), "ls") << "behind tildes, back quotes are a tag's";
  EXPECT_EQ(read(strip, "```bash ls```"), "bash ls") << "a line of code has no tag";
  EXPECT_EQ(read(strip, "``ls`` or `ls -a`"), "``ls`` or `ls -a`") << "no fences";
  EXPECT_EQ(read(strip, "```ls``` or ```ls -a```"),
            "malformed_output: stdout has 2 fenced blocks, any of which may be the answer");
}

TEST_F(Recipe, Thoughts) {
  const std::string strip = R"("strip": ["think"])";
  EXPECT_EQ(read(strip, "<think>\nrm? No.\n</think>\n\nls\n"), "ls");
  EXPECT_EQ(read(strip, "rm? No.\n</think>\nls\n"), "ls") << "the beginning was in the template";
  EXPECT_EQ(read(strip, "<think>a</think>ls<think>b</think> -l"), "ls -l");
  EXPECT_EQ(read(strip, "<think>\nrm? No"), "empty: only thoughts") << "cut off while it thought";
  EXPECT_EQ(read(strip + R"(, "answer": {"json": "/c"})", "<think>{</think>{\"c\": \"ls\"}"), "ls");
}

TEST_F(Recipe, PromptSigns) {
  const std::string strip = R"("strip": ["prompt-sign"])";
  EXPECT_EQ(read(strip, "$ ls -l\n"), "ls -l");
  EXPECT_EQ(read(strip, "$ cd a\n$ ls\n"), "cd a\nls");
  EXPECT_EQ(read(strip, "echo a\n$ b"), "echo a\n$ b");
  EXPECT_EQ(read(strip, "$HOME/run"), "$HOME/run");
}

TEST_F(Recipe, InlineCode) {
  const std::string strip = R"("strip": ["inline-code"])";
  EXPECT_EQ(read(strip, "`ls -l`\n"), "ls -l");
  EXPECT_EQ(read(strip, "`a` `b`"), "`a` `b`") << "two substitutions";
  EXPECT_EQ(read(strip, "``"), "``");
  EXPECT_EQ(read(strip, "``ls``"), "ls");
  EXPECT_EQ(read(strip, "`` echo `date` ``"), "echo `date`");
  EXPECT_EQ(read(strip, "``ls`"), "``ls`");
}

TEST_F(Recipe, SeveralAtOnceWhateverTheirOrder) {
  EXPECT_EQ(read(R"("strip": ["prompt-sign", "fences", "think", "ansi"])",
                 "<think>hm</think>\n\x1b[1m```sh\n$ ls\n```\x1b[0m\n"),
            "ls");
  EXPECT_EQ(read(R"("strip": ["fences"], "answer": {"json": "/c"})", R"({"c": "```sh\nls\n```"})"), "ls");
}

TEST_F(Recipe, JsonBelowALog) {
  const std::string last = R"("json": "last", "answer": {"json": "/c"})";
  EXPECT_EQ(read(last, "WARN a {b}\n{\"c\": \"ls\"}\n"), "ls");
  EXPECT_EQ(read(last, "{\"level\": \"warn\"}\n{\n  \"d\": [\n{}\n],\n  \"c\": \"ls\"\n}\n"), "ls");
  EXPECT_EQ(read(last, "{\"c\": \"ls\"}"), "ls");
  EXPECT_EQ(read(last, ""), "empty: stdout is empty");
  EXPECT_EQ(read(last, "WARN\n{\"c\": "),
            "malformed_output: no JSON document at the end of stdout, which ends with `{\"c\":`");
  EXPECT_EQ(read(last, "{\"c\": \"ls\"}\ndone\n"),
            "malformed_output: no JSON document at the end of stdout, which ends with `done`");
}

TEST_F(Recipe, JsonBelowALogThatIsLongerThanWhatIsKept) {
  const auto tool = read_tool(folder_.write(
      "tool.json", R"({"name": "x", "argv": ["x", "{prompt}"], "json": "last", "answer": {"json": "/c"}})"));
  ProcessResult result;
  result.end = ProcessEnd::exited;
  result.exit_code = 0;
  result.out = {.head = "WARN", .tail = "RN\n{\"c\": \"ls\"}\n", .total = 1000};
  EXPECT_EQ(read_answer(std::get<Program>(tool.how), result).command, "ls");
  result.out.tail = "{\"c\": \"ls\"}";
  EXPECT_EQ(read_answer(std::get<Program>(tool.how), result).ending, Ending::malformed_output)
      << "who knows what stood before it";
}

TEST_F(Recipe, FirstLastOrOnlyMatch) {
  const auto match = [](const std::string& which) {
    return R"("answer": {"regex": "^Command: (.*)$", "match": ")" + which + "\"}";
  };
  const std::string two = "Command: ls\nno:\nCommand: pwd\n";
  EXPECT_EQ(read(match("first"), two), "ls");
  EXPECT_EQ(read(match("last"), two), "pwd");
  EXPECT_EQ(read(match("only"), two),
            "malformed_output: stdout has 2 matches of `^Command: (.*)$`, which may match once");
  EXPECT_EQ(read(match("only"), "Command: ls\n"), "ls");
  EXPECT_THAT(read(match("last"), "ls\n"), HasSubstr("malformed_output: nothing in stdout matches"));
}

TEST_F(Recipe, EveryOneOfThePageIsRead) {
  const std::string page = read_file(ASSAY_SOURCE_DIR "/docs/tool-contract.md");
  for (const char* setting : {"\"strip\": [\"ansi\"]", "\"strip\": [\"think\"]", "\"strip\": [\"fences\"]",
                              "\"strip\": [\"prompt-sign\"]", "\"strip\": [\"inline-code\"]",
                              "\"json\": \"last\"", "\"match\": \"last\"", "\"match\": \"only\""})
    EXPECT_THAT(page, HasSubstr(setting));
}

class Shapes : public Recipe {
 protected:
  std::vector<std::string> advice(const std::vector<std::string>& outs,
                                  const std::string& members = R"("json": "only")") {
    AnswerShapes shapes;
    for (const std::string& out : outs) shapes.add(asked(members, out));
    return shapes.advice();
  }
};

TEST_F(Shapes, AFenceIsNamedWithItsSetting) {
  EXPECT_THAT(advice({"```\nls\n```", "```sh\npwd\n```", "```\nid\n```", "ls"}),
              ElementsAre("3 of 4 answers begin with a Markdown fence: \"strip\": [\"fences\"] in the tool's "
                          "description takes it away"));
}

TEST_F(Shapes, SoAreTheOthers) {
  EXPECT_THAT(advice({"\x1b[1mls", "\x1b[1mls", "\x1b[1mls"}), ElementsAre(HasSubstr("\"ansi\"")));
  EXPECT_THAT(advice({"$ ls", "$ ls", "$ ls"}), ElementsAre(HasSubstr("\"prompt-sign\"")));
  EXPECT_THAT(advice({"`ls`", "`ls`", "`ls`"}), ElementsAre(HasSubstr("\"inline-code\"")));
  EXPECT_THAT(advice({"<think>", "<think>", "<think>"}), ElementsAre(HasSubstr("\"think\"")));
  const std::string log = "WARN\n{\"c\": \"ls\"}\n";
  EXPECT_THAT(advice({log, log, log}, R"("answer": {"json": "/c"})"),
              ElementsAre(HasSubstr("\"json\": \"last\"")));
}

TEST_F(Shapes, FewAreNoPattern) {
  EXPECT_THAT(advice({"$ ls", "$ ls"}), IsEmpty());
  std::vector<std::string> outs(30, "ls");
  outs.insert(outs.end(), 5, "$ ls");
  EXPECT_THAT(advice(outs), IsEmpty());
}

}  // namespace
}  // namespace assay
