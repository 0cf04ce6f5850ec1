// SPDX-License-Identifier: Apache-2.0
// The cost of a sandbox, against the same commands without one.
//
//   sandbox_bench [ROUNDS]
//
// The floor is the Executor in an ordinary folder. Each ratio is taken within one turn, so that other load on
// the machine affects both sides.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "assay/internal/sandbox.h"
#include "assay/process.h"
#include "turns.h"

namespace {

using namespace assay::sandbox;

constexpr int kRuns = 100;

World world_of_100_files() {
  World world;
  for (int i = 0; i < 100; ++i) {
    world.entries.push_back(
        {.path = "d" + std::to_string(i % 20) + "/f" + std::to_string(i), .content = std::string(1000, 'x')});
  }
  return world;
}

void run_plainly(const std::vector<std::string>& argv, unsigned in_flight) {
  assay::Executor executor({.max_in_flight = in_flight});
  for (int i = 0; i < kRuns; ++i) {
    assay::ProcessSpec spec;
    spec.argv = argv;
    executor.start(std::move(spec), [](const assay::ProcessResult& result) {
      if (result.exit_code != 0) std::abort();
    });
  }
  executor.run();
}

void run_in(Cell& cell, const std::string& script, int runs) {
  for (int i = 0; i < runs; ++i) {
    if (cell.run(shell_command(script)).exit_code != 0) std::abort();
  }
}

void run_in_all(std::vector<Cell>& cells, const std::string& script) {
  std::vector<std::thread> threads;
  for (Cell& cell : cells)
    threads.emplace_back([&] { run_in(cell, script, kRuns / static_cast<int>(cells.size())); });
  for (std::thread& thread : threads) thread.join();
}

class Bench {
 public:
  explicit Bench(int rounds) : rounds_(rounds) {
    for (int i = 0; i < 4; ++i) cells_.push_back(sandbox_.open(world_));
  }

  Tier tier() const { return sandbox_.tier(); }

  void compare_rate(const char* name, const std::string& script, unsigned in_flight, double limit) {
    bench::Turns turns;
    for (int round = 0; round < rounds_; ++round) {
      const double ours = bench::seconds_of([&] {
        if (in_flight == 1) return run_in(cells_.front(), script, kRuns);
        run_in_all(cells_, script);
      });
      turns.add(ours, bench::seconds_of([&] { run_plainly({"/bin/bash", "-c", script}, in_flight); }));
    }
    turns.show_rate(name, limit);
  }
  // The time to create a cell without running anything in it.
  void compare_start() {
    bench::Turns start;
    for (int round = 0; round < rounds_; ++round) {
      const double ours = bench::seconds_of([&] {
        for (int i = 0; i < kRuns; ++i) sandbox_.open(world_);
      });
      start.add(ours, plain_seconds());
    }
    start.show_times("a cell with 100 files / bash -c true", 10);
  }
  // The extra cost of a command that writes over one that leaves no trace: collecting its effects and
  // restoring the world for the next command.
  void compare_reset() {
    bench::Turns turns;
    Cell& cell = cells_.front();
    for (int round = 0; round < rounds_; ++round) {
      const double dirty = bench::seconds_of([&] { run_in(cell, ": > f > d1/f1", kRuns); });
      const double clean = bench::seconds_of([&] { run_in(cell, ": > /dev/null > /dev/null", kRuns); });
      turns.add(std::max(0.0, dirty - clean), plain_seconds());
    }
    turns.show_times("diff and reset of 100 files / bash -c true", 1);
  }
  void compare_bubblewrap() {
    if (::access("/usr/bin/bwrap", X_OK) != 0) return;
    bench::Turns turns;
    const std::vector<std::string> argv = {
        "/usr/bin/bwrap", "--unshare-all", "--ro-bind", "/usr", "/usr",      "--symlink", "usr/bin",
        "/bin",           "--symlink",     "usr/lib",   "/lib", "--symlink", "usr/lib64", "/lib64",
        "--proc",         "/proc",         "--dev",     "/dev", "/bin/bash", "-c",        "true"};
    for (int round = 0; round < rounds_; ++round) {
      const double ours = bench::seconds_of([&] { run_plainly(argv, 1); });
      turns.add(ours, plain_seconds());
    }
    turns.show_rate("bubblewrap: bash -c true, without a world", 0);
  }

 private:
  static double plain_seconds() {
    return bench::seconds_of([] { run_plainly({"/bin/bash", "-c", "true"}, 1); });
  }

  const World world_ = world_of_100_files();
  Sandbox sandbox_;
  std::vector<Cell> cells_;
  int rounds_;
};

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::max(1, std::atoi(argv[1])) : 15;
  std::printf("start of a sandbox: %.1f ms\n", 1e3 * bench::seconds_of([] { const Sandbox sandbox; }));
  Bench bench(rounds);
  if (bench.tier() == Tier::unavailable) {
    std::printf("sandbox_bench: this machine has no sandbox\n");
    return 0;
  }
  std::printf("%-46s %12s %12s %7s\n", "", "ours", "floor", "ratio");
  bench.compare_rate("bash -c true, 1 in flight", "true", 1, 0.9);
  bench.compare_rate("bash -c true, 4 in flight", "true", 4, 0.9);
  bench.compare_rate("a command that writes a file, 1 in flight", "echo x > /tmp/f", 1, 0.6);
  bench.compare_reset();
  bench.compare_start();
  bench.compare_bubblewrap();
}
