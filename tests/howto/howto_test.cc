// SPDX-License-Identifier: Apache-2.0
// The tool, started as its users start it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <string>

namespace {

using testing::HasSubstr;
using testing::StartsWith;

struct Outcome {
  int status = -1;
  std::string out;  // standard output and error
};

// `arguments` are parsed by a shell. Standard input never ends, so a tool that read it would hang.
Outcome howto(const std::string& arguments) {
  Outcome outcome;
  std::FILE* pipe = popen((std::string(HOWTO_TOOL) + " " + arguments + " 2>&1 < /dev/zero").c_str(), "r");
  char buffer[4096];
  for (std::size_t size = 0; (size = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;)
    outcome.out.append(buffer, size);
  outcome.status = WEXITSTATUS(pclose(pipe));
  return outcome;
}

TEST(Howto, AnswersWithACommand) {
  const auto outcome = howto("show the last 20 lines of app.log");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out, "tail -n 20 app.log\n");
}

TEST(Howto, QuotesWhatTheShellWouldRead) {
  EXPECT_EQ(howto("\"search for 'hello world' in a.txt\"").out, "grep 'hello world' a.txt\n");
}

TEST(Howto, JsonNamesTheRecipe) {
  EXPECT_EQ(howto("--output json 'show the last 20 lines of app.log'").out,
            "{\"command\":\"tail -n 20 app.log\",\"recipe\":\"tail\"}\n");
}

TEST(Howto, NoFittingRecipeIsStatusOne) {
  const auto outcome = howto("book me a flight to Paris");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.out, "howto: no recipe fits the request\n");
}

TEST(Howto, WrongUsageIsStatusTwo) {
  EXPECT_EQ(howto("").status, 2);
  EXPECT_EQ(howto("--output yaml 'list files'").status, 2);
}

TEST(HowtoAsk, AnswersFromTheDocuments) {
  const auto outcome = howto("ask 'does it run on Windows?'");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, HasSubstr("The executor relies on Linux"));
  EXPECT_THAT(outcome.out, HasSubstr("[non-goals.md#non-goals]"));
}

TEST(HowtoAsk, RefusesWhatTheyDoNotSay) {
  const auto outcome = howto("ask 'what is the capital of Australia?'");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.out, "howto: the documents do not say\n");
  const auto json = howto("ask --output json 'what is the capital of Australia?'");
  EXPECT_EQ(json.status, 0) << "the JSON says it";
  EXPECT_THAT(json.out, HasSubstr("\"grounded\":false"));
}

TEST(HowtoSearch, ListsPlaces) {
  EXPECT_THAT(howto("search 'mean reciprocal rank'").out, HasSubstr("metrics.md#retrieval"));
  EXPECT_THAT(howto("search --output json 'exit statuses'").out,
              StartsWith("{\"hits\":[{\"chunk_id\":\"command-line.md#exit-statuses\","));
}

TEST(HowtoSearch, TheWordAloneIsARequest) {
  EXPECT_THAT(howto("search for TODO in main.py").out, HasSubstr("grep"));
}

}  // namespace
