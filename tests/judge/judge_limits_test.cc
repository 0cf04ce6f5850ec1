// SPDX-License-Identifier: Apache-2.0
// What a judge keeps, and what it may cost.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <mutex>

#include "assay/internal/model_server.h"
#include "judged.h"

namespace assay {
namespace {

using testing::HasSubstr;

class KeptInMemory : public http::ReplyCache {
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
  std::size_t size() const { return kept_.size(); }

 private:
  std::mutex mutex_;
  std::map<std::string, std::string> kept_;
};

TEST(Judge, AsksNothingTwiceThatWasKept) {
  const auto cache = std::make_shared<KeptInMemory>();
  {
    ScriptedServer server(after_canary({kYes}));
    auto service = service_at(server);
    Judge judge(service, cache, in_process());
    judge.judge("count lines", "wc -l f", "grep -c '' f");
    EXPECT_EQ(cache->size(), 4u);
    EXPECT_EQ(judge.judge("count lines", "wc -l f", "grep -c '' f").verdict, JudgeVerdict::equivalent);
    EXPECT_EQ(server.seen().size(), 4u);
    EXPECT_EQ(judge.usage().cached, 2);
    EXPECT_EQ(judge.usage().requests, 4);

    service.cache = JudgeService::Cache::only;
    Judge offline(service, cache, in_process());
    const auto ruling = offline.judge("count lines", "wc -l f", "grep -c '' f");
    EXPECT_EQ(ruling.verdict, JudgeVerdict::equivalent);
    EXPECT_TRUE(ruling.votes.at(0).is_cached);
    EXPECT_EQ(offline.judge("count lines", "wc -l f", "cat f").by, Ruling::By::nobody);
    EXPECT_EQ(server.seen().size(), 4u);
  }
}

TEST(Judge, KeepsNoAnswerThatIsNone) {
  const auto cache = std::make_shared<KeptInMemory>();
  ScriptedServer server(after_canary({replying(200, saying("no idea"))}));
  Judge judge(service_at(server), cache, in_process());
  judge.judge("count lines", "wc -l f", "grep -c '' f");
  EXPECT_EQ(cache->size(), 2u);  // those of the canary
}

TEST(Judge, StopsAtItsCost) {
  ScriptedServer server(after_canary({kYes}));
  auto service = service_at(server);
  service.price = TokenPrice{.input = 1000, .output = 10'000};
  service.max_cost = 0.4;  // a request costs 0.2
  Judge judge(service, nullptr, in_process());
  const auto ruling = judge.judge("count lines", "wc -l f", "grep -c '' f");
  EXPECT_EQ(ruling.by, Ruling::By::nobody);
  EXPECT_THAT(ruling.why, HasSubstr("0.4000"));
  EXPECT_EQ(server.seen().size(), 2u);
  EXPECT_DOUBLE_EQ(judge.usage().cost.value(), 0.4);
}

TEST(Judge, KnowsNoCostWithoutAPrice) {
  ScriptedServer server(after_canary({kYes}));
  Judge judge(service_at(server), nullptr, in_process());
  judge.judge("count lines", "wc -l f", "grep -c '' f");
  EXPECT_EQ(judge.usage().cost, std::nullopt);
  EXPECT_EQ(judge.usage().input_tokens, 400);
  EXPECT_EQ(judge.usage().output_tokens, 40);
}

}  // namespace
}  // namespace assay
