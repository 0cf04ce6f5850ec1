// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/http_client.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <future>
#include <thread>

#include "scripted_server.h"

namespace assay::http {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;
using Manner = ScriptedReply::Manner;

Reply ask_for(Client& client, const std::string& url, std::stop_token stop = {}) {
  std::promise<Reply> promise;
  client.post({.url = url, .headers = {{"Authorization", "Bearer key"}}, .body = "{\"a\":1}"},
              std::move(stop), [&](Reply reply) { promise.set_value(std::move(reply)); });
  return promise.get_future().get();
}

Reply ask_for(const std::string& url, ClientOptions options = {}) {
  Client client(std::move(options));
  return ask_for(client, url);
}

constexpr const char* kSoon = "retry-after-ms: 5\r\n";

TEST(HttpClient, PostsJsonWithTheHeadersGiven) {
  ScriptedServer server({replying(200, "{\"ok\":true}")});
  const auto reply = ask_for(server.url("/v1/chat?x=1"));
  EXPECT_TRUE(reply.is_success()) << reply.why;
  EXPECT_EQ(reply.body, "{\"ok\":true}");
  EXPECT_EQ(reply.attempts, 1);
  ASSERT_EQ(server.seen().size(), 1u);
  EXPECT_EQ(server.seen()[0].target, "/v1/chat?x=1");
  EXPECT_EQ(server.seen()[0].body, "{\"a\":1}");
  EXPECT_THAT(server.seen()[0].headers, HasSubstr("Authorization: Bearer key\r\n"));
  EXPECT_THAT(server.seen()[0].headers, HasSubstr("Content-Type: application/json\r\n"));
}

TEST(HttpClient, AsksAgainWhenTheServerSaysLater) {
  ScriptedServer server({replying(429, "{}", kSoon), replying(500, "{}", kSoon), replying(200, "{}")});
  const auto reply = ask_for(server.url());
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.attempts, 3);
  EXPECT_EQ(server.seen().size(), 3u);
}

TEST(HttpClient, HandsBackTheLastAnswerWhenNoAttemptIsLeft) {
  ScriptedServer server({replying(503, "overloaded", kSoon)});
  const auto reply = ask_for(server.url(), {.attempts = 2});
  EXPECT_EQ(reply.ending, Ending::answered);
  EXPECT_EQ(reply.status, 503);
  EXPECT_EQ(reply.body, "overloaded");
  EXPECT_EQ(server.connections(), 2);
}

TEST(HttpClient, DoesNotRepeatWhatAskingAgainCannotMend) {
  for (const auto& refusal :
       {replying(401, "{}"), replying(400, "{}"), replying(429, "{\"code\":\"insufficient_quota\"}")}) {
    ScriptedServer server({refusal});
    EXPECT_EQ(ask_for(server.url()).attempts, 1);
  }
}

// Routers between a client and a model report the model's failures so.
TEST(HttpClient, TakesAFailureThatCameAsASuccessForWhatItIs) {
  const char* const busy[] = {
      R"({"error": {"message": "Provider returned error", "code": 502}})",
      R"({"error": {"message": "slow down", "code": "429"}})",
      R"({"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}})",
      R"({"object": "error", "message": "loading", "code": 503})",
      R"([{"error": {"code": 503, "message": "busy"}}])",
      R"({"choices": [{"finish_reason": "error", "error": {"code": 502, "message": "m"}, "message": {"content": "l"}}]})"};
  for (const char* body : busy) {
    ScriptedServer server({replying(200, body, kSoon), replying(200, "{}")});
    const auto reply = ask_for(server.url());
    EXPECT_TRUE(reply.is_success()) << body;
    EXPECT_EQ(reply.attempts, 2) << body;
  }
  ScriptedServer server({replying(200, R"({"error": "model \"m\" not found"})")});
  const auto reply = ask_for(server.url());
  EXPECT_FALSE(reply.is_success());
  EXPECT_EQ(reply.attempts, 1) << "nothing says that asking again helps";
  for (const char* body :
       {R"({"error": null, "choices": []})", R"({"choices": [{"message": {"content": "error"}}]})"}) {
    ScriptedServer fine({replying(200, body)});
    EXPECT_TRUE(ask_for(fine.url()).is_success()) << body;
  }
}

TEST(HttpClient, ReadsAFractionOfASecondToWait) {
  ScriptedServer server({replying(429, "{}", "Retry-After: 0.01\r\n"), replying(200, "{}")});
  EXPECT_EQ(ask_for(server.url()).attempts, 2);
  for (const char* header : {"Retry-After: 2.5\r\n", "retry-after-ms: 2499.5\r\n"}) {
    ScriptedServer slow({replying(429, "{}", header)});
    EXPECT_EQ(ask_for(slow.url(), {.attempts = 1}).retry_after, milliseconds(2500));
  }
  for (const char* header : {"Retry-After: inf\r\n", "Retry-After: -1.5\r\n", "Retry-After: 1e400\r\n"}) {
    ScriptedServer odd({replying(429, "{}", header)});
    EXPECT_EQ(ask_for(odd.url(), {.attempts = 1}).retry_after, std::nullopt) << header;
  }
}

