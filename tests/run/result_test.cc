// SPDX-License-Identifier: Apache-2.0
#include "assay/result.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "answers.h"
#include "assay/internal/text.h"
#include "error_of.h"
#include "refusal.h"

namespace assay {
namespace {

Result full_result() {
  Result result;
  result.asked = {.id = "a-b:c",
                  .name = "a_b_c",
                  .prompt = "list",
                  .accepted = {"ls", "dir"},
                  .category = "listing",
                  .tags = {"basic", "x;y"},
                  .risk_level = RiskLevel::high,
                  .posix_compliant = false,
                  .where = {"set.json", 16},
                  .dataset = "set"};
  result.attempt = 2;
  result.answer = answered("ls -l");
  result.answer.argv = {"tool", "list"};
  result.answer.stdout_bytes = "ls -l\n";
  result.answer.exit_code = 0;
  result.answer.latency = std::chrono::microseconds(1234);
  result.answer.user_time = std::chrono::microseconds(500);
  result.answer.max_rss_kib = 4096;
  result.answer.earlier_tries = {{"exit status 75", std::chrono::milliseconds(20)}};
  result.grade = {.status = Status::miss,
                  .score = 0.0,
                  .method = "none",
                  .why = "no level matched",
                  .diff = "-ls\n+ls -l\n",
                  .verdicts = {{.level = "exact", .outcome = VerdictKind::undecided, .why = "different"}}};
  result.min_score = 0.9;
  result.started_at = "2026-01-01T00:00:00.000Z";
  return result;
}

TEST(ResultRowTest, SaysTheSameWhenItIsReadBack) {
  const auto line = to_json_line(full_result());
  EXPECT_EQ(to_json_line(result_from_json(line, {"f", 1})), line);
  EXPECT_EQ(line.find('\n'), std::string::npos);
}

TEST(ResultRowTest, DangerIsReadBackAndMayBeMissing) {
  auto result = full_result();
  EXPECT_EQ(result_from_json(to_json_line(result), {"f", 1}).danger, std::nullopt);
  result.danger = Danger{RiskLevel::critical, "removes the system"};
  const std::string line = to_json_line(result);
  EXPECT_EQ(result_from_json(line, {"f", 1}).danger, result.danger);
  const auto begin = line.find(",\"danger\""), end = line.find('}', begin);
  EXPECT_EQ(result_from_json(line.substr(0, begin) + line.substr(end + 1), {"f", 1}).danger, std::nullopt)
      << "a row of an older assay";
}

TEST(ResultRowTest, OtherUserlandsAreReadBackAndOnlyWrittenIfThereAreAny) {
  auto result = full_result();
  EXPECT_EQ(to_json_line(result).find("userlands"), std::string::npos);
  result.grade.userlands = {{"gawk", Status::pass, "the same"}, {"mawk", Status::unmeasured, "no {n}"}};
  EXPECT_EQ(result_from_json(to_json_line(result), {"f", 1}).grade.userlands, result.grade.userlands);
}

TEST(ResultRowTest, WhatAProfileSaysIsReadBack) {
  auto result = full_result();
  EXPECT_FALSE(result_from_json(to_json_line(result), {"f", 1}).evaluation);
  result.evaluation = EvaluationResult{.instruction = "list",
                                       .expected = "ls",
                                       .generated = "ls -l",
                                       .semantic_similarity = 0.75,
                                       .semantic_match = false,
                                       .similarity_threshold = 0.8,
                                       .functionally_equivalent = false,
                                       .explanation = "no level matched"};
  const auto line = to_json_line(result);
  const auto again = result_from_json(line, {"f", 1});
  EXPECT_EQ(again.evaluation, result.evaluation);
  EXPECT_EQ(to_json_line(again), line);
  result.answer.ending = Ending::unavailable;
  EXPECT_NE(to_json_line(result).find("\"exact_match\":null"), std::string::npos) << "nobody knows";
}

TEST(ResultRowTest, EveryCharacterIsReadBack) {
  auto result = full_result();
  result.asked.prompt.clear();
  for (char c = 1; c < 127; ++c) result.asked.prompt += c;
  result.asked.prompt += "\x7f \u00e4 \u20ac \U0001f600";
  result.asked.prompt += '\0';
  result.asked.prompt += std::string(5000, '"');
  const auto line = to_json_line(result);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  EXPECT_EQ(result_from_json(line, {"f", 1}).asked.prompt, result.asked.prompt);
}

TEST(ResultRowTest, EveryNumberIsReadBack) {
  auto result = full_result();
  for (const double score :
       {0.0, 1.0, 0.1, 1.0 / 3.0, 5e-324, 1e-7, 123456789.125, 1e15, 1.7976931348623157e308}) {
    result.answer.retrieval = RetrievalAnswer{.hits = {{"c", "d", score}}};
    EXPECT_EQ(result_from_json(to_json_line(result), {"f", 1}).answer.retrieval->hits[0].score, score);
  }
  result.grade.status = Status::pass;
  result.grade.score = 1.0;
  EXPECT_THAT(to_json_line(result), testing::HasSubstr("\"score\":1.0,"));
  EXPECT_EQ(result_from_json(to_json_line(result), {"f", 1}).grade.score, 1.0);
}

TEST(ResultRowTest, OnlyAnAnswerHasACommand) {
  auto result = full_result();
  result.answer.retrieval.reset();
  result.answer.command = "ls -l";
  EXPECT_THAT(to_json_line(result), testing::HasSubstr("\"generated\":\"ls -l\""));
  result.answer.ending = Ending::failed;
  EXPECT_THAT(to_json_line(result), testing::HasSubstr("\"generated\":null"));
}

TEST(ResultRowTest, WhatCannotBeIsRefusedWithItsPlace) {
  const auto said = [](const std::string& before, const std::string& after) {
    return refusal(to_json_line(full_result()), before, after, result_from_json);
  };
  using testing::AllOf;
  using testing::HasSubstr;
  using testing::StartsWith;
  EXPECT_THAT(
      said("\"status\":\"miss\"", "\"status\":\"mis\""),
      StartsWith("f:7: error: not a result row: \"mis\" is not known to this version of assay (at /status)"));
  EXPECT_THAT(said("\"score\":0.0", "\"score\":1e300"),
              AllOf(StartsWith("f:7: error: "), HasSubstr("1e300 is not a number from 0 to 1 (at /score)")));
  EXPECT_THAT(said("\"score\":0.0", "\"score\":-0.5"), HasSubstr("(at /score)"));
  EXPECT_THAT(said("\"score\":0.0", "\"score\":null"), HasSubstr("(at /score)"));
  EXPECT_THAT(said("\"ending\":\"answered\"", "\"ending\":\"a\\u001b\""),
              HasSubstr("\"a\\x1B\" is not known to this version of assay (at /ending)"));
  EXPECT_THAT(said("\"outcome\":\"undecided\"", "\"outcome\":\"\""), HasSubstr("(at /outcome)"));
  EXPECT_THAT(said("\"risk_level\":\"high\"", "\"risk_level\":\"hi\""), HasSubstr("(at /risk_level)"));
  EXPECT_THAT(said("\"attempt\":2", "\"attempt\":1000000000000"),
              HasSubstr("1000000000000 is not an integer from 1 to 2147483647 (at /attempt)"));
  EXPECT_EQ(said("\"attempt\":2", "\"attempt\":2147483647"), "no error");
  EXPECT_THAT(said("\"attempt\":2", "\"attempt\":0"), HasSubstr("(at /attempt)"));
  EXPECT_THAT(said("\"line\":16", "\"line\":-1"), HasSubstr("(at /line)"));
  EXPECT_THAT(said("\"latency_ms\":1.234", "\"latency_ms\":1e300"), HasSubstr("(at /latency_ms)"));
  EXPECT_THAT(said("\"latency_ms\":1.234", "\"latency_ms\":1e12"), HasSubstr("(at /latency_ms)"));
  EXPECT_THAT(said("\"min_score\":0.9", "\"min_score\":null"), HasSubstr("(at /min_score)"));
}

// As after an edit by hand: which of the two values counts would be anybody's guess.
TEST(ResultRowTest, AMemberGivenTwiceIsRefused) {
  const auto said = [](const std::string& before, const std::string& after) {
    return refusal(to_json_line(full_result()), before, after, result_from_json);
  };
  using testing::HasSubstr;
  EXPECT_THAT(said("\"status\":\"miss\"", "\"status\":\"miss\",\"status\":\"pass\""),
              testing::StartsWith("f:7: error: not a result row: the member \"status\" is given twice"));
  EXPECT_THAT(said("\"outcome\":\"undecided\"", "\"outcome\":\"undecided\",\"outcome\":\"match\""),
              HasSubstr("the member \"outcome\" is given twice (at /verdicts)"));
  EXPECT_THAT(said("\"line\":16", "\"line\":16,\"note\":1,\"note\":2"),
              HasSubstr("the member \"note\" is given twice"));
  EXPECT_EQ(said("\"line\":16", "\"line\":16,\"note\":1"), "no error") << "of a newer assay";
}

TEST(ResultRowTest, TextThatIsNotUnicodeIsRefused) {
  const auto said = [](const std::string& prompt) {
    return refusal(to_json_line(full_result()), "\"ending\":\"answered\"",
                   "\"ending\":\"answered\",\"note\":\"" + prompt + "\"", result_from_json);
  };
  EXPECT_EQ(said("\\ud83d\\ude00 \\ud800\\udc00"), "no error");
  for (const char* half : {"\\ud83d", "\\uDE00", "\\ude00\\ud83d", "\xff", "\xed\xa0\x80"})
    EXPECT_THAT(said(half), testing::StartsWith("f:7: error: not a result row: ")) << half;
}

TEST(ResultRowTest, KeepsNumbersToTheLastBit) {
  auto result = full_result();
  double share = 0.1;
  for (int i = 0; i < 2000; ++i, share = share * 3.9 * (1 - share)) {  // chaotic: all digits vary
    result.grade.score = share;
    result.answer.cost = share * 1e-17;
    const auto back = result_from_json(to_json_line(result), {"f", 1});
    ASSERT_EQ(back.grade.score, result.grade.score);
    ASSERT_EQ(back.answer.cost, result.answer.cost);
  }
}

TEST(ResultRowTest, KeepsWhatPeopleSaid) {
  auto result = full_result();
  EXPECT_EQ(result_from_json(to_json_line(result), {"f", 1}).answer.label, std::nullopt);
  result.answer.label = false;
  EXPECT_EQ(result_from_json(to_json_line(result), {"f", 1}).answer.label, false);
}

TEST(ResultRowTest, KeepsBytesThatAreNoText) {
  auto result = full_result();
  result.answer.stdout_bytes = std::string("\xff\x00z", 3);
  result.answer.argv = {"\xfe"};
  const auto line = to_json_line(result);
  EXPECT_TRUE(is_utf8(line));
  const auto back = result_from_json(line, {"f", 1});
  EXPECT_EQ(back.answer.stdout_bytes, result.answer.stdout_bytes);
  EXPECT_EQ(back.answer.argv, result.answer.argv);
}

TEST(ResultRowTest, BytesThatAreNotBase64AreRefusedWithTheirPlace) {
  auto result = full_result();
  result.answer.stdout_bytes = "\xff";
  EXPECT_THAT(refusal(to_json_line(result), R"({"base64":"/w=="})", R"({"base64":"/w=*"})", result_from_json),
              testing::StartsWith("f:7: error: not a result row: \"base64\" is not base64 "
                                  "(at /stdout)"));
  EXPECT_THAT(refusal(to_json_line(result), R"({"base64":"/w=="})", R"({"bas64":"/w=="})", result_from_json),
              testing::HasSubstr("(at /stdout)"));
}

TEST(ResultRowTest, IsReadableWhereTextIsNotEnglish) {
  auto result = full_result();
  result.asked.prompt = "zeige die größten Dateien";
  EXPECT_THAT(to_json_line(result), testing::HasSubstr("\"prompt\":\"zeige die größten Dateien\""));
}

TEST(ResultRowTest, RetrievalComesBackAsItWas) {
  auto result = full_result();
  result.asked.retrieval = RetrievalExpectation{.expected_doc_ids = {"d1"},
                                                .expected_chunk_ids = {"d1#2"},
                                                .must_contain = {"quota"},
                                                .forbidden = {"never"},
                                                .judgements = {{"d1", 3}, {"d2", 0}},
                                                .lang = "en",
                                                .difficulty = "easy",
                                                .group = "g"};
  result.answer.retrieval = RetrievalAnswer{.hits = {{"d1#2", "d1", 0.5}, {"", "d2", std::nullopt}},
                                            .text = "a quota",
                                            .citations = {{"d1", "d1#2", true}, {"d9", "", std::nullopt}},
                                            .grounded = false};
  const auto back = result_from_json(to_json_line(result), {"f", 1});
  EXPECT_EQ(back.asked.retrieval, result.asked.retrieval);
  EXPECT_EQ(back.answer.retrieval, result.answer.retrieval);
}

TEST(ResultRowTest, WhatMustHoldAfterwardsComesBackAsItWas) {
  auto result = full_result();
  EXPECT_FALSE(result_from_json(to_json_line(result), {"f", 1}).asked.own->outcome);
  result.asked.own->outcome =
      WantedOutcome{.output = {"\xff", "a b", {{"c", "d"}}, "^e"},
                    .exit_status = 3,
                    .files = {{WantedFile::Kind::file, "f", "\xfe", "g", 0640, std::nullopt},
                              {WantedFile::Kind::link, "l", std::nullopt, "", std::nullopt, "t"},
                              {WantedFile::Kind::absent, "n", std::nullopt, "", std::nullopt, std::nullopt}},
                    .check = "true"};
  EXPECT_EQ(result_from_json(to_json_line(result), {"f", 1}).asked.own->outcome, result.asked.own->outcome);
}

TEST(ResultRowTest, EvidenceComesBackAsItWas) {
  const std::vector<Evidence> all = {
      "words",
      Proof{"ls -a -l", {{ProofStep::Of::generated, "flag-order", "-al", 0.9}}, {"no file begins with -"}},
      Counterexample{
          "one file", {"a\n", "", "exit status 0", {}}, {"", "ls: no", "exit status 2", {"removed a"}}},
      Similarity{"model", 0.87, 0.8},
      Votes{"judge", {{VerdictKind::match, "both list"}, {VerdictKind::undecided, "unsure"}}},
      PatternMatch{"^ls( -l)?$", "ls -l"},
      UnmetOutcome{"one file",
                   {{"file a", "\"x\"", "nothing"}, {"check", "exit status 0", "exit status 1"}},
                   {"a\n", "", "exit status 0", {"removed a"}},
                   "assay sandbox --world '{}' -- ls"}};
  auto result = full_result();
  for (const auto& evidence : all) {
    result.grade.verdicts[0].evidence = evidence;
    EXPECT_EQ(result_from_json(to_json_line(result), {"f", 1}).grade.verdicts[0].evidence, evidence);
  }
}

TEST(ResultRowTest, EvidenceOfAKindThatIsNotKnownIsRefused) {
  auto result = full_result();
  result.grade.verdicts[0].evidence = Similarity{"model", 0.87, 0.8};
  EXPECT_THAT(
      refusal(to_json_line(result), "\"kind\":\"similarity\"", "\"kind\":\"oracle\"", result_from_json),
      testing::HasSubstr("\"oracle\" is not known to this version of assay (at /evidence)"));
}

TEST(ResultRowTest, AnUnmeasuredCaseHasNoScore) {
  auto result = full_result();
  result.answer = {.ending = Ending::not_found};
  result.grade = {.status = Status::unmeasured, .method = "not_found"};
  const auto line = to_json_line(result);
  EXPECT_THAT(line, testing::HasSubstr("\"score\":null"));
  EXPECT_THAT(line, testing::HasSubstr("\"latency_ms\":null"));
  EXPECT_EQ(result_from_json(line, {"f", 1}).grade.status, Status::unmeasured);
}

TEST(ResultRowTest, ForeignTextIsAnErrorThatNamesTheLine) {
  for (const char* text : {"", "{", "[]", "{\"id\": 1}", "null"})
    EXPECT_THAT(error_of([&] {
                  result_from_json(text, {"results.jsonl", 7});
                }),
                testing::HasSubstr("results.jsonl:7: error: not a result row"))
        << text;
}

}  // namespace
}  // namespace assay
