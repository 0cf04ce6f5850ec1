// SPDX-License-Identifier: Apache-2.0
// Waiting for events in other threads, and tools whose end can be waited for.
#pragma once

#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "questions.h"
#include "run_folder.h"

namespace assay {

using namespace std::chrono_literals;

inline constexpr auto kLong = 30s;  // how long a failing test waits before it gives up

// Something that happens in one thread and that other threads wait for.
class Event {
 public:
  void happen() {
    const std::lock_guard lock(mutex_);
    ++times_;
    changed_.notify_all();
  }
  bool wait(int times = 1) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, kLong, [&] { return times_ >= times; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int times_ = 0;
};

inline Verdict match() { return {.outcome = VerdictKind::match, .score = 1.0}; }
inline Verdict match_if(bool so) {
  return so ? match() : Verdict{.outcome = VerdictKind::error, .why = "waited in vain"};
}

inline EvaluateOptions graded_by(decltype(Level::grade) grade, unsigned jobs, unsigned grading_jobs = 0) {
  return {.jobs = jobs, .grading_jobs = grading_jobs, .levels = {{.name = "own", .grade = std::move(grade)}}};
}

inline std::map<std::string, Result> evaluated(const std::vector<Case>& cases, const Tool& tool,
                                               const EvaluateOptions& options) {
  std::map<std::string, Result> results;
  evaluate(cases, tool, options,
           [&](std::size_t, Result result) { results.emplace(result.asked.id, std::move(result)); });
  return results;
}

inline std::vector<Case> many(int count) {
  std::vector<Case> cases;
  for (int i = 0; i < count; ++i) cases.push_back(asking(std::to_string(i), std::to_string(i), "ls"));
  return cases;
}

class SchedulerTest : public RunFolderTest {
 protected:
  std::string read(const std::string& name) const {
    std::ifstream in(folder / name);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::ptrdiff_t lines(const std::string& name) const {
    const auto text = read(name);
    return std::count(text.begin(), text.end(), '\n');
  }
  // Given the prompt "hang", it writes its process id to the file `pid` and hangs.
  Tool hanging(std::chrono::milliseconds limit) const {
    Tool tool = shell("if [ $1 = hang ]; then echo $$ > pid; exec sleep 600; fi; echo ls");
    std::get<Program>(tool.how).cwd = folder;
    std::get<Program>(tool.how).limits.timeout = limit;
    return tool;
  }
  // False if it still runs after kLong.
  bool has_ended() const {
    const auto end = std::chrono::steady_clock::now() + kLong;
    for (; std::chrono::steady_clock::now() < end; std::this_thread::sleep_for(1ms)) {
      const auto pid = read("pid");
      if (pid.ends_with('\n') && ::kill(std::stoi(pid), 0) != 0) return true;
    }
    return false;
  }
  const std::vector<Case> quick_and_hanging = {asking("quick", "quick", "ls"), asking("hung", "hang", "ls")};
  const fs::path& folder = runs;
};

}  // namespace assay
