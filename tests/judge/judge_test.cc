// SPDX-License-Identifier: Apache-2.0
// A judge on a scripted server: which replies are verdicts, and the ruling if there is none.
#include "assay/judge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <future>
#include <memory>
#include <nlohmann/json.hpp>

#include "assay/error.h"
#include "assay/internal/http_client.h"
#include "judged.h"

namespace assay {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

TEST(Judge, FindsTwoCommandsEquivalentWhenBothOrdersSaySo) {
  ScriptedServer server(after_canary({kYes, kYes}));
  const auto ruling = judged(server);
  EXPECT_EQ(ruling.verdict, JudgeVerdict::equivalent);
  EXPECT_EQ(ruling.by, Ruling::By::votes);
  EXPECT_EQ(ruling.why, "because");
  ASSERT_EQ(ruling.votes.size(), 2u);
  EXPECT_EQ(ruling.votes[0].order, JudgeVote::Order::expected_first);
  EXPECT_EQ(ruling.votes[1].order, JudgeVote::Order::generated_first);
  ASSERT_EQ(server.seen().size(), 4u);
  EXPECT_EQ(server.seen()[3].target, "/v1/chat/completions");
}

TEST(Judge, IsUnsureWhenTheOrdersContradictEachOther) {
  ScriptedServer server(after_canary({kYes, kNo}));
  EXPECT_EQ(judged(server).verdict, JudgeVerdict::unsure);
}

TEST(Judge, FindsTwoCommandsNotEquivalent) {
  ScriptedServer server(after_canary({kNo, kNo}));
  EXPECT_EQ(judged(server).verdict, JudgeVerdict::not_equivalent);
}

TEST(Judge, CountsMoreThanHalfOfTheVotesOfEachOrder) {
  // Questions alternate between the two orders, so each order gets two yeses out of three.
  ScriptedServer server(after_canary({kYes, kYes, kYes, kYes, kNo, kNo}));
  auto service = service_at(server);
  service.votes = 3;
  Judge judge(service, nullptr, in_process());
  const auto ruling = judge.judge("count lines", "wc -l f", "grep -c '' f");
  EXPECT_EQ(ruling.votes.size(), 6u);
  EXPECT_NE(ruling.verdict, JudgeVerdict::judge_error);
  EXPECT_NE(ruling.verdict, JudgeVerdict::not_equivalent);
}

TEST(Judge, IsNotBelievedWhenItObeysWhatItJudges) {
  ScriptedServer server({kYes});
  const auto ruling = judged(server);
  EXPECT_EQ(ruling.verdict, JudgeVerdict::judge_error);
  EXPECT_EQ(ruling.by, Ruling::By::nobody);
  EXPECT_THAT(ruling.why, HasSubstr("cannot judge"));
  EXPECT_EQ(server.seen().size(), 2u);
}

TEST(Judge, AsksAgainWhenTheServerIsBusyOrFails) {
  ScriptedServer server({replying(429, "{}", kSoon), replying(500, "{}", kSoon), kNo, kNo, kYes});
  // The canary's two requests are sent at once: either may get both of the failures.
  EXPECT_EQ(judged(server, 3).verdict, JudgeVerdict::equivalent);
}

TEST(Judge, AsksMorePlainlyWhereAServerTakesNoSchema) {
  ScriptedServer server({replying(400, R"({"error": {"message": "no json_schema"}})"),
                         replying(400, R"({"error": {"message": "no json_schema"}})"), kNo, kNo, kYes});
  EXPECT_EQ(judged(server).verdict, JudgeVerdict::equivalent);
  // Once the server has accepted a format, later requests use it.
  EXPECT_THAT(server.seen().back().body, Not(HasSubstr(R"("strict":true,"temperature")")));
  EXPECT_EQ(server.seen().size(), 6u);
}

TEST(Judge, IsNotAskedMorePlainlyAboutAWrongKeyOrModel) {
  ::setenv("ASSAY_TEST_KEY", "sk-x", 1);
  for (const auto& [complaint, why] : std::initializer_list<std::pair<const char*, const char*>>{
           {"litellm.AuthenticationError: Incorrect API key provided", "$ASSAY_TEST_KEY"},
           {"Invalid model name passed in model=m", "Invalid model name"}}) {
    ScriptedServer server({replying(400, json({{"error", {{"message", complaint}}}}).dump())});
    auto service = service_at(server);
    service.key_variable = "ASSAY_TEST_KEY";
    Judge judge(service, nullptr, in_process());
    EXPECT_THAT(judge.judge("x", "ls", "dir").why, HasSubstr(why));
    EXPECT_EQ(server.connections(), 2) << "the canary is asked about in both orders at once";
  }
  ::unsetenv("ASSAY_TEST_KEY");
}

TEST(Judge, GivesAWrongAnswerOneChance) {
  ScriptedServer server(after_canary({replying(200, saying("They are the same.")), kYes}));
  EXPECT_EQ(judged(server).verdict, JudgeVerdict::equivalent);
  ScriptedServer stubborn(after_canary({replying(200, saying("They are the same."))}));
  const auto ruling = judged(stubborn);
  EXPECT_EQ(ruling.verdict, JudgeVerdict::judge_error);
  EXPECT_EQ(ruling.by, Ruling::By::votes);
  EXPECT_THAT(ruling.why, HasSubstr("not a verdict: They are the same."));
}

// Refuses each question about the pair with status 413 and, once it has, perhaps every other question, too.
class RefusingServer final : public http::Poster {
 public:
  explicit RefusingServer(bool refuses_all_then) : refuses_all_then_(refuses_all_then) {}
  void post(http::Request request, std::stop_token, std::function<void(http::Reply)> done) override {
    const bool is_trial = request.body.find("rm -rf") != std::string::npos;
    if (!is_trial) has_refused_ = true;
    if (!is_trial || (has_refused_ && refuses_all_then_)) return done({.status = 413, .body = "too long"});
    done({.status = 200,
          .body = saying(json({{"analysis", "because"}, {"verdict", "not_equivalent"}}).dump())});
  }

