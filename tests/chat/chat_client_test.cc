// SPDX-License-Identifier: Apache-2.0
// A model on a scripted server: every question gets exactly one answer, whatever the server does.
#include "assay/internal/chat_client.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <future>
#include <map>
#include <mutex>

#include "assay/internal/http_client.h"
#include "chat_parts.h"
#include "scripted_server.h"

namespace assay {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string kSoon = "retry-after-ms: 1\r\n";
const ScriptedReply kLs = replying(200, completion("ls").dump());

std::unique_ptr<http::Poster> patient(std::chrono::milliseconds timeout = std::chrono::seconds(5)) {
  return std::make_unique<http::Client>(
      http::ClientOptions{.attempt_timeout = timeout, .attempts = 3, .random = [] { return 0.0; }});
}

class KeptReplies : public http::ReplyCache {
 public:
  std::optional<std::string> find(const std::string& key) override {
    const std::lock_guard lock(mutex_);
    const auto found = kept_.find(key);
    return found == kept_.end() ? std::nullopt : std::optional(found->second);
  }
  void keep(const std::string& key, const std::string& answer) override {
    const std::lock_guard lock(mutex_);
    kept_[key] = answer;
  }
  void spoil() {
    for (auto& [key, answer] : kept_) answer = "no reply";
  }
  std::size_t size() const { return kept_.size(); }

