// SPDX-License-Identifier: Apache-2.0
// Many processes at once: how many run, in which order, and that nothing is left of them.
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <atomic>
#include <csignal>

#include "assay/process.h"
#include "both_reapings.h"
#include "fake_tools.h"

namespace assay {
namespace {

using std::chrono::milliseconds;

class ExecutorTest : public ExecutorFixture {};

INSTANTIATE_TEST_SUITE_P(, ExecutorTest, both_reapings(), reaping_name);

TEST_P(ExecutorTest, EveryProcessHasOneCallback) {
  Executor executor(options(7));
  std::vector<int> calls(200);
  for (int i = 0; i < 200; ++i) {
    executor.start(shell("exit " + std::to_string(i % 100)), [&calls, i](const ProcessResult& result) {
      ++calls[static_cast<std::size_t>(i)];
      EXPECT_EQ(result.exit_code, i % 100);
    });
  }
  executor.run();
  EXPECT_THAT(calls, testing::Each(1));
}

TEST_P(ExecutorTest, NoMoreAtOnceThanAllowed) {
  const Folder folder;
  Executor executor(options(3));
  // Each prints how many are running, itself included, by counting files that exist while a tool runs.
  const std::string script =
      "cd '" + (folder / "") + "' && : >$$ && set -- * && echo $# && sleep 0.02 && rm $$";
  int most = 0;
  for (int i = 0; i < 30; ++i) {
    executor.start(shell(script),
                   [&](const ProcessResult& result) { most = std::max(most, std::stoi(result.out.text())); });
  }
  executor.run();
  EXPECT_EQ(most, 3);
}

TEST_P(ExecutorTest, OneAtATimeRunsInOrder) {
  Executor executor(options(1));
  std::string order;
  for (const char* name : {"a", "b", "c", "/nonexistent", "d"}) {
    executor.start(program({"echo", name}),
                   [&](const ProcessResult& result) { order += result.out.text()[0]; });
  }
  executor.run();
  EXPECT_EQ(order, "abc/d");
}

TEST_P(ExecutorTest, CallbacksMayStartMore) {
  Executor executor(options(2));
  int rounds = 0;
  std::function<void(ProcessResult)> again = [&](const ProcessResult&) {
    if (++rounds < 10) executor.start(program({"true"}), again);
  };
  executor.start(program({"true"}), again);
  executor.run();
  EXPECT_EQ(rounds, 10);
}

TEST_P(ExecutorTest, RunsAgainAfterItHasReturned) {
  Executor executor(options(2));
  int calls = 0;
  executor.run();
  for (int round = 1; round <= 3; ++round) {
    executor.start(program({"true"}), [&](const ProcessResult&) { ++calls; });
    executor.run();
    EXPECT_EQ(calls, round);
  }
}

TEST_P(ExecutorTest, WaitsForMoreUntilItIsToldNotTo) {
  Executor executor(options(2));
  std::stop_source stop;
  int calls = 0;
  std::thread elsewhere([&] {
    executor.start(program({"true"}), [&](const ProcessResult&) {
      ++calls;
      stop.request_stop();
      executor.start(program({"true"}), [&](const ProcessResult&) { ++calls; });
    });
  });
  executor.run(stop.get_token());
  elsewhere.join();
  EXPECT_EQ(calls, 2) << "what was started is run to its end";
  executor.run();
}

TEST_P(ExecutorTest, StartsFromOtherThreads) {
  Executor executor(options(4));
  std::atomic<int> calls = 0;
  const auto done = [&](const ProcessResult& result) { calls += result.exit_code == 0; };
  // Keeps the loop busy until the other threads have started their processes.
  std::atomic<int> started = 0;
  std::function<void(ProcessResult)> wait = [&](const ProcessResult&) {
    if (started < 4) executor.start(program({"true"}), wait);
  };
  executor.start(program({"true"}), wait);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int k = 0; k < 10; ++k) executor.start(program({"true"}), done);
      ++started;
    });
  }
  executor.run();
  for (auto& thread : threads) thread.join();
  executor.run();
  EXPECT_EQ(calls, 40);
}

TEST_P(ExecutorTest, ExecutorsInSeveralThreadsAreIndependent) {
  std::vector<std::thread> threads;
  std::atomic<int> right = 0;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      Executor executor(options(3));
      for (int k = 0; k < 20; ++k) {
        executor.start(shell("exit " + std::to_string(i)),
                       [&, i](const ProcessResult& result) { right += result.exit_code == i; });
      }
      executor.run();
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(right, 80);
}

