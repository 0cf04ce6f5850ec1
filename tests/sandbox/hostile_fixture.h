// SPDX-License-Identifier: Apache-2.0
// One cell that is attacked, and a neighbouring cell that must not notice.
#pragma once

#include <atomic>
#include <chrono>
#include <thread>

#include "sandbox_fixture.h"

namespace assay::sandbox {

class HostileTest : public SandboxTest {
 protected:
  void SetUp() override {
    SandboxTest::SetUp();
    if (IsSkipped()) return;
    cell_ = std::make_unique<Cell>(sandbox().open(world()));
    ASSERT_EQ(cell_->run(shell_command(kLook)).exit_code, 0);
    neighbour_ = std::thread([this] { be_neighbour(); });
  }
  // The cell must go on as if nothing had happened.
  void TearDown() override {
    over_ = true;
    if (neighbour_.joinable()) neighbour_.join();
    EXPECT_EQ(right_, runs_) << "the neighbour noticed";
    if (!cell_) return;
    EXPECT_GT(runs_, 0);
    const SandboxResult next = cell_->run(shell_command(kLook));
    EXPECT_EQ(next.out, run(kLook, world()).out) << next.why;
    EXPECT_FALSE(next.leftovers);
  }
  SandboxResult attack(const std::string& script,
                       std::chrono::milliseconds timeout = std::chrono::seconds(1)) {
    return cell_->run(shell_command(script), {.timeout = timeout});
  }
  // Has a file owned by root, if that is possible: its user numbers are then more than one.
  static World world() {
    return {.entries = {{.path = "f", .content = "as it was\n"},
                        {.path = "roots", .mode = 0600, .owner = 0, .group = 0, .content = "root's\n"}}};
  }

 private:
  static constexpr const char* kLook =
      "cat f; stat -c '%u %g %a' roots; ls -A ~ /tmp; ls /usr/bin | wc -l; set -- /proc/[1-9]*; echo $#";

  void be_neighbour() {
    Cell cell = sandbox().open(world());
    do {
      ++runs_;
      right_ += cell.run(shell_command("cat f"), {.timeout = std::chrono::seconds(20)}).out == "as it was\n";
    } while (!over_);
  }

  std::unique_ptr<Cell> cell_;
  std::thread neighbour_;
  std::atomic<bool> over_ = false;
  int runs_ = 0, right_ = 0;  // of the neighbour
};

}  // namespace assay::sandbox
