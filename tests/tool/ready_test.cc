// SPDX-License-Identifier: Apache-2.0
// The ready descriptions, and descriptions that modify one.
#include <gmock/gmock.h>

#include "assay/error.h"
#include "assay/tool.h"
#include "error_of.h"
#include "fake_tools.h"

namespace assay {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

TEST(ReadyTools, AreListedWithWhatTheyAreFor) {
  std::vector<std::string> names;
  for (const ReadyTool& each : ready_tools()) {
    names.push_back(each.name);
    EXPECT_THAT(each.description, HasSubstr(" "));
    EXPECT_TRUE(known_tool(each.name)) << each.name;
  }
  EXPECT_THAT(names, ElementsAre("caro", "kebab", "kebab-search", "ollama", "llama.cpp"));
}

TEST(ReadyTools, TheirTextIsAFileToCopy) {
  const Folder folder;
  for (const ReadyTool& each : ready_tools()) {
    const Tool copied = read_tool(folder.write("tool.json", ready_tool_text(each.name)));
    EXPECT_EQ(copied.name, each.name);
    EXPECT_EQ(std::get<Program>(copied.how).argv, std::get<Program>(known_tool(each.name)->how).argv);
  }
  EXPECT_EQ(ready_tool_text("no-such-tool"), "");
}

TEST(ReadyTools, MayBeChangedInPlace) {
  const Folder folder;
  const Tool tool = read_tool(folder.write(
      "tool.json",
      R"({"like": "caro", "env": {"CARO_MODEL": "m"}, "cwd": "work", "limits": {"timeout_s": 60}})"));
  const auto& program = std::get<Program>(tool.how);
  EXPECT_EQ(tool.name, "caro");
  EXPECT_THAT(program.env, Contains(Pair("CARO_MODEL", "m")));
  EXPECT_THAT(program.env, Contains(Pair("RUST_LOG", "off")));
  EXPECT_EQ(program.cwd, folder / "work");
  EXPECT_EQ(program.limits.timeout, std::chrono::seconds(60));
  EXPECT_EQ(program.argv.front(), "caro");
}

TEST(ReadyTools, OwnMembersWin) {
  const Folder folder;
  const Tool tool = read_tool(folder.write(
      "tool.json",
      R"({"like": "caro", "name": "mine", "argv": ["./caro", "{prompt}"], "env": {"RUST_LOG": "warn"}})"));
  EXPECT_EQ(tool.name, "mine");
  EXPECT_EQ(std::get<Program>(tool.how).argv.front(), folder / "caro");
  EXPECT_THAT(std::get<Program>(tool.how).env, ElementsAre(Pair("RUST_LOG", "warn")));
}

TEST(ReadyTools, OneThatIsNotThereNamesTheNearest) {
  const Folder folder;
  EXPECT_THAT(error_of([&] { read_tool(folder.write("tool.json", "{\n\"like\": \"karo\"}")); }),
              HasSubstr("tool.json:2: error: there is no ready description \"karo\" (at /like)\n"
                        "  next: did you mean \"caro\"?"));
}

}  // namespace
}  // namespace assay