TEST_P(ExecutorTest, ThreeHundredTimeoutsTakeAsLongAsOne) {
  Executor executor(options(300));
  int timed_out = 0;
  for (int i = 0; i < 300; ++i) {
    auto spec = shell("sleep 1000 & exec sleep 1000");
    spec.limits.timeout = milliseconds(2000);
    spec.limits.term_grace = std::chrono::seconds(60);
    executor.start(std::move(spec), [&](const ProcessResult& result) {
      timed_out += result.end == ProcessEnd::timed_out && result.signal == SIGTERM;
    });
  }
  const auto start = std::chrono::steady_clock::now();
  executor.run();
  EXPECT_EQ(timed_out, 300);
  // One after another they would take ten minutes. bench/process_bench.cc measures how long they take.
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(60));
}

TEST_P(ExecutorTest, WaitsForDescriptorsRatherThanFail) {
  rlimit before;
  ::getrlimit(RLIMIT_NOFILE, &before);
  int right = 0;
  {
    Executor executor(options(50));
    rlimit few = before;
    few.rlim_cur = static_cast<rlim_t>(open_descriptors()) + 20;
    ::setrlimit(RLIMIT_NOFILE, &few);
    for (int i = 0; i < 60; ++i) {
      executor.start(shell("echo x; sleep 0.01"), [&](const ProcessResult& result) {
        right += result.end == ProcessEnd::exited && result.out.text() == "x\n";
      });
    }
    executor.run();
    ::setrlimit(RLIMIT_NOFILE, &before);
  }
  EXPECT_EQ(right, 60);
}

TEST_P(ExecutorTest, WithoutAnyDescriptorItSaysSo) {
  rlimit before;
  ::getrlimit(RLIMIT_NOFILE, &before);
  ProcessResult seen;
  {
    Executor executor(options(2));
    rlimit none = before;
    none.rlim_cur = static_cast<rlim_t>(open_descriptors()) - 1;
    ::setrlimit(RLIMIT_NOFILE, &none);
    executor.start(program({"true"}), [&](ProcessResult result) { seen = std::move(result); });
    executor.run();
    ::setrlimit(RLIMIT_NOFILE, &before);
  }
  EXPECT_EQ(seen.end, ProcessEnd::spawn_failed);
  EXPECT_EQ(seen.error_what, "pipe: Too many open files");
}

TEST_P(ExecutorTest, WritingToAToolThatHasGoneLeavesNoSignalBehind) {
  Executor executor(options(1));
  for (int i = 0; i < 5; ++i) {
    auto spec = program({"true"});
    spec.input = std::string(4 << 20, 'x');
    executor.start(std::move(spec), [](const ProcessResult& result) { EXPECT_EQ(result.exit_code, 0); });
  }
  executor.run();
  sigset_t pending;
  sigpending(&pending);
  EXPECT_EQ(sigismember(&pending, SIGPIPE), 0);
}

TEST_P(ExecutorTest, ASignalThatWasPendingBeforeStaysSoAndNoOtherIsLeftBehind) {
  sigset_t both, before, pending;
  sigemptyset(&both);
  sigaddset(&both, SIGPIPE);
  sigaddset(&both, SIGXFSZ);
  pthread_sigmask(SIG_BLOCK, &both, &before);
  ::raise(SIGXFSZ);
  for (int i = 0; i < 5; ++i) {
    auto spec = program({"true"});
    spec.input = std::string(4 << 20, 'x');
    EXPECT_EQ(run_process(std::move(spec), options(1)).exit_code, 0);
  }
  sigpending(&pending);
  const timespec now{};
  while (sigtimedwait(&both, nullptr, &now) > 0) {
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  EXPECT_EQ(sigismember(&pending, SIGXFSZ), 1);
  EXPECT_EQ(sigismember(&pending, SIGPIPE), 0);
}

// A program that ignores SIGCHLD cannot learn how its own children end; the supervising process can.
TEST(Executor, IgnoredChildSignal) {
  const auto before = ::signal(SIGCHLD, SIG_IGN);
  const auto all = run_process(shell("exit 7"));
  const auto group = run_process(shell("exit 7"), {.reaping = Reaping::process_group});
  ::signal(SIGCHLD, before);
  EXPECT_EQ(all.end, ProcessEnd::exited);
  EXPECT_EQ(all.exit_code, 7);
  EXPECT_EQ(group.exit_code, 7);
}

TEST(Executor, OtherChildrenAreLeftAlone) {
  const pid_t other = ::fork();
  if (other == 0) ::_exit(42);
  EXPECT_TRUE(comes_true([&] { return is_dead(other); }));
  for (int i = 0; i < 5; ++i) EXPECT_EQ(run_process(shell("exit 3")).exit_code, 3);
  int status = 0;
  EXPECT_EQ(::waitpid(other, &status, 0), other);
  EXPECT_EQ(WEXITSTATUS(status), 42);
}

}  // namespace
}  // namespace assay
