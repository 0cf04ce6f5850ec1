// SPDX-License-Identifier: Apache-2.0
// The client in its own process. http_client_test.cc tests the client; this tests the communication with the
// process.
#include "assay/internal/courier.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <future>

#include "scripted_server.h"

namespace assay::http {
namespace {

using testing::HasSubstr;

std::future<Reply> start(Courier& courier, Request request, std::stop_token stop = {}) {
  auto promise = std::make_shared<std::promise<Reply>>();
  courier.post(std::move(request), std::move(stop),
               [promise](Reply reply) { promise->set_value(std::move(reply)); });
  return promise->get_future();
}

Reply ask_courier(Courier& courier, const std::string& url) {
  return start(courier, {.url = url, .headers = {{"x-api-key", "key"}}, .body = "{}"}).get();
}

TEST(Courier, CarriesRequestAndReplyWhole) {
  const std::string body = "bytes \xff\0 and a line\n" + std::string(1 << 20, 'x');
  ScriptedServer server({replying(418, body, "retry-after: 7\r\n")});
  Courier courier;
  const auto reply = ask_courier(courier, server.url("/v1/messages"));
  EXPECT_EQ(reply.ending, Ending::answered);
  EXPECT_EQ(reply.status, 418);
  EXPECT_EQ(reply.body, body);
  EXPECT_EQ(reply.attempts, 1);
  ASSERT_EQ(server.seen().size(), 1u);
  EXPECT_EQ(server.seen()[0].target, "/v1/messages");
  EXPECT_EQ(server.seen()[0].body, "{}");
  EXPECT_THAT(server.seen()[0].headers, HasSubstr("x-api-key: key\r\n"));
}

TEST(Courier, KeepsTheLimitsThatItWasGiven) {
  ScriptedServer server({replying(500, "no", "retry-after-ms: 5\r\n")});
  Courier twice({.attempts = 2});
  EXPECT_EQ(ask_courier(twice, server.url()).attempts, 2);
  Courier small({.body_limit = 1});
  EXPECT_EQ(ask_courier(small, server.url()).ending, Ending::too_large);
  ScriptedServer silent({{.manner = ScriptedReply::Manner::withheld}});
  Courier hasty({.attempt_timeout = std::chrono::milliseconds(50), .attempts = 1});
  EXPECT_EQ(ask_courier(hasty, silent.url()).ending, Ending::timed_out);
}

TEST(Courier, KeepsAPaceOfLessThanARequestADay) {
  for (const double rate : {0.0004, 1e-300}) {
    ScriptedServer server({replying(200, "{}")});
    Courier slow({.requests_per_minute = rate});
    EXPECT_TRUE(ask_courier(slow, server.url()).is_success());
    const auto next = start(slow, {.url = server.url(), .body = "{}"});
    EXPECT_EQ(next.wait_for(std::chrono::milliseconds(100)), std::future_status::timeout) << rate;
  }
}

TEST(Courier, KeepsTheTimeThatARequestBrings) {
  ScriptedServer silent({{.manner = ScriptedReply::Manner::withheld}});
  Courier patient({.attempts = 1});
  const auto reply =
      start(patient, {.url = silent.url(), .body = "{}", .attempt_timeout = std::chrono::milliseconds(50)})
          .get();
  EXPECT_EQ(reply.ending, Ending::timed_out);
  EXPECT_GE(reply.latency, std::chrono::milliseconds(50));
}

TEST(Courier, CancelsWhatIsNoLongerWanted) {
  ScriptedServer silent({{.manner = ScriptedReply::Manner::withheld}});
  Courier courier;
  std::stop_source stop;
  auto pending = start(courier, {.url = silent.url(), .body = "{}"}, stop.get_token());
  stop.request_stop();
  EXPECT_EQ(pending.get().ending, Ending::cancelled);
  auto stopped = start(courier, {.url = silent.url(), .body = "{}"}, stop.get_token());
  EXPECT_EQ(stopped.get().ending, Ending::cancelled);
}

TEST(Courier, CallsBackForWhatIsUnderWayWhenItGoes) {
  ScriptedServer silent({{.manner = ScriptedReply::Manner::withheld}});
  std::future<Reply> pending;
  {
    Courier courier;
    pending = start(courier, {.url = silent.url(), .body = "{}"});
  }
  EXPECT_EQ(pending.get().ending, Ending::cancelled);
}

TEST(Courier, AnswersEachOfManyRequestsFromManyThreads) {
  ScriptedServer server({replying(200, "{}")});
  Courier courier;
  std::vector<std::thread> threads;
  std::atomic<int> answered = 0;
  for (int thread = 0; thread < 4; ++thread)
    threads.emplace_back([&] {
      for (int i = 0; i < 10; ++i) answered += ask_courier(courier, server.url()).is_success();
    });
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(answered, 40);
}

TEST(Courier, TrustsTheCertificatesThatTheEnvironmentNames) {
  const auto certificate = made_certificate();
  ScriptedServer server({replying(200, "{}")}, certificate);
  Courier wary({.attempts = 1});
  EXPECT_EQ(ask_courier(wary, server.url()).ending, Ending::unreachable);
  const auto file = std::filesystem::path(testing::TempDir()) / "assay_courier_certificate.pem";
  std::ofstream(file) << certificate.certificate;
  ::setenv("SSL_CERT_FILE", file.c_str(), 1);
  Courier trusting({.attempts = 1});
  EXPECT_TRUE(ask_courier(trusting, server.url()).is_success());
  ::unsetenv("SSL_CERT_FILE");
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace assay::http
