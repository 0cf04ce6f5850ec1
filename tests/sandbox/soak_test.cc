// SPDX-License-Identifier: Apache-2.0
// Many runs leave nothing behind: no memory, no mount, no process, no descriptor, no file.
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "sandbox_fixture.h"

namespace assay::sandbox {
namespace {

class SoakTest : public SandboxTest {
 protected:
  // Resident memory of the keeper and its workers, in KiB.
  static long kib_of_workers() {
    long sum = 0;
    for (const pid_t pid : descendants_of(::getpid())) {
      std::ifstream file("/proc/" + std::to_string(pid) + "/status");
      for (std::string line; std::getline(file, line);) {
        if (line.starts_with("RssAnon:")) sum += std::stol(line.substr(8));
      }
    }
    return sum;
  }
  static std::ptrdiff_t descriptors() {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
  }
  static std::string mounts_outside() {
    std::ostringstream text;
    text << std::ifstream("/proc/self/mountinfo").rdbuf();
    return text.str();
  }
  static std::string inside(Cell& cell) {
    return cell
        .run(shell_command("set -- /proc/[1-9]*; echo $#; wc -l </proc/self/mountinfo; ls -A ~ /tmp; df /"))
        .out;
  }
};

// After many runs, the workers' memory, the mounts and processes that they see, and this process's open
// descriptors must be what they were after a few.
class RunsSoakTest : public SoakTest {
 protected:
  void expect_nothing_left_by(int runs) {
    Cell cell = sandbox().open({});
    const auto run_many = [&](int count) {
      for (int i = 0; i < count; ++i) ASSERT_EQ(cell.run(shell_command(script(i))).exit_code, 0) << i;
    };
    run_many(100);
    const std::string before = inside(cell);
    const long memory = kib_of_workers();
    const auto open = descriptors();
    const auto mounts = mounts_outside();
    run_many(runs - 100);
    EXPECT_EQ(inside(cell), before);
    EXPECT_LE(kib_of_workers(), memory + 256);
    EXPECT_EQ(descriptors(), open);
    EXPECT_EQ(mounts_outside(), mounts);
    EXPECT_EQ(descendants_of(::getpid()).size(), 2u) << "the keeper and this cell's worker";
  }

 private:
  static const char* script(int run) {
    return run % 3 == 0 ? "mkdir d; echo x > d/f; (setsid sleep 9 >/dev/null 2>&1 &)" : "true";
  }
};

TEST_F(RunsSoakTest, ThousandRunsInOneCell) { expect_nothing_left_by(1000); }

// Takes some minutes: run by ./do slow.
TEST_F(RunsSoakTest, DISABLED_TenThousandRunsInOneCell) { expect_nothing_left_by(10'000); }

TEST_F(SoakTest, OfCells) {
  const auto open_many = [&](int cells) {
    for (int i = 0; i < cells; ++i) ASSERT_EQ(run("echo x > f").exit_code, 0) << i;
  };
  open_many(20);
  const auto open = descriptors();
  open_many(200);
  EXPECT_EQ(descriptors(), open);
  EXPECT_LT(kib_of_workers(), 20'000);  // workers that were just stopped may still be there
}

}  // namespace
}  // namespace assay::sandbox
