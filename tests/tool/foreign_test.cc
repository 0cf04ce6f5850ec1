// SPDX-License-Identifier: Apache-2.0
// The ready descriptions applied to real output of the tools: samples here, and the recorded outputs if a
// checkout has them beside it.
#include <gmock/gmock.h>

#include <map>

#include "assay/internal/json.h"
#include "assay/tool.h"
#include "fake_tools.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

std::string text_of(const JsonValue& row, std::string_view key) { return *row.find(key)->string(); }

Answer read_output(const char* tool, const std::string& out, const std::string& err, int status) {
  ProcessResult result;
  result.end = ProcessEnd::exited;
  result.exit_code = status;
  result.out.head = out;
  result.out.total = out.size();
  result.err.head = err;
  result.err.total = err.size();
  return read_answer(std::get<Program>(known_tool(tool)->how), result);
}

std::string said(const Answer& answer) {
  return std::string(to_string(answer.ending)) + ": " +
         (answer.command.empty() ? answer.detail : answer.command);
}

constexpr const char* kWarning =
    "\x1b[33m WARN\x1b[0m \x1b[2mcaro::agent\x1b[0m\x1b[2m:\x1b[0m Initial command failed validation: {x}\n";

TEST(Caro, AnswersBelowItsLog) {
  EXPECT_EQ(
      said(read_output("caro",
                       kWarning + std::string("{\n  \"generated_command\": \"ls -la\",\n  \"alternatives\": "
                                              "[],\n  \"blocked_reason\": null\n}\n"),
                       "", 0)),
      "answered: ls -la");
}

TEST(Caro, BlocksWithAReasonInItsJson) {
  EXPECT_EQ(said(read_output(
                "caro", R"({"generated_command": "rm -rf .", "blocked_reason": "Critical risk"})", "", 1)),
            "refused: /blocked_reason: `Critical risk`");
}

TEST(Caro, RefusesOnStderrWithoutJson) {
  EXPECT_EQ(said(read_output("caro", kWarning,
                             "Error: Command generation failed: Validation failed: Initial: no\n", 1)),
            "refused: stderr says `Error: Command generation failed: Validation failed: Initial: no`");
}

TEST(Caro, WithoutAModelIsUnavailable) {
  EXPECT_EQ(
      said(read_output(
          "caro", kWarning,
          "Error: Command generation failed: Backend is not available: no network\n\nTry again\n", 1)),
      "unavailable: stderr says `Error: Command generation failed: Backend is not available: no network`");
}

TEST(Caro, TakesPromptsThatLookLikeOptions) {
  Case asked;
  asked.prompt = "--version";
  EXPECT_EQ(invocation(std::get<Program>(known_tool("caro")->how), asked).argv.back(), "--prompt=--version");
}

TEST(Caro, AsRecorded) {
  const std::string file = ASSAY_SHARED_DATA "/foreign/caro_1.1.3_outputs.jsonl";
  if (!std::filesystem::exists(file)) GTEST_SKIP() << file << " is not there";
  std::map<std::string, int> endings;
  read_lines(file, [&](const TextLine& line) {
    const JsonValue row = parse_json(line.text, file);
    // Leaves out two ways of asking that the ready description does not use.
    const JsonValue::Array& argv = *row.find("argv")->array();
    if (*argv.at(0).string() != "caro" || text_of(row, "prompt").starts_with('-')) return;
    const Answer answer = read_output("caro", text_of(row, "stdout"), text_of(row, "stderr"),
                                      static_cast<int>(*row.find("exit_code")->integer()));
    ++endings[std::string(to_string(answer.ending))];
  });
  EXPECT_THAT(endings, ElementsAre(Pair("answered", 6), Pair("refused", 12), Pair("unavailable", 6)));
}

// kebab with its recorded outputs: one for search and one for ask.
class KebabOutputs : public testing::Test {
 protected:
  Answer asked(const std::string& search, const std::string& ask, int status) {
    folder_.write("search.out", search);
    folder_.write("ask.out", ask);
    std::filesystem::permissions(
        folder_.write("kebab", "#!/bin/sh\ncd \"${0%/*}\"\ncat $1.out\n[ $1 = search ] || exit " +
                                   std::to_string(status) + "\n"),
        std::filesystem::perms::owner_all);
    Program program = std::get<Program>(known_tool("kebab")->how);
    program.env.emplace_back("PATH", (folder_ / "") + ":" + std::getenv("PATH"));
    return read_answer(program, run_process(invocation(program, {})));
  }
  const Folder folder_;
};

constexpr const char* kHits = R"({"hits":[{"chunk_id":"c","doc_id":"d","score":0.5}]})";

TEST_F(KebabOutputs, AFailedAskKeepsItsSearch) {
  const Answer answer = asked(kHits, "", 1);
  EXPECT_EQ(answer.ending, Ending::failed);
  EXPECT_TRUE(is_measured(answer.ending));
  ASSERT_TRUE(answer.retrieval);
  EXPECT_THAT(answer.retrieval->hits, ElementsAre(Hit{"c", "d", 0.5}));
  EXPECT_EQ(answer.retrieval->text, std::nullopt);
}

TEST_F(KebabOutputs, ARefusalIsOne) {
  const Answer answer = asked(kHits, R"({"answer": "no", "grounded": false, "citations": []})", 1);
  EXPECT_EQ(answer.ending, Ending::refused) << answer.detail;
  EXPECT_EQ(answer.retrieval->hits.size(), 1u);
}

TEST_F(KebabOutputs, AsRecorded) {
  const std::string file = ASSAY_SHARED_DATA "/foreign/kebab_0.32_outputs.jsonl";
  if (!std::filesystem::exists(file)) GTEST_SKIP() << file << " is not there";
  int answered = 0, failed = 0;
  read_lines(file, [&](const TextLine& line) {
    const JsonValue row = parse_json(line.text, file);
    const std::string out = text_of(row, "stdout");
    const std::string opening = "{\"search\":", middle = ",\"ask\":";
    if (!out.starts_with(opening)) {
      const Answer answer = read_output("kebab-search", out, "", 0);
      EXPECT_EQ(answer.ending, Ending::answered) << answer.detail;
      return;
    }
    const std::size_t at = out.rfind(middle);
    ASSERT_NE(at, std::string::npos);
    const std::string search = out.substr(opening.size(), at - opening.size());
    const bool whole = *row.find("exit_code")->integer() == 0;
    const std::string ask = whole ? out.substr(at + middle.size(), out.rfind('}') - at - middle.size()) : "";
    const Answer answer = asked(search, ask, whole ? 0 : 1);
    ASSERT_TRUE(answer.retrieval) << answer.detail;
    EXPECT_EQ(answer.retrieval->hits.size(), 10u);
    ++(answer.ending == Ending::failed ? failed : answered);
    EXPECT_EQ(answer.ending == Ending::failed, !whole) << answer.detail;
  });
  EXPECT_EQ(answered, 6);
  EXPECT_EQ(failed, 3);
}

}  // namespace
}  // namespace assay
