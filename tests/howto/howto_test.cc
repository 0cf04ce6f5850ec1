// The tool as its users start it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <fstream>
#include <string>

namespace {

using testing::HasSubstr;
using testing::StartsWith;

struct Outcome {
  int status = -1;
  std::string out;  // standard output and error
};

// `arguments` as a shell reads them. Standard input never ends, so a tool that read it would hang.
Outcome howto(const std::string& arguments) {
  Outcome outcome;
  std::FILE* pipe = popen((std::string(HOWTO_TOOL) + " " + arguments + " 2>&1 < /dev/zero").c_str(), "r");
  char buffer[4096];
  for (std::size_t size = 0; (size = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;)
    outcome.out.append(buffer, size);
  outcome.status = WEXITSTATUS(pclose(pipe));
  return outcome;
}

TEST(Howto, PlainOutputIsTheCommandAndANewline) {
  const auto outcome = howto("show the last 20 lines of app.log");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out, "tail -n 20 app.log\n");
}

TEST(Howto, TheRequestMayBeOneArgumentOrAnOption) {
  EXPECT_EQ(howto("'count the lines in a.txt'").out, "wc -l a.txt\n");
  EXPECT_EQ(howto("-p 'count the lines in a.txt'").out, "wc -l a.txt\n");
  EXPECT_EQ(howto("--prompt 'count the lines in a.txt'").out, "wc -l a.txt\n");
}

TEST(Howto, AnArgumentWithBlanksIsOneValue) {
  EXPECT_EQ(howto("search for 'hello world' in a.txt").out, "grep 'hello world' a.txt\n");
}

TEST(Howto, JsonIsOneLine) {
  const auto outcome = howto("--output json count the lines in a.txt");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(
      outcome.out,
      StartsWith(R"({"request":"count the lines in a.txt","command":"wc -l a.txt","recipe":"wc-lines")"));
}

TEST(Howto, NoFittingRecipeIsStatusOne) {
  const auto outcome = howto("sing a song");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.out, "howto: no recipe fits the request\n");
  EXPECT_EQ(howto("''").status, 1);
}

TEST(Howto, WrongUsageIsStatusTwo) {
  EXPECT_EQ(howto("").status, 2);
  EXPECT_EQ(howto("--output yaml list files").status, 2);
  EXPECT_EQ(howto("--cookbook /nonexistent/book.json list files").status, 2);
  EXPECT_EQ(howto("--help").status, 0);
}

TEST(Howto, ListShowsTheRecipes) {
  const auto outcome = howto("--list");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, HasSubstr("tail\ttext\tshow the last {number} lines of {file}\n"));
}

TEST(Howto, AnotherCookbookReplacesTheBundledOne) {
  const std::string path = testing::TempDir() + "howto_book.json";
  std::ofstream(path)
      << R"({"recipes": [{"id": "brew", "category": "kitchen", "phrases": ["brew {number} cups of tea"], "command": "tea {number}"}]})";
  EXPECT_EQ(howto("--cookbook " + path + " please brew 3 cups of tea").out, "tea 3\n");
  EXPECT_EQ(howto("--cookbook " + path + " list all processes").status, 1);
}

TEST(Howto, TheCommandFormMayBeNamed) {
  EXPECT_EQ(howto("command 'count the lines in a.txt'").out, "wc -l a.txt\n");
  EXPECT_EQ(howto("command --output plain count the lines in a.txt").out, "wc -l a.txt\n");
}

TEST(Howto, ARequestMayBeginWithThatWord) {
  EXPECT_EQ(howto("command history please show").out, "history\n");
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
  EXPECT_EQ(outcome.out, "howto: The documents do not say.\n");
  const auto json = howto("ask --output json 'what is the capital of Australia?'");
  EXPECT_EQ(json.status, 0) << "the JSON says it";
  EXPECT_THAT(json.out, HasSubstr("\"grounded\":false"));
}

TEST(HowtoSearch, ListsPlaces) {
  EXPECT_THAT(howto("search 'mean reciprocal rank'").out, HasSubstr("metrics.md#retrieval"));
  EXPECT_THAT(
      howto("search -o json -k 1 -p 'exit statuses'").out,
      HasSubstr("\"hits\":[{\"chunk_id\":\"command-line.md#exit-statuses\",\"doc_id\":\"command-line.md\""));
}

TEST(HowtoSearch, TheWordAloneIsARequest) {
  EXPECT_THAT(howto("search for TODO in all python files").out, HasSubstr("grep"));
}

}  // namespace
