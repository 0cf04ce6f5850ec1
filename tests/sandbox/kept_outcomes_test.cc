// SPDX-License-Identifier: Apache-2.0
// Outcomes that are found again: the same as if the command had run, or none.
#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <mutex>

#include "assay/internal/sandbox.h"

namespace assay::sandbox {
namespace {

class Memory : public EffectCache {
 public:
  std::optional<std::string> find(const std::string& key) override {
    const std::lock_guard lock(mutex_);
    const auto found = texts.find(key);
    return found == texts.end() ? std::nullopt : std::optional(found->second);
  }
  void keep(const std::string& key, const std::string& text) override {
    const std::lock_guard lock(mutex_);
    texts[key] = text;
  }
  std::map<std::string, std::string> texts;

 private:
  std::mutex mutex_;
};

class KeptOutcomes : public ::testing::Test {
 protected:
  void SetUp() override {
    if (sandbox_.tier() == Tier::unavailable) GTEST_SKIP() << sandbox_.reason();
  }

  SandboxResult run(const std::string& script, const Limits& limits = {}) {
    return sandbox_.run(world_, shell_command(script), limits);
  }
  static const Effect* effect_on(const SandboxResult& outcome, const std::string& path) {
    for (const Effect& each : outcome.effects)
      if (each.path == path) return &each;
    return nullptr;
  }

  std::shared_ptr<Memory> memory_ = std::make_shared<Memory>();
  bool is_repeatable_ = true;
  Sandbox sandbox_{SandboxOptions{
      .effects = memory_, .is_repeatable = [this](const World&, const Command&) { return is_repeatable_; }}};
  World world_{.entries = {{.path = "a", .content = "x\n"}}};
};

TEST_F(KeptOutcomes, AreTheSameAsTheFirst) {
  const SandboxResult first = run("cat a; echo y >b; exit 3"), again = run("cat a; echo y >b; exit 3");
  EXPECT_FALSE(first.is_kept);
  EXPECT_TRUE(again.is_kept);
  EXPECT_EQ(again.out, "x\n");
  EXPECT_EQ(again.exit_code, 3);
  ASSERT_EQ(again.effects.size(), first.effects.size());
  const Effect *one = effect_on(first, "/home/user/b"), *two = effect_on(again, "/home/user/b");
  ASSERT_TRUE(one && two);
  EXPECT_EQ(two->after.digest, one->after.digest);
}

TEST_F(KeptOutcomes, HaveTheTimesOfARunThatIsNow) {
  const std::string script = "echo y >b; mv a c";
  const SandboxResult first = run(script), again = run(script);
  ASSERT_TRUE(again.is_kept);
  const Effect *one = effect_on(first, "/home/user/b"), *two = effect_on(again, "/home/user/b");
  ASSERT_TRUE(one && two);
  EXPECT_GT(two->after.modified, one->after.modified);
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  EXPECT_NEAR(static_cast<double>(two->after.modified),
              static_cast<double>(std::chrono::nanoseconds(now).count()), 5e9);
}

// A year later, the world's files are a minute old as before.
TEST_F(KeptOutcomes, FollowTheStartOfTheirWorld) {
  world_.start = 1'700'000'000;
  run("mv a c");
  world_.start = 1'731'536'000;
  const SandboxResult later = run("mv a c");
  ASSERT_TRUE(later.is_kept);
  const Effect* moved = effect_on(later, "/home/user/c");
  ASSERT_TRUE(moved);
  EXPECT_EQ(moved->after.modified, (1'731'536'000 - 60) * std::int64_t{1'000'000'000});
}

TEST_F(KeptOutcomes, LeaveDatesAsTheyAre) {
  world_.entries.front().dated = 1'000'000;
  world_.start = 1'700'000'000;
  run("mv a c");
  world_.start = 1'731'536'000;
  const SandboxResult later = run("mv a c");
  ASSERT_TRUE(later.is_kept);
  EXPECT_EQ(effect_on(later, "/home/user/c")->after.modified, std::int64_t{1'000'000} * 1'000'000'000);
}

TEST_F(KeptOutcomes, AreNoneOfAFileWhoseTimeIsOfNobodyKnows) {
  run("touch -d '2001-02-03 04:05' b");
  EXPECT_FALSE(run("touch -d '2001-02-03 04:05' b").is_kept);
}

TEST_F(KeptOutcomes, DependOnTheWorldTheCommandAndItsLimits) {
  run("cat a");
  EXPECT_TRUE(run("cat a").is_kept);
  EXPECT_FALSE(run("cat  a").is_kept);
  EXPECT_FALSE(run("cat a", {.memory_bytes = 256u << 20}).is_kept);
  world_.input = "z";
  EXPECT_FALSE(run("cat a").is_kept);
  world_.input.clear();
  world_.environment = {{"V", "1"}};
  EXPECT_FALSE(run("cat a").is_kept);
  world_.environment.clear();
  world_.entries.front().modified = -61;
  EXPECT_FALSE(run("cat a").is_kept);
  world_.entries.front().modified = -60;
  world_.entries.front().content = "other";
  EXPECT_FALSE(run("cat a").is_kept);
}

TEST_F(KeptOutcomes, AreNoneWhereTwoRunsDiffer) {
  run("echo $RANDOM$RANDOM");
  EXPECT_FALSE(run("echo $RANDOM$RANDOM", {.anew = true}).is_kept);
  EXPECT_FALSE(run("echo $RANDOM$RANDOM").is_kept);
  EXPECT_FALSE(run("echo $RANDOM$RANDOM").is_kept);
}

// Whoever runs a command twice in a cell wants to know whether it does the same.
TEST_F(KeptOutcomes, AreNotTakenForASecondRun) {
  {
    Cell cell = sandbox_.open(world_);
    EXPECT_FALSE(cell.run(shell_command("cat a")).is_kept);
    EXPECT_FALSE(cell.run(shell_command("cat a")).is_kept);
  }
  Cell cell = sandbox_.open(world_);
  EXPECT_TRUE(cell.run(shell_command("cat a")).is_kept);
  EXPECT_TRUE(cell.run(shell_command("cat a")).is_kept);
}

TEST_F(KeptOutcomes, AreNoneOfCommandsThatRanOutOfTimeOrMayDependOnMore) {
  const Limits brief{.timeout = std::chrono::milliseconds(300)};
  EXPECT_EQ(run("sleep 5", brief).end, End::timed_out);
  EXPECT_EQ(run("sleep 5", brief).end, End::timed_out);
  EXPECT_TRUE(memory_->texts.size() <= 1);  // the userland's digest
  is_repeatable_ = false;
  run("cat a");
  EXPECT_FALSE(run("cat a").is_kept);
}

TEST_F(KeptOutcomes, AreNotUsedOnceAStateWasKept) {
  run("cat a");
  Cell cell = sandbox_.open(world_);
  cell.run(shell_command("echo new >a"), {}, After::keep);
  EXPECT_EQ(cell.run(shell_command("cat a")).out, "new\n");
}

TEST_F(KeptOutcomes, ThatMakeNoSenseAreRunAgain) {
  run("cat a");
  for (auto& [key, text] : memory_->texts)
    if (!text.empty()) text = text.substr(0, text.size() / 2);
  const SandboxResult again = run("cat a");
  EXPECT_FALSE(again.is_kept);
  EXPECT_EQ(again.out, "x\n");
}

}  // namespace
}  // namespace assay::sandbox
