// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "answers.h"
#include "assay/tool.h"

namespace assay {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Pair;

Case asking(std::string prompt) {
  Case asked = a_case("one");
  asked.prompt = std::move(prompt);
  return asked;
}

std::vector<std::string> argv(std::vector<std::string> written, const std::string& prompt) {
  Program program;
  program.argv = std::move(written);
  return invocation(program, asking(prompt)).argv;
}

TEST(Invocation, PromptIsOneArgumentWhateverIsInIt) {
  EXPECT_THAT(argv({"tool", "-p", "{prompt}"}, "list \"a b\"; $(rm) 'x'\n*"),
              ElementsAre("tool", "-p", "list \"a b\"; $(rm) 'x'\n*"));
}

TEST(Invocation, PromptMayBePartOfAnArgument) {
  EXPECT_THAT(argv({"tool", "--prompt={prompt}!", "{prompt}"}, "hi"),
              ElementsAre("tool", "--prompt=hi!", "hi"));
}

TEST(Invocation, PlaceholderInAPromptIsText) {
  EXPECT_THAT(argv({"tool", "{prompt}{prompt}"}, "a {prompt} b"),
              ElementsAre("tool", "a {prompt} ba {prompt} b"));
}

TEST(Invocation, InputIsNothingOrThePrompt) {
  Program program;
  program.argv = {"tool"};
  EXPECT_EQ(invocation(program, asking("hi")).input, std::nullopt);
  program.prompt_on_stdin = true;
  EXPECT_EQ(invocation(program, asking("hi")).input, "hi");
}

TEST(Invocation, TheCasesOwnTimeoutWins) {
  Program program;
  program.argv = {"tool", "{prompt}"};
  program.limits.timeout = std::chrono::seconds(9);
  Case asked = asking("hi");
  EXPECT_EQ(invocation(program, asked).limits.timeout, std::chrono::seconds(9));
  asked.own->timeout = std::chrono::seconds(2);
  EXPECT_EQ(invocation(program, asked).limits.timeout, std::chrono::seconds(2));
}

TEST(Invocation, EnvironmentAndFolderAreTheTools) {
  Program program;
  program.argv = {"tool"};
  program.env = {{"A", "b"}};
  program.cwd = "/usr";
  const ProcessSpec spec = invocation(program, asking("hi"));
  EXPECT_EQ(spec.env, program.env);
  EXPECT_EQ(spec.cwd, "/usr");
}

TEST(Invocation, ACasesOwnVariablesGoBeforeTheTools) {
  Program program;
  program.argv = {"tool"};
  program.env = {{"A", "tool"}, {"B", "tool"}};
  Case asked = asking("hi");
  asked.own->env = {{"B", "case"}, {"C", "case"}};
  EXPECT_THAT(invocation(program, asked).env,
              ElementsAre(Pair("A", "tool"), Pair("B", "case"), Pair("C", "case")));
}

TEST(Invocation, OfAFixtureHasTheToolsSurroundings) {
  Program program;
  program.env = {{"A", "b"}};
  program.cwd = "/usr";
  program.fixture.limit = std::chrono::seconds(7);
  const ProcessSpec spec = fixture_invocation(program, {"make_index", "{prompt}"});
  EXPECT_THAT(spec.argv, ElementsAre("make_index", "{prompt}")) << "there is none";
  EXPECT_EQ(spec.env, program.env);
  EXPECT_EQ(spec.cwd, "/usr");
  EXPECT_EQ(spec.limits.timeout, std::chrono::seconds(7));
}

TEST(Invocation, AnEmptyHomeBringsEmptyFoldersOfXdg) {
  ProcessSpec spec;
  spec.env = {{"HOME", "/root"}, {"XDG_CACHE_HOME", "/var/cache"}, {"A", "b"}};
  set_home(spec, "/tmp/h");
  EXPECT_THAT(spec.env, ElementsAre(Pair("HOME", "/tmp/h"), Pair("A", "b"), Pair("TMPDIR", "/tmp/h")));
  EXPECT_THAT(spec.unset, Contains("XDG_CACHE_HOME"));
  EXPECT_THAT(spec.unset, Contains("XDG_CONFIG_HOME"));
}

}  // namespace
}  // namespace assay
