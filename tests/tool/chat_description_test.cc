// SPDX-License-Identifier: Apache-2.0
// Descriptions of models on servers: their meaning, and the errors for faulty ones.
#include <gmock/gmock.h>

#include "assay/error.h"
#include "assay/tool.h"
#include "error_of.h"
#include "fake_tools.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

class ChatDescription : public testing::Test {
 protected:
  Tool read(const std::string& description) { return read_tool(folder_.write("tool.json", description)); }
  std::string fault(const std::string& description) {
    return error_of([&] { read(description); });
  }

  const Folder folder_;
};

TEST_F(ChatDescription, TheLeast) {
  const Tool tool =
      read(R"({"name": "x", "chat": {"base_url": "http://localhost:11434/v1", "model": "llama3.2"}})");
  const auto& program = std::get<Program>(tool.how);
  ASSERT_TRUE(program.chat);
  EXPECT_EQ(program.chat->base_url, "http://localhost:11434/v1");
  EXPECT_EQ(program.chat->model, "llama3.2");
  EXPECT_EQ(program.chat->user, "{prompt}");
  EXPECT_EQ(program.chat->temperature, std::nullopt) << "the server's own";
  EXPECT_TRUE(program.argv.empty());
  EXPECT_THAT(program.strip,
              ElementsAre(Strip::think, Strip::fences, Strip::prompt_sign, Strip::inline_code));
  EXPECT_EQ(program.limits.timeout, std::chrono::seconds(60));
  EXPECT_THAT(tool.parts, ElementsAre(Pair("model", "llama3.2"))) << "which comparisons name";
}

TEST_F(ChatDescription, Everything) {
  const Tool tool = read(R"({"name": "x", "chat": {
      "base_url": "https://api.example.org/v1", "model": "m", "system": "s", "user": "do {prompt}",
      "temperature": 0.5, "max_tokens": 300, "seed": 7, "key": "EXAMPLE_KEY", "requests_per_minute": 30,
      "parameters": {"top_p": 0.9, "stop": ["a", "b"], "nested": {"deep": [1, null, true]}},
      "price": {"input": 0.15, "output": 0.6}},
      "answer": {"json": "/command"}, "strip": [], "limits": {"timeout_s": 5}, "retry": {"times": 2},
      "refusal": {"regex": "^I cannot"}, "parts": {"model": "m, the second"}})");
  const auto& program = std::get<Program>(tool.how);
  const Chat& chat = *program.chat;
  EXPECT_EQ(chat.system, "s");
  EXPECT_EQ(chat.user, "do {prompt}");
  EXPECT_EQ(chat.temperature, 0.5);
  EXPECT_EQ(chat.max_tokens, 300);
  EXPECT_EQ(chat.seed, 7);
  EXPECT_EQ(chat.key_variable, "EXAMPLE_KEY");
  EXPECT_EQ(chat.requests_per_minute, 30);
  EXPECT_EQ(chat.parameters, R"({"top_p":0.9,"stop":["a","b"],"nested":{"deep":[1,null,true]}})");
  EXPECT_EQ(chat.price, (TokenPrice{0.15, 0.6}));
  EXPECT_EQ(std::get<JsonPointer>(program.answer).pointer, "/command");
  EXPECT_TRUE(program.strip.empty());
  EXPECT_EQ(program.limits.timeout, std::chrono::seconds(5));
  EXPECT_EQ(program.retry.times, 2u);
  EXPECT_THAT(tool.parts, ElementsAre(Pair("model", "m, the second")));
}

TEST_F(ChatDescription, ChangesAReadyOneMemberByMember) {
  const Tool tool = read(R"({"like": "ollama", "name": "qwen", "chat": {"model": "qwen2.5-coder"}})");
  const Chat& chat = *std::get<Program>(tool.how).chat;
  EXPECT_EQ(tool.name, "qwen");
  EXPECT_EQ(chat.model, "qwen2.5-coder");
  EXPECT_EQ(chat.base_url, "http://localhost:11434/v1");
  EXPECT_THAT(chat.system, HasSubstr("fenced code block"));
  EXPECT_EQ(chat.temperature, 0);
}

TEST_F(ChatDescription, FaultsSayWhatToDo) {
  const std::string good = R"("base_url": "http://h/v1", "model": "m")";
  const std::pair<std::string, const char*> faults[] = {
      {R"({"name": "x"})", "the description does not say how the tool is asked\n  next: name a program"},
      {R"({"name": "x", "argv": ["x", "{prompt}"], "chat": {)" + good + "}}",
       "\"argv\" is of a program, and the tool is a model"},
      {R"({"name": "x", "tokens": "/usage", "chat": {)" + good + "}}", "\"tokens\" is of a program"},
      {R"({"name": "x", "chat": {"model": "m"}})", "base_url"},
      {R"({"name": "x", "chat": {"base_url": "http://h/v1"}})", "model"},
      {R"({"name": "x", "chat": {"base_url": "localhost:11434", "model": "m"}})",
       "\"localhost:11434\" is not the address of a server"},
      {R"({"name": "x", "chat": {"base_url": "http://me:s3cret@h/v1", "model": "m"}})",
       "is not the address of a server"},
      {R"({"name": "x", "chat": {)" + good + R"(, "user": "list"}})", "never given the prompt"},
      {R"({"name": "x", "chat": {)" + good + R"(, "api_key": "s"}})", "api_key"},
      {R"({"name": "x", "chat": {)" + good + R"(, "temperature": -1}})", "temperature"},
      {R"({"name": "x", "chat": {)" + good + R"(, "price": {"input": 1}}})", "output"},
      {R"({"name": "x", "chat": {)" + good + R"(, "parameters": {"stream": true}}})",
       "\"stream\" cannot be a parameter"}};
  for (const auto& [description, words] : faults) EXPECT_THAT(fault(description), HasSubstr(words));
}

}  // namespace
}  // namespace assay