TEST(HttpClient, EndsAtOnceWhereAPauseIsTooLongAndHoldsNobodyBack) {
  ScriptedServer server({replying(429, "{}", "Retry-After: 3600\r\n"), replying(200, "{}")});
  Client client({.attempt_timeout = std::chrono::seconds(30), .timeout = std::chrono::seconds(90)});
  const auto first = ask_for(client, server.url());
  EXPECT_EQ(first.attempts, 1);
  EXPECT_EQ(first.retry_after, std::chrono::hours(1));
  EXPECT_TRUE(ask_for(client, server.url()).is_success());
}

TEST(HttpClient, TakesAnAnswerThatBreaksOffForNone) {
  ScriptedServer server({{.bytes = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"verdict\""}});
  const auto reply = ask_for(server.url(), {.attempts = 1});
  EXPECT_EQ(reply.ending, Ending::broken);
  EXPECT_EQ(reply.body, "");
  EXPECT_FALSE(reply.is_success());
}

TEST(HttpClient, TakesWhatIsNoHttpForNoAnswer) {
  ScriptedServer garbage({{.bytes = "220 mail.example.org ESMTP\r\n"}});
  EXPECT_EQ(ask_for(garbage.url(), {.attempts = 1}).ending, Ending::broken);
  ScriptedServer closing({{.manner = Manner::closed}});
  EXPECT_EQ(ask_for(closing.url(), {.attempts = 1}).ending, Ending::broken);
}

TEST(HttpClient, EndsAtItsTimeLimit) {
  ScriptedServer server({{.manner = Manner::withheld}});
  const auto reply = ask_for(server.url(), {.attempt_timeout = milliseconds(50), .attempts = 1});
  EXPECT_EQ(reply.ending, Ending::timed_out);
}

