// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/origin.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "assay/internal/behaviour.h"

namespace assay {
namespace {
namespace fs = std::filesystem;

class OriginTest : public testing::Test {
 protected:
  OriginTest() {
    std::string name = (fs::temp_directory_path() / "assay_origin_XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
  }
  ~OriginTest() override { fs::remove_all(folder_); }
  bool git(const std::string& arguments) const {
    const std::string command =
        "git -C " + folder_.string() + " -c user.name=n -c user.email=e@example.org " + arguments;
    return std::system((command + " > /dev/null 2>&1").c_str()) == 0;
  }
  fs::path folder_;
};

TEST_F(OriginTest, AProgramIsSoughtAsTheSystemDoes) {
  EXPECT_TRUE(program_file("sh").is_absolute());
  EXPECT_EQ(program_file("sh").filename(), "sh");
  EXPECT_EQ(program_file("./sh"), "./sh") << "a slash names the file itself";
  EXPECT_EQ(program_file("no_such_program"), "no_such_program");
}

TEST_F(OriginTest, AFolderOutsideGitHasNoCommit) {
  EXPECT_EQ(checkout_of(folder_).commit, "");
  EXPECT_FALSE(checkout_of(folder_).dirty);
}

TEST_F(OriginTest, ACheckoutHasItsCommitAndIsDirtyWhereAKnownFileChanged) {
  if (!git("init")) GTEST_SKIP() << "git is not installed";
  std::ofstream(folder_ / "known") << "1";
  ASSERT_TRUE(git("add known") && git("commit -m first"));
  std::ofstream(folder_ / "unknown") << "1";
  EXPECT_EQ(checkout_of(folder_).commit.size(), 40u);
  EXPECT_FALSE(checkout_of(folder_).dirty);
  std::ofstream(folder_ / "known") << "2";
  EXPECT_TRUE(checkout_of(folder_).dirty);
}

Tool tool_of(Program program) { return {"tool", std::move(program), {{"chunker", "v2"}}}; }

TEST_F(OriginTest, ARunNamesItsToolWithItsLimitsAndParts) {
  Program program;
  program.argv = {(folder_ / "ask").string()};
  program.limits.timeout = std::chrono::seconds(7);
  std::ofstream(folder_ / "ask") << "abc";
  RunInfo info;
  describe_tool(info, tool_of(program));
  EXPECT_EQ(info.tool, "tool");
  EXPECT_EQ(info.tool_path, program.argv.front());
  EXPECT_EQ(info.tool_sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(info.limits.at("timeout_ms"), "7000");
  EXPECT_EQ(info.parts.at("chunker"), "v2");
}

TEST_F(OriginTest, AFileThatAnArgumentNamesIsHashedUnlessItIsHuge) {
  Program program;
  program.argv = {"cat", (folder_ / "script").string(), (folder_ / "model").string()};
  for (const auto& file : {program.argv[1], program.argv[2]}) std::ofstream(file).close();
  fs::resize_file(folder_ / "script", 16u << 20);
  fs::resize_file(folder_ / "model", (16u << 20) + 1);
  RunInfo info;
  describe_tool(info, tool_of(program));
  EXPECT_EQ(info.tool_files.at(program.argv[1]).size(), 64u);
  EXPECT_EQ(info.tool_files.at(program.argv[2]).substr(0, 15), "16777217 bytes,");
}

TEST_F(OriginTest, RecordedAnswersHaveNoLimitsAndAMissingToolNoHash) {
  RunInfo info;
  Recording recording;
  recording.file = folder_ / "answers.jsonl";
  describe_tool(info, {"recorded", recording});
  EXPECT_TRUE(info.limits.empty());
  EXPECT_EQ(info.tool_path, recording.file);
  EXPECT_EQ(info.tool_sha256, "");
}

TEST_F(OriginTest, AKeptHashIsTakenWhileTheFileIsTheSame) {
  Program program;
  program.argv = {(folder_ / "ask").string()};
  std::ofstream(folder_ / "ask") << "abc";
  RunInfo first, second, third;
  describe_tool(first, tool_of(program), folder_ / "kept");
  const auto time = fs::last_write_time(folder_ / "ask");
  std::ofstream(folder_ / "ask") << "xyz";
  fs::last_write_time(folder_ / "ask", time);
  describe_tool(second, tool_of(program), folder_ / "kept");
  EXPECT_EQ(second.tool_sha256, first.tool_sha256) << "neither size nor time says that it changed";
  std::ofstream(folder_ / "ask") << "abcd";
  describe_tool(third, tool_of(program), folder_ / "kept");
  EXPECT_NE(third.tool_sha256, first.tool_sha256);
}

TEST_F(OriginTest, AHashThatCannotBeKeptIsTakenAllTheSame) {
  Program program;
  program.argv = {(folder_ / "ask").string()};
  std::ofstream(folder_ / "ask") << "abc";
  RunInfo info;
  describe_tool(info, tool_of(program), folder_ / "no_such_folder" / "kept");
  EXPECT_EQ(info.tool_sha256.size(), 64u);
}

TEST_F(OriginTest, LevelsAreRecordedWithTheVersionsThatTheyState) {
  const EvaluateOptions options{
      .levels = {find_level("exact"), {"mine", Grader{}, "3"}, {"unversioned", Grader{}}}};
  RunInfo info;
  describe_grading(info, options, {}, {});
  EXPECT_EQ(info.levels, (std::vector<std::string>{"exact", "mine", "unversioned"}));
  EXPECT_EQ(info.level_versions.size(), 2u);
  EXPECT_EQ(info.level_versions.at("mine"), "3");
}

TEST_F(OriginTest, LevelsThatCasesBringAlongHaveVersionsToo) {
  const EvaluateOptions options{.levels = {{"mine", Grader{}, "3"}},
                                .in_worlds = {find_level("behavioural")}};
  const auto versions_with = [&](const Case& asked) {
    CaseLevels more;
    more.add(asked);
    RunInfo info;
    describe_grading(info, options, more, {});
    EXPECT_EQ(info.levels, std::vector<std::string>{"mine"}) << "what cases that name none are graded by";
    std::vector<std::string> names;
    for (const auto& [name, version] : info.level_versions) names.push_back(name);
    return names;
  };
  using Names = std::vector<std::string>;
  Case plain, in_world, picky;
  in_world.world = "ready/home";
  picky.own->levels = {"canonical", "telepathy"};
  picky.world = "ready/home";
  EXPECT_EQ(versions_with(plain), (Names{"mine"}));
  EXPECT_EQ(versions_with(in_world), (Names{"behavioural", "mine"}));
  EXPECT_EQ(versions_with(picky), (Names{"canonical", "mine"}));
}

TEST_F(OriginTest, WorldsThatCasesNameAreHashedWhereALevelRunsCommands) {
  std::ofstream(folder_ / "shop.json") << "abc";
  std::filesystem::create_directory(folder_ / "home");
  Case asked;
  asked.dataset = "set";
  asked.where.file = (folder_ / "set.json").string();
  CaseLevels more;
  for (const char* world : {"shop.json", "home/", "gone.json", "ready/files", "word"}) {
    asked.world = world;
    more.add(asked);
  }
  const EvaluateOptions running{.levels = {find_level("exact")}, .in_worlds = {find_level("behavioural")}};
  const auto worlds_of = [&](const EvaluateOptions& options) {
    RunInfo info;
    describe_grading(info, options, more, {});
    return info.worlds;
  };
  auto worlds = worlds_of(running);
  EXPECT_EQ(worlds.size(), 3u) << "none of those that come with assay, none of words";
  EXPECT_EQ(worlds["set: shop.json"], "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(worlds["set: gone.json"], "");
  const auto empty = worlds["set: home/"];
  std::ofstream(folder_ / "home" / "notes") << "more";
  EXPECT_NE(worlds_of(running)["set: home/"], empty);
  EXPECT_TRUE(worlds_of({.levels = {find_level("exact")}}).empty());
}

TEST_F(OriginTest, TheSandboxIsNamedWhereALevelRunsCommands) {
  const Backends backends{.lab = std::make_shared<behaviour::Lab>()};
  const EvaluateOptions reading{.levels = {find_level("exact")}};
  const EvaluateOptions running{.levels = {find_level("exact"), find_level("behavioural")}};
  RunInfo info;
  describe_grading(info, reading, {}, backends);
  EXPECT_EQ(info.sandbox, "");
  EXPECT_TRUE(info.userland.empty());
  describe_grading(info, running, {}, backends);
  const auto& sandbox = backends.lab->sandbox();
  EXPECT_TRUE(info.sandbox.starts_with(name_of(sandbox.tier()))) << info.sandbox;
  EXPECT_NE(info.sandbox.find(sandbox.reason()), std::string::npos);
  if (sandbox.tier() == sandbox::Tier::unavailable) GTEST_SKIP() << sandbox.reason();
  EXPECT_TRUE(info.userland.contains("bash"));
  EXPECT_TRUE(info.userland.contains("awk"));
}

}  // namespace
}  // namespace assay
