// SPDX-License-Identifier: Apache-2.0
// Many cases of a tool that is a model on a server: graded, retried and stopped like those of any tool.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <mutex>
#include <thread>

#include "assay/internal/chat_client.h"
#include "assay/internal/origin.h"
#include "questions.h"

namespace assay {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

// Repeats the prompt in a fence, after the scripted replies in `first`. Each reply comes from its own thread.
class Echo : public http::Poster {
 public:
  std::vector<http::Reply> first;

 private:
  void post(http::Request request, std::stop_token, std::function<void(http::Reply)> done) override {
    const auto begin = request.body.find("\"content\":\"") + 11;
    const auto prompt = request.body.substr(begin, request.body.find('"', begin) - begin);
    http::Reply reply{.status = 200,
                      .body = R"({"choices": [{"message": {"content": "```\n)" + prompt +
                              R"(\n```"}}], "usage": {"prompt_tokens": 3, "completion_tokens": 4}})",
                      .latency = 5ms};
    const std::lock_guard lock(mutex_);
    if (asked_ < first.size()) reply = first[asked_];
    ++asked_;
    answers_.push_back(std::async(std::launch::async, [reply, done = std::move(done)] { done(reply); }));
  }

  std::mutex mutex_;
  std::size_t asked_ = 0;
  std::vector<std::future<void>> answers_;
};

// Gives no reply until it is stopped.
class Silence : public http::Poster {
 public:
  std::atomic<int> posted = 0;

 private:
  using OnStop = std::stop_callback<std::function<void()>>;
  void post(http::Request, std::stop_token stop, std::function<void(http::Reply)> done) override {
    auto on_stop = std::make_unique<OnStop>(std::move(stop), [done = std::move(done)] {
      done({.ending = http::Ending::cancelled, .why = "cancelled"});
    });
    {
      const std::lock_guard lock(mutex_);
      stops_.push_back(std::move(on_stop));
    }
    ++posted;
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<OnStop>> stops_;
};

Tool model() {
  return {.name = "m",
          .how = Program{.argv = {},
                         .chat = Chat{.base_url = "http://h/v1", .model = "m"},
                         .strip = {Strip::fences},
                         .refusal = {}}};
}

class ModelTest : public testing::Test {
 protected:
  ModelTest() {
    auto poster = std::make_unique<Echo>();
    echo = poster.get();
    options.chat =
        std::make_shared<ChatClient>(std::get<Program>(tool.how), ChatClient::Options{}, std::move(poster));
    options.levels = {find_level("exact")};
  }
  std::vector<Result> evaluated(const std::vector<Case>& cases) {
    std::vector<Result> results(cases.size());
    evaluate(cases, tool, options,
             [&](std::size_t index, Result result) { results[index] = std::move(result); });
    return results;
  }

  Tool tool = model();
  Echo* echo = nullptr;
  EvaluateOptions options;
};

TEST_F(ModelTest, AnswersOfAModelAreGradedAsAnyToolsAre) {
  std::vector<Case> cases;
  for (int i = 0; i < 100; ++i)
    cases.push_back(
        asking(std::to_string(i), "ls " + std::to_string(i), i % 2 ? "ls" : "ls " + std::to_string(i)));
  const auto results = evaluated(cases);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    EXPECT_EQ(results[i].answer.command, cases[i].prompt);
    EXPECT_EQ(results[i].grade.status, i % 2 ? Status::miss : Status::pass);
    EXPECT_EQ(results[i].answer.tokens, 7.0);
    EXPECT_EQ(results[i].answer.latency, 5ms);
  }
}

TEST_F(ModelTest, OneCaseIsAskedInTheCallersThread) {
  const auto results = evaluated({asking("a", "ls", "ls")});
  EXPECT_EQ(results[0].grade.status, Status::pass);
}

TEST_F(ModelTest, AServerThatFailsLeavesItsCaseUnmeasured) {
  echo->first = {{.status = 500, .body = "no"}};
  options.jobs = 1;
  const auto results = evaluated({asking("a", "ls", "ls"), asking("b", "ls", "ls")});
  EXPECT_EQ(results[0].grade.status, Status::unmeasured);
  EXPECT_EQ(results[0].answer.ending, Ending::unavailable);
  EXPECT_THAT(results[0].answer.detail, HasSubstr("status 500"));
  EXPECT_EQ(results[1].grade.status, Status::pass);
}

TEST_F(ModelTest, IsAskedAgainAsItsDescriptionSays) {
  for (const std::size_t count : {1u, 3u}) {
    std::get<Program>(tool.how).retry = {.times = 1, .wait = 1ms};
    auto poster = std::make_unique<Echo>();
    poster->first = {{.status = 503, .body = "no"}};
    options.jobs = 1;
    options.chat =
        std::make_shared<ChatClient>(std::get<Program>(tool.how), ChatClient::Options{}, std::move(poster));
    const auto results = evaluated(std::vector<Case>(count, asking("a", "ls", "ls")));
    EXPECT_EQ(results[0].grade.status, Status::pass);
    ASSERT_EQ(results[0].answer.earlier_tries.size(), 1u);
    EXPECT_THAT(results[0].answer.earlier_tries[0].detail, HasSubstr("status 503"));
  }
}

TEST_F(ModelTest, AStopReachesTheServer) {
  auto poster = std::make_unique<Silence>();
  auto& silence = *poster;
  options.chat =
      std::make_shared<ChatClient>(std::get<Program>(tool.how), ChatClient::Options{}, std::move(poster));
  options.jobs = 2;
  for (const std::size_t count : {1u, 4u}) {
    silence.posted = 0;
    std::stop_source stop;
    std::jthread stopper([&] {
      while (silence.posted == 0) std::this_thread::yield();
      stop.request_stop();
    });
    std::vector<Ending> endings;
    const std::vector<Case> cases(count, asking("a", "ls", "ls"));
    evaluate(
        cases, tool, options, [&](std::size_t, Result result) { endings.push_back(result.answer.ending); },
        stop.get_token());
    EXPECT_EQ(endings, std::vector<Ending>(count, Ending::cancelled));
  }
}

TEST_F(ModelTest, TheRunSaysWhichServerItWas) {
  RunInfo info;
  tool.parts = {{"model", "m"}};
  describe_tool(info, tool);
  EXPECT_EQ(info.tool_path, "http://h/v1");
  EXPECT_EQ(info.tool_sha256, "") << "nobody can know what a server runs";
  EXPECT_EQ(info.parts.at("model"), "m");
}

}  // namespace
}  // namespace assay
