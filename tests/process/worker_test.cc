// SPDX-License-Identifier: Apache-2.0
// The worker protocol without a reaper: any program can be a worker, here a shell.
#include "assay/internal/worker.h"

#include <fcntl.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>

#include "assay/internal/worker_descriptors.h"
#include "fake_tools.h"

namespace assay::process {
namespace {

// A worker that executes /bin/sh, with memory that it shares.
class WorkerTest : public testing::Test {
 protected:
  void start(std::vector<std::string> arguments, const std::string& first_message = "") {
    const Descriptor image = above_standard(::open("/bin/sh", O_RDONLY | O_CLOEXEC));
    SocketPair line = make_socket_pair();
    ASSERT_TRUE(line.ours);
    if (!first_message.empty()) {
      ASSERT_EQ(send_message(line.ours.get(), first_message, {}), 0);
    }
    worker_ = start_worker({.image = image.get(),
                            .arguments = std::move(arguments),
                            .null_input = null_.get(),
                            .shared = {memory_.descriptor()}},
                           std::move(line));
    ASSERT_GT(worker_.pid, 0) << std::strerror(worker_.error);
  }
  std::string in_memory() const { return static_cast<const char*>(memory_.begin()); }

  const Descriptor null_ = open_null();
  SharedMemory memory_{"test", 4096};
  Worker worker_;
};

TEST_F(WorkerTest, HasNothingButWhatItIsGiven) {
  const Descriptor leak(::dup(0));
  start({"sh", "-c",
         "/usr/bin/env | grep -v -e PWD= -e ^_= >&4; exec '" + built_tool("lists_descriptors") + "' >&4"});
  end_worker(worker_.pid, worker_.line.get());
  EXPECT_TRUE(in_memory().starts_with("0 1 2 3 4 " + std::to_string(kImageDescriptor) + " blocked:1 "))
      << in_memory();
}

TEST_F(WorkerTest, ReadsWhatWasSentBeforeItBegan) {
  start({"sh", "-c", "exec /bin/cat <&3 >&4"}, "work\n");
  end_worker(worker_.pid, worker_.line.get());
  EXPECT_EQ(in_memory(), "work\n");
}

TEST_F(WorkerTest, ItsEndIsTheEndOfTheLine) {
  start({"sh", "-c", "read line <&3"});
  EXPECT_FALSE(has_hung_up(worker_.line.get()));
  ASSERT_EQ(send_message(worker_.line.get(), "\n", {}), 0);
  EXPECT_TRUE(becomes_readable(worker_.line.get(), std::chrono::seconds(10)));
  EXPECT_TRUE(has_hung_up(worker_.line.get()));
  end_worker(worker_.pid, worker_.line.get());
  EXPECT_TRUE(is_gone(worker_.pid));
  EXPECT_EQ(send_message(worker_.line.get(), "\n", {}), EPIPE);
}

TEST_F(WorkerTest, TheEndOfTheLineIsItsEnd) {
  start({"sh", "-c", "while read line <&3; do :; done"});
  end_worker(worker_.pid, worker_.line.get());
  EXPECT_TRUE(is_gone(worker_.pid));
}

TEST_F(WorkerTest, AStoppedOneIsLetGoOnToItsEnd) {
  start({"sh", "-c", "read line <&3"});
  ::kill(worker_.pid, SIGSTOP);
  end_worker(worker_.pid, worker_.line.get());
  EXPECT_TRUE(is_gone(worker_.pid));
}

TEST_F(WorkerTest, WhatCannotBeExecutedSaysWhy) {
  const Worker none =
      start_worker({.image = null_.get(), .arguments = {"none"}, .null_input = null_.get(), .shared = {}},
                   make_socket_pair());
  EXPECT_EQ(none.pid, -1);
  EXPECT_EQ(none.error, EACCES);
}

TEST(Image, OfEitherPlaceRuns) {
  const std::string script = "#!/bin/sh\n";
  for (const ImagePlace place : {ImagePlace::memory, ImagePlace::folder}) {
    const Descriptor image = make_image(script, "test", place);
    ASSERT_TRUE(image);
    EXPECT_EQ(run_process(program({"/bin/sh", "/proc/" + std::to_string(::getpid()) + "/fd/" +
                                                  std::to_string(image.get())}))
                  .exit_code,
              0);
  }
}

TEST(Descriptors, LieAboveThoseOfWorkers) {
  const Descriptor saved(::dup(0));
  ::close(0);
  const Descriptor null = open_null();
  Pipe pipe = make_pipe(Direction::to_child);
  EXPECT_GT(null.get(), kImageDescriptor);
  EXPECT_GT(pipe.theirs.get(), kImageDescriptor);
  ::dup2(saved.get(), 0);
}

// ---- Signals every 10 ms, at most kMostInterruptions of them ----

constexpr int kMostInterruptions = 200;
volatile std::sig_atomic_t interruptions = 0;

void set_alarms(suseconds_t microseconds) {
  const itimerval timer{{0, microseconds}, {0, microseconds}};
  ::setitimer(ITIMER_REAL, &timer, nullptr);
}
void interrupted(int) {
  interruptions = interruptions + 1;
  if (interruptions == kMostInterruptions) set_alarms(0);
}

TEST(Descriptors, AWaitThatIsInterruptedAgainAndAgainEndsInTime) {
  const Pipe pipe = make_pipe(Direction::from_child);
  const auto before = ::signal(SIGALRM, interrupted);
  set_alarms(10'000);
  EXPECT_FALSE(becomes_readable(pipe.ours.get(), std::chrono::milliseconds(50)));
  set_alarms(0);
  ::signal(SIGALRM, before);
  const int seen = interruptions;
  EXPECT_LT(seen, kMostInterruptions);
}

}  // namespace
}  // namespace assay::process
