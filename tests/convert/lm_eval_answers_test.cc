// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "answer_texts.h"

namespace assay::convert {
namespace {

using testing::ElementsAre;

Json attempt(const char* id, const char* run, int number, const char* answer) {
  return {{"id", id}, {"run", run}, {"attempt", number}, {"answer", answer}};
}

// A row of a sample file, as lm-eval writes it.
std::string row(const std::string& prompt, const std::string& responses, const std::string& filter,
                const std::string& filtered, const std::string& document = "{}") {
  return "{\"doc_id\": 0, \"doc\": " + document +
         ", \"target\": \"ls\", \"arguments\": {\"gen_args_0\": {\"arg_0\": " + prompt +
         ", \"arg_1\": {\"until\": []}}}, \"resps\": [" + responses + "], \"filtered_resps\": [" + filtered +
         "], \"filter\": \"" + filter + "\", \"exact_match\": NaN}\n";
}

TEST(LmEvalAnswersTest, AFilterIsARunAndARepetitionAnAttempt) {
  const auto answers = read(AnswerSource::lm_eval,
                            row("\"list\"", "[\"a\", \"b\"]", "none", "\"a\"") +
                                row("\"list\"", "[\"a\", \"b\"]", "first-line", "[\"A\", \"B\"]") +
                                row("\"list\"", "[\"a\", \"b\"]", "majority", "\"A\""),
                            "samples_t.jsonl");
  EXPECT_THAT(lines_of(answers),
              ElementsAre(attempt("t0001", "none", 1, "a"), attempt("t0001", "none", 2, "b"),
                          attempt("t0001", "first-line", 1, "A"), attempt("t0001", "first-line", 2, "B"),
                          attempt("t0001", "majority", 1, "A")));
}

TEST(LmEvalAnswersTest, ThePromptIsTheOneThatWasSentOrATextOfItsDocument) {
  const auto answers =
      read(AnswerSource::lm_eval,
           row("\"Q: ls\\nA: list\\n\\nQ: where\\nA:\"", "[\"pwd\"]", "none", "\"pwd\"",
               R"({"level": 1, "question": "where"})") +
               row(R"(["[{\"role\": \"user\", \"content\": \"list\"}]"])", "[\"ls\"]", "none", "\"ls\"") +
               row("\"erase\"", "[\"rm\"]", "none", "\"rm\"", R"({"question": "erase all"})"),
           "samples_t.jsonl");
  EXPECT_THAT(lines_of(answers),
              ElementsAre(attempt("t0002", "none", 1, "pwd"), attempt("t0001", "none", 1, "ls")));
  EXPECT_THAT(remarks_of(answers), ElementsAre("samples_t.jsonl:3: no case asks \"erase\""));
}

TEST(LmEvalAnswersTest, RatingsOfTextsAreNoAnswers) {
  const auto answers = read(
      AnswerSource::lm_eval,
      row("\"list\"", "[\"ls\"]", "none", "\"ls\"") +
          row("\"where\"", "[[-1.5, false]]", "none", "[-1.5, false]") +
          R"({"arguments": {"gen_args_0": {"arg_0": "where"}, "gen_args_1": {"arg_0": "where"}}, "resps": [["a"], ["b"]]})",
      "samples_t.jsonl");
  EXPECT_EQ(answers.count, 1u);
  EXPECT_THAT(remarks_of(answers),
              ElementsAre("samples_t.jsonl:2: its response 1 is a list, not text",
                          "samples_t.jsonl:3: rates several texts; a case has one answer"));
}

}  // namespace
}  // namespace assay::convert
