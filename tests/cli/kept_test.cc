// SPDX-License-Identifier: Apache-2.0
// The parts of a run that are kept whatever happens meanwhile: kills, a store locked by another process,
// tools that lack what they need.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sqlite3.h>

#include <algorithm>
#include <chrono>
#include <future>
#include <nlohmann/json.hpp>
#include <thread>

#include "runs.h"

namespace assay {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using OrderedJson = nlohmann::ordered_json;

// False if the condition does not come true in time.
template <typename Condition>
bool wait_for(Condition condition) {
  const auto end = std::chrono::steady_clock::now() + 15s;
  while (!condition() && std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(2ms);
  return condition();
}

// Locks a store like another program would, for as long as it lives.
class HeldStore {
 public:
  explicit HeldStore(const std::filesystem::path& file) {
    sqlite3_open(file.c_str(), &database_);
    sqlite3_busy_timeout(database_, 10'000);
    is_held_ = sqlite3_exec(database_, "BEGIN EXCLUSIVE", nullptr, nullptr, nullptr) == SQLITE_OK;
  }
  ~HeldStore() { sqlite3_close(database_); }
  HeldStore(const HeldStore&) = delete;
  bool is_held() const { return is_held_; }

 private:
  sqlite3* database_ = nullptr;
  bool is_held_ = false;
};

std::ptrdiff_t lines(const std::string& text) { return std::count(text.begin(), text.end(), '\n'); }

// The first answer cannot be stored while the second tool hangs.
TEST(KeptTest, ALimitIsHeldWhileAnotherProcessHoldsTheStore) {
  const Runs runs;
  const Program& program = runs.program();
  program.file("tool.sh",
               "if [ $1 = where ]; then echo $$ > pid; exec sleep 600; fi\n"
               "if [ $1 = list ]; then while [ ! -e held ] || [ ! -e pid ]; do sleep 0.01; done; fi\n"
               "echo $1 >> asked; echo ls\n");
  program.file("tool.json", OrderedJson{{"name", "script"},
                                        {"argv", {"sh", "tool.sh", "{prompt}"}},
                                        {"limits", {{"timeout_s", 4}, {"term_grace_s", 0.1}}}}
                                .dump());
  auto running = std::async(std::launch::async, [&] {
    return runs.run(
        {"run", "--dataset", "four.json", "--tool", "tool.json", "--jobs", "2", "--output", "out"});
  });
  ASSERT_TRUE(wait_for([&] { return program.has("pid") && lines(program.read("pid")) == 1; }));
  const int pid = std::stoi(program.read("pid"));
  {
    const HeldStore held(program.folder() / "assay.db");
    ASSERT_TRUE(held.is_held());
    program.file("held", "");
    ASSERT_TRUE(wait_for([&] { return program.has("asked"); }));
    EXPECT_TRUE(wait_for([&] { return ::kill(pid, 0) != 0; })) << "it ran on while the store was held";
    EXPECT_EQ(program.read("asked"), "list\n") << "nothing more is asked while nothing can be kept";
  }
  const Ran ran = running.get();
  EXPECT_EQ(ran.status, 1) << ran.err;
  const auto rows = program.bash("grep -h '\"id\":\"where\"' out/runs/latest/results.jsonl").out;
  const auto where = OrderedJson::parse(rows);
  EXPECT_EQ(where.at("ending"), "timed_out");
  EXPECT_LT(where.at("latency_ms").get<double>(), 10'000);
}

// Only as many cases are asked again as may be under way.
TEST(KeptTest, AKillLosesAtMostAsManyCasesAsAreUnderWay) {
  constexpr int kCases = 60, kJobs = 4;
  const Runs runs;
  const Program& program = runs.program();
  auto set = OrderedJson::parse(program.read("four.json"));
  const OrderedJson one = set["test_cases"][0];
  set["test_cases"].clear();
  for (int i = 1; i <= kCases; ++i) {
    set["test_cases"].push_back(one);
    set["test_cases"].back()["id"] = set["test_cases"].back()["prompt"] = "c" + std::to_string(i);
  }
  program.file("four.json", set.dump());
  // The first tool that sees this many cases asked kills the program; others that see it wait for that.
  const std::string script =
      "echo $1 >> asked; limit=$(cat limit); if [ $(wc -l < asked) -ge $limit ]; then mkdir killed.$limit && "
      "{ p=$PPID; while [ \"$(cat /proc/$p/comm)\" != assay ]; do "
      "p=$(awk '/^PPid/ {print $2}' /proc/$p/status); done; kill -9 $p; }; sleep 5; fi; echo ls\n";
  const auto killed_at = [&](const char* asked, std::vector<std::string> further) {
    program.file("limit", asked);
    further.insert(further.end(), {"--jobs", std::to_string(kJobs)});
    return runs.scripted(script, further);
  };
  EXPECT_NE(killed_at("12", {}).status, 0);
  EXPECT_NE(killed_at("24", {"--resume", "latest"}).status, 0);
  EXPECT_NE(killed_at("36", {"--resume", "latest"}).status, 0);
  const auto ended = killed_at("1000", {"--resume", "latest"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("60 pass, 0 miss, 0 unmeasured"));
  EXPECT_LE(lines(program.read("asked")), kCases + 3 * kJobs);
}

// A tool that exits with 75, for no network, the first `times` times it is asked "when".
OrderedJson without_network(const Program& program, int times) {
  program.file("tool.sh", "echo $1 >> asked; [ $1 = when ] && [ $(grep -c when asked) -le " +
                              std::to_string(times) +
                              " ] && exit 75; case $1 in list) echo ls;; where) echo pwd;; when) echo date;; "
                              "who) echo whoami;; esac\n");
  return {
      {"name", "script"}, {"argv", {"sh", "tool.sh", "{prompt}"}}, {"unavailable", {{"exit_codes", {75}}}}};
}

TEST(KeptTest, AResumedRunAsksAgainWhatWasNotMeasured) {
  const Runs runs;
  runs.program().file("tool.json", without_network(runs.program(), 1).dump());
  const std::vector<std::string> line = {"run",       "--dataset", "four.json", "--tool",
                                         "tool.json", "--jobs",    "1"};
  const auto first = runs.run(line);
  EXPECT_EQ(first.status, 2);
  EXPECT_THAT(first.out, HasSubstr("3 pass, 0 miss, 1 unmeasured"));
  auto again = line;
  again.insert(again.end(), {"--resume", "latest"});
  const auto resumed = runs.run(again);
  EXPECT_EQ(resumed.status, 0) << resumed.err;
  EXPECT_THAT(resumed.out, HasSubstr("4 pass, 0 miss, 0 unmeasured"));
  EXPECT_EQ(runs.program().read("asked"), "list\nwhere\nwhen\nwho\nwhen\n");
}

TEST(KeptTest, ARetryIsOneAttempt) {
  const Runs runs;
  auto tool = without_network(runs.program(), 2);
  tool["retry"] = {{"times", 2}, {"wait_ms", 1}};
  runs.program().file("tool.json", tool.dump());
  const auto ran = runs.run({"run", "--dataset", "four.json", "--tool", "tool.json", "--output", "out"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("4 pass, 0 miss, 0 unmeasured"));
  const auto row =
      OrderedJson::parse(runs.program().bash("grep -h '\"id\":\"when\"' out/runs/latest/results.jsonl").out);
  EXPECT_EQ(row.at("attempt"), 1);
  ASSERT_EQ(row.at("earlier_tries").size(), 2u);
  EXPECT_EQ(row.at("earlier_tries")[1].at("detail"), "exit status 75");
}

}  // namespace
}  // namespace assay