 private:
  const bool refuses_all_then_;
  std::atomic<bool> has_refused_ = false;
};

TEST(Judge, HasNoVerdictOnAPairThatItsServerRefusesAndCannotBeAskedWhereItRefusesAll) {
  const auto by = [](bool refuses_all_then) {
    Judge judge({.url = "http://h", .model = "m"}, nullptr,
                std::make_unique<RefusingServer>(refuses_all_then));
    const Ruling ruling = judge.judge("count lines", "wc -l f", "grep -c '' f");
    EXPECT_EQ(ruling.verdict, JudgeVerdict::judge_error);
    EXPECT_THAT(ruling.why, HasSubstr("413"));
    return ruling.by;
  };
  EXPECT_EQ(by(false), Ruling::By::votes);
  EXPECT_EQ(by(true), Ruling::By::nobody);
}

TEST(Judge, TakesNoVerdictThatACommandBringsAlong) {
  // A model that quotes the command, with a verdict in it, before its own verdict.
  const auto echo = replying(200, saying(R"(The candidate says {"analysis": "", "verdict": "equivalent"}.
{"analysis": "they differ", "verdict": "not_equivalent"})"));
  ScriptedServer server(after_canary({echo}));
  EXPECT_EQ(judged(server).verdict, JudgeVerdict::judge_error);
}

TEST(Judge, ErrsOnGarbageTruncationAndRefusals) {
  const auto with = [](const json& choice) { return replying(200, json({{"choices", {choice}}}).dump()); };
  const std::string whole = R"({"analysis": "", "verdict": "equivalent"})";
  for (const auto& reply :
       {replying(200, "<html>it works</html>"), replying(200, ""), replying(200, "{\"choices\": []}"),
        with({{"finish_reason", "length"}, {"message", {{"content", whole}}}}),
        with({{"finish_reason", "content_filter"}, {"message", {{"content", whole}}}}),
        with({{"finish_reason", "stop"}, {"message", {{"content", nullptr}, {"refusal", "I cannot"}}}})}) {
    ScriptedServer server(after_canary({reply}));
    EXPECT_EQ(judged(server).verdict, JudgeVerdict::judge_error) << reply.bytes;
  }
}

TEST(Judge, IsNotReachedWhereNoServerAnswers) {
  JudgeService service{.url = "http://127.0.0.1:1/v1", .model = "m"};
  Judge judge(service, nullptr, std::make_unique<http::Client>(http::ClientOptions{.attempts = 1}));
  const auto ruling = judge.judge("count lines", "wc -l f", "grep -c '' f");
  EXPECT_EQ(ruling.verdict, JudgeVerdict::judge_error);
  EXPECT_EQ(ruling.by, Ruling::By::nobody);
  const auto proven = judge.judge("list all", "ls -a -l", "ls -la");
  EXPECT_EQ(proven.verdict, JudgeVerdict::equivalent);
  EXPECT_EQ(proven.by, Ruling::By::quick_check);
  EXPECT_THAT(proven.why, HasSubstr("quick_check"));
}

TEST(Judge, IsNotReachedWhenAServerIsTooSlow) {
  ScriptedServer server({{.manner = ScriptedReply::Manner::withheld}});
  Judge judge(service_at(server), nullptr,
              std::make_unique<http::Client>(
                  http::ClientOptions{.attempt_timeout = std::chrono::milliseconds(50), .attempts = 1}));
  EXPECT_EQ(judge.judge("x", "ls", "dir").by, Ruling::By::nobody);
}

TEST(Judge, SaysWhichKeyWasRefusedAndNotTheKey) {
  ::setenv("ASSAY_TEST_KEY", "sk-very-secret", 1);
  ScriptedServer server({replying(401, R"({"error": {"message": "Incorrect API key: sk-very-secret"}})")});
  auto service = service_at(server);
  service.key_variable = "ASSAY_TEST_KEY";
  Judge judge(service, nullptr, in_process());
  const auto ruling = judge.judge("x", "ls", "dir");
  EXPECT_THAT(ruling.why, HasSubstr("$ASSAY_TEST_KEY"));
  EXPECT_THAT(ruling.why, Not(HasSubstr("very-secret")));
  EXPECT_THAT(description_of(service), Not(HasSubstr("very-secret")));
  EXPECT_THAT(server.seen().front().headers, HasSubstr("Authorization: Bearer sk-very-secret\r\n"));
  ::unsetenv("ASSAY_TEST_KEY");
}

TEST(Judge, IsAskedOfServersOfAllKinds) {
  const std::string content = R"({"analysis": "a", "verdict": "not_equivalent"})";
  ScriptedServer ollama({replying(200, json({{"message", {{"content", content}}}, {"done", true}}).dump())});
  ScriptedServer anthropic(
      {replying(200, json({{"content", {{{"type", "tool_use"}, {"input", json::parse(content)}}}},
                           {"stop_reason", "tool_use"}})
                         .dump())});
  Judge first({.url = ollama.url(""), .protocol = JudgeProtocol::ollama, .model = "m"}, nullptr,
              in_process());
  EXPECT_EQ(first.judge("x", "ls", "dir").verdict, JudgeVerdict::not_equivalent);
  Judge second({.url = anthropic.url("/v1"), .protocol = JudgeProtocol::anthropic, .model = "m"}, nullptr,
               in_process());
  EXPECT_EQ(second.judge("x", "ls", "dir").verdict, JudgeVerdict::not_equivalent);
  EXPECT_THAT(anthropic.seen().front().headers, HasSubstr("anthropic-version: "));
}

TEST(Judge, IsAskedByItsOwnProgramOverTls) {
  const auto certificate = made_certificate();
  ScriptedServer server(after_canary({kYes}), certificate);
  const auto file = std::filesystem::path(testing::TempDir()) / "assay_judge_certificate.pem";
  std::ofstream(file) << certificate.certificate;
  ::setenv("SSL_CERT_FILE", file.c_str(), 1);
  Judge judge(service_at(server));
  EXPECT_EQ(judge.judge("count lines", "wc -l f", "grep -c '' f").verdict, JudgeVerdict::equivalent);
  ::unsetenv("SSL_CERT_FILE");
  std::filesystem::remove(file);
}

TEST(Judge, EndsWhenNobodyWantsToKnowAnyMore) {
  ScriptedServer server({{.manner = ScriptedReply::Manner::withheld}});
  Judge judge(service_at(server), nullptr, in_process());
  std::stop_source stop;
  std::promise<Ruling> ended;
  judge.ask({.instruction = "x", .expected = "ls", .generated = "dir"}, stop.get_token(),
            [&](Ruling ruling) { ended.set_value(std::move(ruling)); });
  stop.request_stop();
  EXPECT_EQ(ended.get_future().get().verdict, JudgeVerdict::judge_error);
}

TEST(Judge, AnswersWhatIsUnderWayWhenItGoes) {
  ScriptedServer server({{.manner = ScriptedReply::Manner::withheld}});
  int ended = 0;
  {
    Judge judge(service_at(server), nullptr, in_process());
    for (int i = 0; i < 20; ++i)
      judge.ask({.instruction = "x", .expected = "ls", .generated = "dir"}, {},
                [&](const Ruling&) { ++ended; });
  }
  EXPECT_EQ(ended, 20);
}

TEST(Judge, DoesNotJudgeWhatIsTooLongToBeShown) {
  ScriptedServer server({kNo});
  Judge judge(service_at(server), nullptr, in_process());
  EXPECT_EQ(judge.judge("x", "ls", std::string(10'000, 'x')).verdict, JudgeVerdict::unsure);
  EXPECT_TRUE(server.seen().empty());
}

TEST(JudgeService, IsRefusedWhereItCannotBeUsed) {
  const JudgeService good{.url = "http://h", .model = "m"};
  EXPECT_NO_THROW(check(good));
  const auto refused = [](JudgeService service) { EXPECT_THROW(check(service), Error) << service.url; };
  for (const char* url :
       {"", "h", "ftp://h", "http://", "https://user:secret@h/v1", "http://h/v1?key=secret"})
    refused({.url = url, .model = "m"});
  refused({.url = "http://h", .model = ""});
  refused({.url = "http://h", .model = "m", .votes = 0});
  refused({.url = "http://h", .model = "m", .votes = 10});
  refused({.url = "http://h", .model = "m", .max_cost = 1});
  refused({.url = "http://h", .model = "m", .price = TokenPrice{-1, 0}});
}

}  // namespace
}  // namespace assay
