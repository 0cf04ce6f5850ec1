// SPDX-License-Identifier: Apache-2.0
// A server's reply, read as a tool's answer.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "chat_parts.h"
#include "protocol.h"

namespace assay {
namespace {

using nlohmann::json;
using testing::HasSubstr;

constexpr std::chrono::milliseconds kTook{12};

Answer parsed(const json& reply, const Program& model = model_at("http://h")) {
  return chat::parse_reply(model, reply.dump(), kTook).answer;
}

TEST(ChatAnswer, IsTheWholeMessage) {
  const auto answer = parsed(completion("  ls -l\n"));
  EXPECT_EQ(answer.ending, Ending::answered);
  EXPECT_EQ(answer.command, "ls -l");
  EXPECT_EQ(answer.stdout_bytes, "  ls -l\n");
  EXPECT_EQ(answer.tokens, 110.0);
  EXPECT_EQ(answer.latency, kTook);
  EXPECT_EQ(answer.exit_code, std::nullopt);
}

TEST(ChatAnswer, IsWhatStandsInTheOneFencedBlock) {
  EXPECT_EQ(parsed(completion("This lists them:\n```sh\n$ ls -l\n```\nDone.")).command, "ls -l");
  EXPECT_EQ(parsed(completion("<think>ls?</think>`ls -a`")).command, "ls -a");
  const auto two = parsed(completion("```\nls\n```\nor\n```\nls -a\n```"));
  EXPECT_EQ(two.ending, Ending::malformed_output);
  EXPECT_THAT(two.detail, HasSubstr("2 fenced blocks"));
}

TEST(ChatAnswer, IsReadAsTheDescriptionSays) {
  auto model = model_at("http://h");
  model.answer = JsonPointer{"/command"};
  model.refusal.regex = "^I cannot";
  EXPECT_EQ(parsed(completion(R"({"command": "ls"})"), model).command, "ls");
  EXPECT_EQ(parsed(completion("ls"), model).ending, Ending::malformed_output);
  EXPECT_EQ(parsed(completion("I cannot do that."), model).ending, Ending::refused);
}

TEST(ChatAnswer, IsARefusalWhereTheModelSaysSoApart) {
  auto reply = completion("");
  reply["choices"][0]["message"]["refusal"] = "That\nis dangerous.";
  const auto answer = parsed(reply);
  EXPECT_EQ(answer.ending, Ending::refused);
  EXPECT_THAT(answer.detail, HasSubstr("That\\nis dangerous."));
  EXPECT_EQ(parsed(completion("", "content_filter")).ending, Ending::refused);
}

// A reply that does not show the model's command is neither passed nor failed.
TEST(ChatAnswer, IsUnavailableWhereThereIsNoWholeMessage) {
  auto model = model_at("http://h");
  model.chat->max_tokens = 5;
  const std::pair<json, const char*> replies[] = {
      {completion("rm -r", "length"), "the message was cut off (max_tokens is 5)"},
      {completion(" \n"), "the message is empty"},
      {{{"choices", {{{"message", {{"content", nullptr}, {"tool_calls", json::array()}}}}}}},
       "the message is empty"},
      {{{"choices", json::array()}}, "the server sent no chat completion"},
      {{{"error", {{"message", "no"}}}}, "the server sent no chat completion: no"},
      {{{"message", "The model is loading"}}, "the server sent no chat completion: The model is loading"},
      {{{"choices", {{{"error", {{"message", "lost"}}}, {"message", {{"content", "ls"}}}}}}},
       "the server's reply reports an error: lost"},
      {json::array(), "the server sent no chat completion"}};
  for (const auto& [reply, why] : replies) {
    const auto answer = parsed(reply, model);
    EXPECT_EQ(answer.ending, Ending::unavailable) << reply;
    EXPECT_EQ(answer.detail, why);
    EXPECT_EQ(answer.command, "");
    EXPECT_FALSE(is_measured(answer.ending));
  }
  const auto garbage = chat::parse_reply(model, "<html>busy</html>", kTook);
  EXPECT_EQ(garbage.answer.ending, Ending::unavailable);
  EXPECT_EQ(garbage.answer.detail, "the server's reply is not JSON");
  EXPECT_FALSE(garbage.is_whole);
}

TEST(ChatAnswer, OfThoughtsAloneIsTheModelsDoing) {
  for (const char* member : {"reasoning_content", "reasoning", "thinking"}) {
    auto reply = completion("");
    reply["choices"][0]["message"][member] = "What is a file?";
    EXPECT_EQ(parsed(reply).ending, Ending::empty) << member;
    EXPECT_EQ(parsed(reply).detail, "only thoughts");
    reply["choices"][0]["finish_reason"] = "length";
    EXPECT_EQ(parsed(reply).ending, Ending::unavailable) << "more tokens would have brought an answer";
  }
  const auto tagged = parsed(completion("<think>What is a file?</think>"));
  EXPECT_EQ(tagged.ending, Ending::empty);
  EXPECT_EQ(tagged.detail, "only thoughts");
}

TEST(ChatAnswer, IsTheTextOfItsParts) {
  auto reply = completion("");
  auto& content = reply["choices"][0]["message"]["content"];
  content = json::parse(R"([{"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]},
                            {"type": "text", "text": "ls"}, {"type": "text", "text": " -a"}])");
  EXPECT_EQ(parsed(reply).command, "ls -a");
  content = json::parse(R"([{"type": "thinking", "thinking": "hm"}])");
  EXPECT_EQ(parsed(reply).detail, "only thoughts");
  content = json::parse(R"([{"type": "refusal", "refusal": "no"}])");
  EXPECT_EQ(parsed(reply).ending, Ending::refused);
  content = json::array();
  EXPECT_EQ(parsed(reply).detail, "the message is empty");
}

