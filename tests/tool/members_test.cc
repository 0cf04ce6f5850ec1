// SPDX-License-Identifier: Apache-2.0
// Members of a description for what existing tools print, need and leave behind.
#include <gmock/gmock.h>

#include <filesystem>

#include "answers.h"
#include "assay/error.h"
#include "assay/internal/json.h"
#include "error_of.h"
#include "fake_tools.h"
#include "printed.h"

namespace assay {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Pair;

class Members : public testing::Test {
 protected:
  Program described(const std::string& members, const std::string& argv = R"(["x", "{prompt}"])") const {
    return std::get<Program>(
        read_tool(folder_.write("tool.json", R"({"name": "x", "argv": )" + argv + ", " + members + "}")).how);
  }
  std::string fault(const std::string& members) const {
    return error_of([&] { described(members); });
  }
  const Folder folder_;
};

TEST_F(Members, AMarkerMayStandInTheAnswerThatWasExtracted) {
  const Program program = described(R"("answer": {"json": "/c"}, "refusal": {"answer": "^I cannot"},
                                      "blocked": {"answer": "^# dangerous"})");
  EXPECT_EQ(read(program, printed(R"({"c": "I cannot\ndo that", "note": "x"})")),
            "refused: the answer says `I cannot`");
  EXPECT_EQ(read(program, printed(R"({"c": "ls", "note": "I cannot"})")), "answered: ls");
  const Answer marked = read_answer(program, printed(R"({"c": "# dangerous\nrm a"})"));
  EXPECT_EQ(marked.command, "# dangerous\nrm a");
  EXPECT_EQ(marked.blocked, "the answer says `# dangerous`");
  EXPECT_THAT(fault(R"("refusal": {"answer": "("})"), HasSubstr("(at /refusal/answer)"));
}

TEST_F(Members, JsonMaySayThatInfrastructureIsMissing) {
  const Program program =
      described(R"("answer": {"json": "/result"}, "unavailable": {"json": "/api_error_status"})");
  EXPECT_EQ(read(program, printed(R"({"result": "API Error", "api_error_status": 429})")),
            "unavailable: /api_error_status is a number");
  EXPECT_EQ(read(program, printed(R"({"result": "x", "api_error_status": "401"})", 1)),
            "unavailable: /api_error_status: `401`");
  for (const char* nothing : {"null", "false", "\"\""})
    EXPECT_EQ(read(program, printed(R"({"result": "ls", "api_error_status": )" + std::string(nothing) + "}")),
              "answered: ls");
  EXPECT_EQ(read(program, printed("API Error", 1)), "failed: exit status 1");
}

TEST_F(Members, JsonLinesHaveAPointersValueInTheLastLineWithIt) {
  const std::string lines =
      "starting\n"
      R"({"type": "item", "item": {"type": "message", "text": "ls"}})"
      "\n{broken\n"
      R"({"type": "item", "item": {"type": "thought", "text": "hm"}})"
      "\n"
      R"({"type": "end", "usage": {"input": 100, "output": 7}})"
      "\n";
  const std::string members =
      R"("json": "lines", "tokens": ["/usage/input", "/usage/output", "/usage/cached"], "answer": {"json": "/item/text")";
  EXPECT_EQ(read(described(members + "}"), printed(lines)), "answered: hm");
  const Program program = described(members + R"(, "where": {"/item/type": "message"}})");
  EXPECT_EQ(read(program, printed(lines)), "answered: ls");
  EXPECT_EQ(read_answer(program, printed(lines)).tokens, 107.0);
  EXPECT_EQ(read(program, printed(R"({"item": {"type": "thought", "text": "hm"}})")),
            "malformed_output: the JSON in stdout has no /item/text");
  EXPECT_EQ(read(program, printed("ls\n")),
            "malformed_output: no line of stdout is a JSON object; it begins with `ls`");
  EXPECT_THAT(fault(R"("answer": {"json": "/c", "where": {"/t": "x"}})"), HasSubstr("(at /answer/where)"));
}

TEST_F(Members, StandardInputMayBeAText) {
  const Case asked = a_case("x", {"ls"});
  EXPECT_EQ(invocation(described(R"("stdin": {"text": "n\n"})"), asked).input, "n\n");
  const Program program = described(R"("stdin": {"text": "Q: {prompt}\n"})", R"(["x"])");
  Case prompted = asked;
  prompted.prompt = "list {prompt}";
  EXPECT_EQ(invocation(program, prompted).input, "Q: list {prompt}\n");
  EXPECT_THAT(error_of([&] { described(R"("stdin": {"text": "n"})", R"(["x"])"); }),
              HasSubstr("never given the prompt"));
}

TEST_F(Members, AnEmptyHomeMayHaveFilesAtFirst) {
  const Program program =
      described(R"("home": "case", "files": {".gemini/settings.json": {"a": [1]}, ".toolrc": "quiet\n"})");
  const auto home = std::filesystem::path(folder_.write("home/state", "")).parent_path();
  furnish_home(program, home);
  EXPECT_EQ(read_file(home / ".toolrc"), "quiet\n");
  EXPECT_EQ(read_json(home / ".gemini/settings.json").find("a")->array()->size(), 1u);
  write_file_atomically(home / ".toolrc", "changed by the tool");
  furnish_home(program, home);
  EXPECT_EQ(read_file(home / ".toolrc"), "changed by the tool");
  EXPECT_THAT(fault(R"("files": {"a": ""})"), HasSubstr("your own home"));
  for (const char* name : {"/etc/x", "../x", "a/../../x", "a/", ""})
    EXPECT_THAT(fault(R"("home": "run", "files": {")" + std::string(name) + R"(": ""})"),
                HasSubstr("is not a path in the home"))
        << name;
}

TEST_F(Members, TemporaryFilesGoIntoAnEmptyHomeUnlessTheToolSaysWhere) {
  ProcessSpec spec;
  set_home(spec, "/tmp/h");
  EXPECT_THAT(spec.env, Contains(Pair("TMPDIR", "/tmp/h")));
  spec.env = {{"TMPDIR", "/var/tmp"}};
  set_home(spec, "/tmp/h");
  EXPECT_THAT(spec.env, Contains(Pair("TMPDIR", "/var/tmp")));
}

}  // namespace
}  // namespace assay