TEST(HttpClient, DoesNotWaitForARetryPastItsDeadline) {
  ScriptedServer server({replying(429, "{}", "Retry-After: 30\r\n")});
  const auto reply = ask_for(server.url(), {.timeout = std::chrono::seconds(10)});
  EXPECT_EQ(reply.status, 429);
  EXPECT_EQ(reply.retry_after, milliseconds(30'000));
  EXPECT_EQ(reply.attempts, 1);
}

TEST(HttpClient, RefusesAnAnswerLargerThanItsLimit) {
  ScriptedServer server({replying(200, std::string(2000, 'x'))});
  const auto reply = ask_for(server.url(), {.body_limit = 1000});
  EXPECT_EQ(reply.ending, Ending::too_large);
  EXPECT_EQ(reply.attempts, 1);
  ScriptedServer chunked({{.bytes = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7d0\r\n" +
                                    std::string(2000, 'x') + "\r\n0\r\n\r\n"}});
  EXPECT_EQ(ask_for(chunked.url(), {.body_limit = 1000}).ending, Ending::too_large);
  ScriptedServer endless({{.bytes = "HTTP/1.1 200 OK\r\n\r\n" + std::string(2000, 'x')}});
  EXPECT_EQ(ask_for(endless.url(), {.body_limit = 1000}).ending, Ending::too_large);
}

TEST(HttpClient, CallsBackWhenStopped) {
  ScriptedServer server({{.manner = Manner::withheld}});
  Client client;
  std::stop_source stop;
  std::promise<Reply> promise;
  client.post({.url = server.url(), .headers = {}, .body = "{}"}, stop.get_token(),
              [&](Reply reply) { promise.set_value(std::move(reply)); });
  while (server.seen().empty()) std::this_thread::yield();
  stop.request_stop();
  EXPECT_EQ(promise.get_future().get().ending, Ending::cancelled);
  EXPECT_EQ(ask_for(client, server.url(), stop.get_token()).ending, Ending::cancelled);
}

TEST(HttpClient, CallsBackForWhatIsUnderWayWhenItGoes) {
  ScriptedServer server({{.manner = Manner::withheld}});
  std::promise<Reply> promise;
  {
    Client client;
    client.post({.url = server.url(), .headers = {}, .body = "{}"}, {},
                [&](Reply reply) { promise.set_value(std::move(reply)); });
  }
  EXPECT_EQ(promise.get_future().get().ending, Ending::cancelled);
}

TEST(HttpClient, KeepsItsPace) {
  ScriptedServer server({replying(200, "{}")});
  Client client({.requests_per_minute = 1200});
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(ask_for(client, server.url()).is_success());
  EXPECT_GE(std::chrono::steady_clock::now() - start, milliseconds(100));
}

TEST(HttpClient, SaysWhyNobodyIsReached) {
  std::string url;
  {
    ScriptedServer gone({replying(200, "{}")});
    url = gone.url();
  }
  const auto reply = ask_for(url, {.attempts = 1});
  EXPECT_EQ(reply.ending, Ending::unreachable);
  EXPECT_THAT(reply.why, HasSubstr("cannot connect"));
  EXPECT_EQ(ask_for("ftp://host/").ending, Ending::unreachable);
}

TEST(HttpClient, SendsNoHeaderThatWouldBeTwo) {
  ScriptedServer server({replying(200, "{}")});
  Client client;
  std::promise<Reply> promise;
  client.post({.url = server.url(), .headers = {{"x-api-key", "k\r\nX-Other: 1"}}, .body = "{}"}, {},
              [&](Reply reply) { promise.set_value(std::move(reply)); });
  const auto reply = promise.get_future().get();
  EXPECT_EQ(reply.ending, Ending::unreachable);
  EXPECT_EQ(reply.why.find("X-Other"), std::string::npos);
  EXPECT_EQ(server.connections(), 0);
}

class HttpsClient : public testing::Test {
 protected:
  void SetUp() override {
    std::ofstream(file_) << certificate_.certificate;
    if (const char* value = std::getenv("SSL_CERT_FILE")) before_ = value;
  }
  void TearDown() override {
    if (before_.empty())
      unsetenv("SSL_CERT_FILE");
    else
      setenv("SSL_CERT_FILE", before_.c_str(), 1);
    std::filesystem::remove(file_);
  }
  Certificate certificate_ = made_certificate();
  std::string file_ = testing::TempDir() + "assay_trusted_" + std::to_string(getpid()) + ".pem";
  std::string before_;
};

TEST_F(HttpsClient, TrustsTheCertificatesOfTheFileThatTheEnvironmentNames) {
  setenv("SSL_CERT_FILE", file_.c_str(), 1);
  ScriptedServer server({replying(200, "{}")}, certificate_);
  const auto reply = ask_for(server.url(), {.attempts = 1});
  EXPECT_TRUE(reply.is_success()) << reply.why;
}

TEST_F(HttpsClient, SendsNothingToAServerThatNobodyVouchesFor) {
  ScriptedServer server({replying(200, "{}")}, certificate_);
  const auto reply = ask_for(server.url(), {.attempts = 1});
  EXPECT_EQ(reply.ending, Ending::unreachable);
  EXPECT_THAT(reply.why, HasSubstr("TLS"));
  EXPECT_TRUE(server.seen().empty());
}

TEST_F(HttpsClient, TrustsACertificateForItsOwnHostOnly) {
  setenv("SSL_CERT_FILE", file_.c_str(), 1);
  ScriptedServer server({replying(200, "{}")}, certificate_);
  auto url = server.url();
  url.replace(url.find("127.0.0.1"), 9, "localhost");
  EXPECT_EQ(ask_for(url, {.attempts = 1}).ending, Ending::unreachable);
  EXPECT_TRUE(server.seen().empty());
}

TEST(Pause, IsTheOneAskedForHoweverLong) {
  const auto after = [](milliseconds asked) {
    return pause_after({.status = 429, .body = {}, .why = {}, .retry_after = asked}, 1, 0.0);
  };
  EXPECT_EQ(after(milliseconds(1500)), milliseconds(1500));
  EXPECT_EQ(after(milliseconds(60'000)), milliseconds(60'000));
  EXPECT_EQ(after(milliseconds(120'000)), milliseconds(120'000));
  EXPECT_EQ(after(milliseconds(-1)), milliseconds(500));
}

TEST(Pause, DoublesUpToEightSecondsLessAQuarterAtMost) {
  const Reply failed{.status = 500, .body = {}, .why = {}};
  EXPECT_EQ(pause_after(failed, 1, 0.0), milliseconds(500));
  EXPECT_EQ(pause_after(failed, 2, 0.0), milliseconds(1000));
  EXPECT_EQ(pause_after(failed, 2, 1.0), milliseconds(750));
  EXPECT_EQ(pause_after(failed, 30, 0.0), milliseconds(8000));
}

TEST(Url, IsSplit) {
  const auto url = parse_url("https://[::1]:8443/v1?x=1#part");
  ASSERT_TRUE(url);
  EXPECT_EQ(*url, (Url{.scheme = Url::Scheme::https, .host = "::1", .port = "8443", .target = "/v1?x=1"}));
  EXPECT_EQ(parse_url("http://host")->target, "/");
  EXPECT_EQ(parse_url("http://host?x")->target, "/?x");
  EXPECT_EQ(parse_url("http://host")->port, "80");
}

TEST(Url, IsRefusedWithAPasswordOrABlankOrWithoutAHost) {
  for (const char* text : {"http://user:secret@host/", "http://host/a b", "http://host/\r\nX: 1", "http:///x",
                           "http://:80/", "host:80", "http://host:x", "http://[::1", "http://host:"})
    EXPECT_FALSE(parse_url(text)) << text;
}

}  // namespace
}  // namespace assay::http