TEST(ChatAnswer, CountsThoughtsThatStandBesideTheMessagesTokens) {
  auto reply = completion("ls");
  reply["usage"] = json::parse(R"({"prompt_tokens": 10, "completion_tokens": 5.0, "total_tokens": 115,
                                   "completion_tokens_details": {"reasoning_tokens": 100}})");
  EXPECT_EQ(parsed(reply).tokens, 115.0);
  reply["usage"]["total_tokens"] = 15;  // they are among the message's
  EXPECT_EQ(parsed(reply).tokens, 15.0);
  reply["usage"]["completion_tokens"] = 5.5;
  EXPECT_EQ(parsed(reply).tokens, 10.0);
}

TEST(ChatAnswer, IsKeptUpToTheLimitOfAStream) {
  auto model = model_at("http://h");
  model.limits.stdout_bytes = 100;
  const auto answer = parsed(completion(std::string(1000, 'x')), model);
  EXPECT_EQ(answer.ending, Ending::malformed_output);
  EXPECT_TRUE(answer.truncated);
  EXPECT_LT(answer.stdout_bytes.size(), 200u);
}

TEST(ChatAnswer, HasNoTokensWhereTheServerSaysNone) {
  auto reply = completion("ls");
  reply.erase("usage");
  EXPECT_EQ(parsed(reply).tokens, std::nullopt);
  reply["usage"] = {{"prompt_tokens", -1}, {"completion_tokens", "many"}};
  EXPECT_EQ(parsed(reply).tokens, std::nullopt);
}

TEST(ChatAnswer, OfAFailureNamesTheStatusTheComplaintAndTheKeysPlaceButNoKey) {
  auto model = model_at("http://h");
  model.chat->key_variable = "SOME_KEY";
  const auto failed = [&](const http::Reply& reply) {
    const auto answer = chat::failure(model, reply, "s3cret");
    EXPECT_EQ(answer.ending, Ending::unavailable);
    return answer.detail;
  };
  EXPECT_EQ(failed({.status = 401, .body = R"({"error": {"message": "bad key s3cret"}})"}),
            "the server answered with status 401 (its key is in $SOME_KEY): bad key …");
  EXPECT_EQ(failed({.status = 429, .body = "busy", .attempts = 4}),
            "the server answered with status 429 (asked 4 times)");
  EXPECT_EQ(failed({.ending = http::Ending::unreachable, .why = "cannot connect"}),
            "the server: cannot connect (http://h)");
  EXPECT_EQ(failed({.status = 422, .body = R"({"detail": [{"msg": "Field required"}]})"}),
            "the server answered with status 422: Field required");
  EXPECT_EQ(failed({.status = 429, .retry_after = std::chrono::milliseconds(120'000)}),
            "the server answered with status 429 (it asks to wait 120 s)");
  model.chat->key_variable.clear();
  EXPECT_THAT(failed({.status = 403}), HasSubstr("(the tool's description names no key)"));
}

}  // namespace
}  // namespace assay
