// SPDX-License-Identifier: Apache-2.0
// The cost of running programs, and the accuracy of the reported times.
//
//   process_bench [ROUNDS]
//
// Throughput: /bin/true through the Executor, with captured streams and 16 in flight, against posix_spawn and
// waitpid of the same program without streams. Both run in every round, so that other load on the machine
// affects both alike; the median of the rounds' ratios is printed.
#include <spawn.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "assay/process.h"

extern char** environ;

namespace {

using Clock = std::chrono::steady_clock;
using Reaping = assay::ExecutorOptions::Reaping;

constexpr unsigned kInFlight = 16;
constexpr int kRuns = 400;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

pid_t spawn_plainly(const std::vector<std::string>& command) {
  std::vector<char*> argv;
  for (const std::string& word : command) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  pid_t pid = -1;
  if (posix_spawn(&pid, argv[0], nullptr, nullptr, argv.data(), environ) != 0) std::abort();
  return pid;
}

// Runs per second.
double plain_rate() {
  const auto start = Clock::now();
  int started = 0;
  for (; started < static_cast<int>(kInFlight); ++started) spawn_plainly({"/bin/true"});
  for (int ended = 0; ended < kRuns; ++ended) {
    if (waitpid(-1, nullptr, 0) < 0) std::abort();
    if (started < kRuns) {
      spawn_plainly({"/bin/true"});
      ++started;
    }
  }
  return kRuns / seconds_since(start);
}

double executor_rate(Reaping reaping) {
  int right = 0;
  const auto start = Clock::now();
  {
    assay::Executor executor({.max_in_flight = kInFlight, .reaping = reaping});
    for (int i = 0; i < kRuns; ++i) {
      assay::ProcessSpec spec;
      spec.argv = {"/bin/true"};
      executor.start(std::move(spec),
                     [&](const assay::ProcessResult& result) { right += result.exit_code == 0; });
    }
    executor.run();
  }
  if (right != kRuns) std::abort();
  return kRuns / seconds_since(start);
}

void compare_throughput(const char* title, int rounds) {
  std::vector<double> plain, group, supervised, group_ratio, supervised_ratio;
  for (int round = 0; round < rounds; ++round) {
    plain.push_back(plain_rate());
    group.push_back(executor_rate(Reaping::process_group));
    supervised.push_back(executor_rate(Reaping::subreaper));
    plain.push_back(plain_rate());
    const double reference = (plain.back() + plain[plain.size() - 2]) / 2;
    group_ratio.push_back(group.back() / reference);
    supervised_ratio.push_back(supervised.back() / reference);
  }
  std::printf("%s, %d rounds of %d runs, %u in flight (medians)\n", title, rounds, kRuns, kInFlight);
  std::printf("  posix_spawn, no streams      %6.0f runs/s\n", median(plain));
  std::printf("  Executor, process group      %6.0f runs/s   ratio %.3f\n", median(group),
              median(group_ratio));
  std::printf("  Executor, subreaper          %6.0f runs/s   ratio %.3f\n", median(supervised),
              median(supervised_ratio));
}

const char* name_of(Reaping reaping) { return reaping == Reaping::subreaper ? "subreaper" : "process group"; }

void measure_timeouts() {
  constexpr double kLimit = 2.0;
  for (Reaping reaping : {Reaping::process_group, Reaping::subreaper}) {
    assay::Executor executor({.max_in_flight = 300, .reaping = reaping});
    int timed_out = 0;
    for (int i = 0; i < 300; ++i) {
      assay::ProcessSpec spec;
      spec.argv = {"/bin/sleep", "60"};
      spec.limits.timeout = std::chrono::milliseconds(static_cast<int>(kLimit * 1000));
      executor.start(std::move(spec), [&](const assay::ProcessResult& result) {
        timed_out += result.end == assay::ProcessEnd::timed_out;
      });
    }
    const auto start = Clock::now();
    executor.run();
    std::printf("300 timeouts of %.0f s at once, %-13s  %d timed out, %.2f s = %.2f x the limit\n", kLimit,
                name_of(reaping), timed_out, seconds_since(start), seconds_since(start) / kLimit);
  }
}

// A program that sleeps for a millisecond times itself; its figure is compared with the latency reported for
// the same run.
void compare_latencies(unsigned in_flight, int rounds) {
  std::printf("latency of a program that sleeps for 1 ms, %u in flight (medians)\n", in_flight);
  for (Reaping reaping : {Reaping::process_group, Reaping::subreaper}) {
    assay::Executor executor({.max_in_flight = in_flight, .reaping = reaping});
    std::vector<double> measured, reported, ratios;
    for (int i = 0; i < rounds * 40; ++i) {
      assay::ProcessSpec spec;
      spec.argv = {ASSAY_ONE_MILLISECOND};
      executor.start(std::move(spec), [&](const assay::ProcessResult& result) {
        std::int64_t taken = 0;
        if (result.out.head.size() != sizeof taken) std::abort();
        std::memcpy(&taken, result.out.head.data(), sizeof taken);
        measured.push_back(1e-6 * static_cast<double>(taken));
        reported.push_back(1e-6 * static_cast<double>(result.latency.count()));
        ratios.push_back(reported.back() / measured.back());
      });
    }
    executor.run();
    std::printf("  %-13s  by itself %5.2f ms, reported %5.2f ms   ratio %.2f\n", name_of(reaping),
                median(measured), median(reported), median(ratios));
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::max(1, std::atoi(argv[1])) : 15;
  compare_throughput("/bin/true", rounds);
  compare_latencies(1, rounds);
  compare_latencies(kInFlight, rounds);
  measure_timeouts();
  // Written to, so that it is resident: a fork would have to copy the page tables for all of it.
  std::vector<char> ballast(1u << 30, 'x');
  compare_throughput("/bin/true with 1 GiB resident", rounds);
  return ballast[argc] == 'x' ? 0 : 1;
}
