#include <gmock/gmock.h>

#include "assay/tool.h"

namespace assay {
namespace {

using testing::ElementsAre;

Case asking(std::string prompt) {
  Case asked;
  asked.id = "one";
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
  asked.timeout = std::chrono::seconds(2);
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

}  // namespace
}  // namespace assay