 private:
  std::mutex mutex_;
  std::map<std::string, std::string> kept_;
};

std::future<Answer> start(ChatClient& client, const std::string& prompt, int attempt = 1,
                          std::stop_token stop = {}) {
  const auto promise = std::make_shared<std::promise<Answer>>();
  client.ask(asked_for(prompt), attempt, std::move(stop),
             [promise](Answer answer) { promise->set_value(std::move(answer)); });
  return promise->get_future();
}

Answer ask(ChatClient& client, const std::string& prompt = "list", int attempt = 1) {
  return start(client, prompt, attempt).get();
}

Program model_of(const ScriptedServer& server) { return model_at(server.url("/v1")); }

TEST(ChatClient, AnswersWithWhatTheServerSays) {
  ScriptedServer server({kLs});
  ChatClient client(model_of(server), {}, patient());
  const auto answer = ask(client);
  EXPECT_EQ(answer.command, "ls");
  EXPECT_GT(answer.latency.count(), 0);
  ASSERT_EQ(server.seen().size(), 1u);
  EXPECT_EQ(server.seen()[0].target, "/v1/chat/completions");
  EXPECT_THAT(server.seen()[0].headers, Not(HasSubstr("Authorization")));
}

TEST(ChatClient, AsksAgainWhereTheServerIsBusyOrBroken) {
  ScriptedServer server({replying(429, "{}", kSoon), replying(500, "{}", kSoon), kLs});
  ChatClient client(model_of(server), {}, patient());
  EXPECT_EQ(ask(client).command, "ls");
  EXPECT_EQ(client.usage().requests, 1) << "only what was answered took tokens";
}

TEST(ChatClient, MeasuresTheLastTryAlone) {
  ScriptedServer server({replying(429, "{}", "retry-after-ms: 400\r\n"), kLs});
  ChatClient client(model_of(server), {}, patient());
  EXPECT_LT(ask(client).latency, std::chrono::milliseconds(400));
}

// None of these replies says anything about the model.
TEST(ChatClient, LeavesACaseUnmeasuredWhereTheServerFails) {
  const std::pair<ScriptedReply, const char*> replies[] = {
      {replying(429, R"({"error": {"message": "quota"}})", kSoon), "429: quota (asked 3 times)"},
      {replying(500, "oops", kSoon), "status 500"},
      {replying(404, R"({"error": "no such model"})"), "404: no such model"},
      {{.manner = ScriptedReply::Manner::closed}, "the server: "},
      {{.manner = ScriptedReply::Manner::whole, .bytes = "\x01\x02 garbage\r\n\r\n"}, "the server: "},
      {replying(200, "<html>"), "is not JSON"},
      {replying(200, completion("rm -rf", "length").dump()), "cut off"},
      {replying(200, completion("").dump()), "empty"}};
  for (const auto& [reply, why] : replies) {
    ScriptedServer server({reply});
    ChatClient client(model_of(server), {}, patient());
    const auto answer = ask(client);
    EXPECT_EQ(answer.ending, Ending::unavailable) << why;
    EXPECT_THAT(answer.detail, HasSubstr(why));
  }
}

TEST(ChatClient, LeavesACaseUnmeasuredWhereNobodyListens) {
  std::string url;
  {
    ScriptedServer gone({kLs});
    url = gone.url("/v1");
  }
  ChatClient client(model_at(url), {}, patient());
  const auto answer = ask(client);
  EXPECT_EQ(answer.ending, Ending::unavailable);
  EXPECT_THAT(answer.detail, HasSubstr("cannot connect"));
}

TEST(ChatClient, DoesNotWaitLongerThanTheDescriptionSays) {
  ScriptedServer silent({{.manner = ScriptedReply::Manner::withheld}});
  auto model = model_of(silent);
  model.limits.timeout = std::chrono::milliseconds(50);
  ChatClient client(model, {}, patient(std::chrono::hours(1)));
  const auto answer = ask(client);
  EXPECT_EQ(answer.ending, Ending::unavailable);
  EXPECT_THAT(answer.detail, HasSubstr("time limit"));
}

TEST(ChatClient, SendsTheKeyThatTheEnvironmentHolds) {
  ::setenv("ASSAY_TEST_CHAT_KEY", "s3cret", 1);
  ScriptedServer server({kLs});
  auto model = model_of(server);
  model.chat->key_variable = "ASSAY_TEST_CHAT_KEY";
  ChatClient client(model, {}, patient());
  ::unsetenv("ASSAY_TEST_CHAT_KEY");
  EXPECT_EQ(ask(client).ending, Ending::answered);
  EXPECT_THAT(server.seen().at(0).headers, HasSubstr("Authorization: Bearer s3cret\r\n"));
  EXPECT_THAT(server.seen().at(0).body, Not(HasSubstr("s3cret")));
}

TEST(ChatClient, AsksNothingWithoutTheKeyThatIsNamed) {
  ::unsetenv("ASSAY_TEST_CHAT_KEY");
  ScriptedServer server({kLs});
  auto model = model_of(server);
  model.chat->key_variable = "ASSAY_TEST_CHAT_KEY";
  ChatClient client(model, {}, patient());
  const auto answer = ask(client);
  EXPECT_EQ(answer.ending, Ending::unavailable);
  EXPECT_EQ(answer.detail, "the environment has no ASSAY_TEST_CHAT_KEY, which holds the server's key");
  EXPECT_EQ(server.connections(), 0);
}

TEST(ChatClient, StopsAtTheBudgetThatItShares) {
  ScriptedServer server({kLs});
  auto model = model_of(server);
  model.chat->price = TokenPrice{.input = 1000, .output = 10'000};  // an answer costs 0.2
  const auto budget = std::make_shared<Budget>(0.6);
  budget->spend(0.3);
  ChatClient client(model, {.budget = budget}, patient());
  EXPECT_DOUBLE_EQ(ask(client).cost.value(), 0.2);
  EXPECT_EQ(ask(client).ending, Ending::answered);
  const auto beyond = ask(client);
  EXPECT_EQ(beyond.ending, Ending::unavailable);
  EXPECT_THAT(beyond.detail, HasSubstr("0.7000 of the 0.6000"));
  EXPECT_DOUBLE_EQ(client.usage().cost.value(), 0.4);
  EXPECT_EQ(server.seen().size(), 2u);
}

TEST(ChatClient, KnowsNoCostWithoutAPriceOrTokens) {
  auto silent = completion("ls");
  silent.erase("usage");
  ScriptedServer server({kLs, replying(200, silent.dump())});
  auto model = model_of(server);
  EXPECT_EQ(ask(*std::make_unique<ChatClient>(model, ChatClient::Options{}, patient())).cost, std::nullopt);
  model.chat->price = TokenPrice{1, 1};
  EXPECT_EQ(ask(*std::make_unique<ChatClient>(model, ChatClient::Options{}, patient())).cost, std::nullopt);
}

TEST(ChatClient, TakesKeptRepliesWhereItIsToldTo) {
  const auto cache = std::make_shared<KeptReplies>();
  ScriptedServer server({kLs});
  auto model = model_of(server);
  model.chat->price = TokenPrice{.input = 1000, .output = 10'000};
  ChatClient first(model, {.cache = cache, .use = ReplyUse::use}, patient());
  const auto asked = ask(first);
  ChatClient second(model, {.cache = cache, .use = ReplyUse::only}, patient());
  const auto kept = ask(second);
  EXPECT_EQ(kept.command, "ls");
  EXPECT_EQ(kept.latency, asked.latency) << "that of when it was measured";
  EXPECT_EQ(kept.cost, asked.cost);
  EXPECT_EQ(second.usage().cached, 1);
  EXPECT_EQ(second.usage().cost, 0.0) << "nothing was asked";
  EXPECT_EQ(ask(second, "list", 2).detail, "no answer is kept, and no server is asked");
  EXPECT_EQ(server.seen().size(), 1u);
}

TEST(ChatClient, KeepsNothingUnlessItIsToldTo) {
  const auto cache = std::make_shared<KeptReplies>();
  ScriptedServer server({kLs});
  ChatClient client(model_of(server), {.cache = cache}, patient());
  ask(client);
  ask(client);
  EXPECT_EQ(cache->size(), 0u);
  EXPECT_EQ(server.seen().size(), 2u);
}

TEST(ChatClient, KeepsWholeMessagesAlone) {
  const auto cache = std::make_shared<KeptReplies>();
  ScriptedServer server({replying(200, completion("ls", "length").dump()), replying(200, "{}"), kLs});
  ChatClient client(model_of(server), {.cache = cache, .use = ReplyUse::use}, patient());
  ask(client);
  ask(client);
  EXPECT_EQ(cache->size(), 0u);
  ask(client);
  EXPECT_EQ(cache->size(), 1u);
  cache->spoil();
  EXPECT_EQ(ask(client).command, "ls") << "what cannot be read is asked for again";
  EXPECT_EQ(server.seen().size(), 4u);
}

TEST(ChatClient, EndsWhatIsNoLongerWanted) {
  ScriptedServer silent({{.manner = ScriptedReply::Manner::withheld}});
  ChatClient client(model_of(silent), {}, patient());
  std::stop_source stop;
  auto pending = start(client, "x", 1, stop.get_token());
  stop.request_stop();
  EXPECT_EQ(pending.get().ending, Ending::cancelled);
}

TEST(ChatClient, AnswersForAllThatIsUnderWayWhenItGoes) {
  ScriptedServer silent({{.manner = ScriptedReply::Manner::withheld}});
  std::future<Answer> pending;
  {
    ChatClient client(model_of(silent), {}, patient());
    pending = start(client, "x");
  }
  EXPECT_EQ(pending.get().ending, Ending::cancelled);
}

}  // namespace
}  // namespace assay
