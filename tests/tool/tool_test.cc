// SPDX-License-Identifier: Apache-2.0
// Tool descriptions: their meaning, and the errors for faulty ones.
#include "assay/tool.h"

#include <gmock/gmock.h>

#include "assay/error.h"
#include "error_of.h"
#include "fake_tools.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class ToolTest : public testing::Test {
 protected:
  Tool read(const std::string& description) { return read_tool(folder_.write("tool.json", description)); }
  Program program_of(const std::string& description) { return std::get<Program>(read(description).how); }
  std::string fault(const std::string& description) {
    return error_of([&] { read(description); });
  }

  const Folder folder_;
};

TEST_F(ToolTest, TheLeast) {
  const Tool tool = read(R"({"name": "x", "argv": ["x", "{prompt}"]})");
  EXPECT_EQ(tool.name, "x");
  const auto& program = std::get<Program>(tool.how);
  EXPECT_THAT(program.argv, ElementsAre("x", "{prompt}"));
  EXPECT_FALSE(program.prompt_on_stdin);
  EXPECT_TRUE(std::holds_alternative<WholeStdout>(program.answer));
  EXPECT_THAT(program.success_codes, ElementsAre(0));
  EXPECT_EQ(program.limits.timeout, std::chrono::seconds(30));
}

TEST_F(ToolTest, Everything) {
  const Program program = program_of(R"({
    "$schema": "tool.schema.json", "name": "x", "description": "y",
    "argv": ["x"], "stdin": "prompt", "env": {"B": "2", "A": ""}, "cwd": "/usr",
    "answer": {"json": "/a/0"},
    "refusal": {"json": "/b", "exit_codes": [3, 4], "regex": "^No"},
    "success_codes": [0, 201],
    "limits": {"timeout_s": 2.5, "term_grace_s": 0.25, "drain_grace_s": 1, "stdout_bytes": 10, "stderr_bytes": 20,
               "flood_bytes": 30}})");
  EXPECT_TRUE(program.prompt_on_stdin);
  EXPECT_THAT(program.env, testing::UnorderedElementsAre(testing::Pair("B", "2"), testing::Pair("A", "")));
  EXPECT_EQ(program.cwd, "/usr");
  EXPECT_EQ(std::get<JsonPointer>(program.answer).pointer, "/a/0");
  EXPECT_EQ(program.refusal.pointer, "/b");
  EXPECT_THAT(program.refusal.exit_codes, ElementsAre(3, 4));
  EXPECT_EQ(program.refusal.regex, "^No");
  EXPECT_THAT(program.success_codes, ElementsAre(0, 201));
  EXPECT_EQ(program.limits.timeout, std::chrono::milliseconds(2500));
  EXPECT_EQ(program.limits.term_grace, std::chrono::milliseconds(250));
  EXPECT_EQ(program.limits.drain_grace, std::chrono::milliseconds(1000));
  EXPECT_EQ(program.limits.stdout_bytes, 10u);
  EXPECT_EQ(program.limits.stderr_bytes, 20u);
  EXPECT_EQ(program.limits.flood_bytes, 30u);
}

TEST_F(ToolTest, PatternAnswer) {
  const Program program =
      program_of(R"json({"name": "x", "argv": ["x", "{prompt}"], "answer": {"regex": "> (.*)"}})json");
  EXPECT_EQ(std::get<Pattern>(program.answer).regex, "> (.*)");
}

TEST_F(ToolTest, RelativePathsAreRelativeToTheDescription) {
  const Program program = program_of(R"({"name": "x", "argv": ["./bin/x", "./a/{prompt}"], "cwd": "sub"})");
  EXPECT_THAT(program.argv, ElementsAre(folder_ / "bin/x", "./a/{prompt}"));
  EXPECT_EQ(program.cwd, folder_ / "sub");
}

TEST_F(ToolTest, ABareNameIsSoughtInPath) {
  EXPECT_EQ(program_of(R"({"name": "x", "argv": ["x", "{prompt}"]})").argv[0], "x");
}

TEST_F(ToolTest, FaultsNameLineAndPointer) {
  EXPECT_THAT(fault("{\n\"name\": \"x\",\n\"argv\": [\"x\"]\n}"),
              HasSubstr("tool.json:3: error: the tool is never given the prompt (at /argv)"));
  EXPECT_THAT(fault("{\"name\": \"x\",\n \"argv\": [\"\", \"{prompt}\"]}"),
              HasSubstr("tool.json:2: error: the program has no name (at /argv/0)"));
  EXPECT_THAT(fault("{\"name\": \"x\", \"argv\": [\"x\", \"{prompt}\"],\n\"answer\":\n{\"regex\": \"(\"}}"),
              HasSubstr("tool.json:3: error: the regular expression cannot be read: missing ): ( "
                        "(at /answer/regex)"));
  EXPECT_THAT(
      fault("{\"name\": \"x\", \"argv\": [\"x\", \"{prompt}\"], \"refusal\": {\"regex\": \"\\\\1\"}}"),
      HasSubstr("invalid escape sequence"));
}

TEST_F(ToolTest, ViolationsOfTheSchema) {
  EXPECT_THAT(fault("{\"name\": \"x\"}"), HasSubstr("argv"));
  EXPECT_THAT(fault("{\"name\": \"x\", \"argv\": []}"), HasSubstr("/argv"));
  EXPECT_THAT(fault(R"({"name": "x", "argv": ["x", "{prompt}"], "stdn": "prompt"})"), HasSubstr("stdin"));
  EXPECT_THAT(fault(R"({"name": "x", "argv": ["x", "{prompt}"], "stdin": "open"})"), HasSubstr("/stdin"));
  EXPECT_THAT(fault(R"({"name": "x", "argv": ["x", "{prompt}"], "answer": {"json": "a"}})"),
              HasSubstr("/answer"));
  EXPECT_THAT(fault(R"({"name": "x", "argv": ["x", "{prompt}"], "success_codes": [256]})"),
              HasSubstr("/success_codes/0"));
  EXPECT_THAT(fault(R"({"name": "x", "argv": ["x", "{prompt}"], "limits": {"timeout_s": 0}})"),
              HasSubstr("/limits/timeout_s"));
  EXPECT_THAT(fault("[]"), HasSubstr("tool.json:1: error"));
  EXPECT_THAT(fault("oops"), HasSubstr("tool.json:1: error"));
}

TEST_F(ToolTest, MissingFile) { EXPECT_THROW(read_tool(folder_ / "missing.json"), Error); }

TEST(KnownTool, Caro) {
  const auto tool = known_tool("caro");
  ASSERT_TRUE(tool);
  const auto& program = std::get<Program>(tool->how);
  EXPECT_THAT(program.argv, ElementsAre("caro", "-o", "json", "--prompt={prompt}"));
  EXPECT_FALSE(program.prompt_on_stdin) << "an open stdin hangs it";
  EXPECT_EQ(std::get<JsonPointer>(program.answer).pointer, "/generated_command");
  EXPECT_EQ(program.refusal.pointer, "/blocked_reason");
  EXPECT_THAT(program.success_codes, ElementsAre(0, 201));
}

TEST(KnownTool, OfNoSuchName) { EXPECT_FALSE(known_tool("no-such-tool")); }

}  // namespace
}  // namespace assay
