// SPDX-License-Identifier: Apache-2.0
// SIGKILL at any moment: no finished case is lost, and no half-written row is left.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <random>
#include <string>

#include "store_file.h"

namespace assay {
namespace {

struct Writer {
  pid_t pid = 0;
  FILE* said = nullptr;
};

Writer start(const std::filesystem::path& file, int first) {
  int ends[2];
  if (pipe(ends) != 0) return {};
  const std::string number = std::to_string(first);
  const pid_t pid = fork();
  if (pid == 0) {
    dup2(ends[1], 1);
    close(ends[0]);  // only the reader keeps the pipe open, so a writer that is left behind ends
    close(ends[1]);
    execl(ASSAY_STORE_WRITER, "store_writer", file.c_str(), number.c_str(), nullptr);
    _exit(127);
  }
  close(ends[1]);
  return {pid, fdopen(ends[0], "r")};
}

// The next number that the writer printed; −1 if the writer has ended.
int next(const Writer& writer) {
  int number = -1;
  return std::fscanf(writer.said, "%d", &number) == 1 ? number : -1;
}

class Killed : public StoreTest {
 protected:
  // The number of rounds for this kind of store; a server's writers take longer to start.
  int rounds(int of_a_file) const { return GetParam() == StoreKind::file ? of_a_file : of_a_file / 5; }
};

TEST_P(Killed, AgainAndAgainNothingThatFinishedIsLost) {
  std::mt19937 random(42);
  int last = -1;
  for (int round = 0; round < rounds(50); ++round) {
    const Writer writer = start(file_, last + 1);
    ASSERT_GT(writer.pid, 0);
    const int results = 1 + static_cast<int>(random() % 10);
    for (int i = 0; i < results; ++i) {
      last = next(writer);
      ASSERT_GE(last, 0) << "the writer ended by itself";
    }
    usleep(random() % 300);  // at some point during the next commits
    kill(writer.pid, SIGKILL);
    for (int more = next(writer); more >= 0; more = next(writer)) last = more;
    fclose(writer.said);
    waitpid(writer.pid, nullptr, 0);

    const Store store({.file = file_, .access = StoreOptions::Access::read});
    const std::size_t kept = store.count_results("r1");
    // One more result may be committed than was printed, if the writer was killed between the two.
    ASSERT_GE(kept, static_cast<std::size_t>(last + 1)) << "round " << round;
    ASSERT_LE(kept, static_cast<std::size_t>(last + 2)) << "round " << round;
    ASSERT_TRUE(store.check().empty()) << "round " << round;
    const assay::Run run = store.load_run("r1");
    ASSERT_EQ(run.results.size(), kept);
    last = static_cast<int>(kept) - 1;
  }
}

TEST_P(Killed, TwoMayMakeAStoreAtTheSameMoment) {
  for (int round = 0; round < rounds(20); ++round) {
    const auto file = places_.place("round" + std::to_string(round));
    const Writer writers[] = {start(file, 0), start(file, 1'000'000)};
    for (const Writer& writer : writers) EXPECT_GE(next(writer), 0) << "it could not open the store";
    for (const Writer& writer : writers) {
      kill(writer.pid, SIGKILL);
      waitpid(writer.pid, nullptr, 0);
      fclose(writer.said);
    }
  }
}

TEST_P(Killed, AReaderSeesWholeResultsWhileOthersWrite) {
  const Writer one = start(file_, 0);
  const Writer two = start(file_, 1'000'000);
  for (int i = 0; i < 50; ++i) {
    ASSERT_GE(next(one), 0);
    ASSERT_GE(next(two), 0);
  }
  const Store store({.file = file_, .access = StoreOptions::Access::read});
  const assay::Run run = store.load_run("r1");
  EXPECT_GE(run.results.size(), 100);
  for (const Writer& writer : {one, two}) {
    kill(writer.pid, SIGKILL);
    waitpid(writer.pid, nullptr, 0);
    fclose(writer.said);
  }
  EXPECT_TRUE(store.check().empty());
}

FOR_BOTH_STORES(Killed);

}  // namespace
}  // namespace assay
