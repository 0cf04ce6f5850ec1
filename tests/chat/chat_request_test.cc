// SPDX-License-Identifier: Apache-2.0
// How a model is asked: the bytes of the request.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "chat_parts.h"
#include "protocol.h"

namespace assay {
namespace {

using nlohmann::json;

json body_of(const Program& model, const Case& asked) {
  return json::parse(chat::request_of(model, asked).body);
}

TEST(ChatRequest, AsksThePromptOfTheModel) {
  const auto request = chat::request_of(model_at("http://h:1/v1"), asked_for("list files"));
  EXPECT_EQ(request.url, "http://h:1/v1/chat/completions");
  EXPECT_EQ(json::parse(request.body),
            json({{"model", "m"},
                  {"stream", false},
                  {"messages", json::array({{{"role", "user"}, {"content", "list files"}}})}}));
}

TEST(ChatRequest, SaysWhatTheDescriptionSays) {
  auto model = model_at("http://h/v1");
  model.chat->system = "You are a shell.";
  model.chat->user = "Request: {prompt}!";
  model.chat->temperature = 0;
  model.chat->max_tokens = 200;
  model.chat->seed = 7;
  model.chat->parameters = R"({"top_p": 0.5, "stop": ["\n"]})";
  const auto body = body_of(model, asked_for("{prompt}"));
  EXPECT_EQ(body.at("messages").at(0), json({{"role", "system"}, {"content", "You are a shell."}}));
  EXPECT_EQ(body.at("messages").at(1).at("content"), "Request: {prompt}!") << "the prompt's own is text";
  EXPECT_EQ(body.at("temperature"), 0);
  EXPECT_EQ(body.at("max_tokens"), 200);
  EXPECT_EQ(body.at("seed"), 7);
  EXPECT_EQ(body.at("top_p"), 0.5);
  EXPECT_EQ(body.at("stop"), json::array({"\n"}));
}

TEST(ChatRequest, HasTheTimeOfTheCaseBeforeThatOfTheTool) {
  auto model = model_at("http://h/v1");
  model.limits.timeout = std::chrono::seconds(5);
  auto asked = asked_for("x");
  EXPECT_EQ(chat::request_of(model, asked).attempt_timeout, std::chrono::seconds(5));
  asked.own->timeout = std::chrono::seconds(9);
  EXPECT_EQ(chat::request_of(model, asked).attempt_timeout, std::chrono::seconds(9));
}

TEST(ChatRequest, IsKeptByAllThatAnAnswerDependsOn) {
  auto model = model_at("http://h/v1");
  const auto key = [&](const Case& asked, int attempt) {
    return chat::key_of(chat::request_of(model, asked), attempt);
  };
  const auto first = key(asked_for("x"), 1);
  EXPECT_EQ(key(asked_for("x"), 1), first);
  EXPECT_NE(key(asked_for("y"), 1), first);
  EXPECT_NE(key(asked_for("x"), 2), first) << "attempts differ, or repeating shows nothing";
  model.chat->temperature = 0.7;
  EXPECT_NE(key(asked_for("x"), 1), first);
}

}  // namespace
}  // namespace assay
