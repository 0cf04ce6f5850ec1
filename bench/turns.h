// SPDX-License-Identifier: Apache-2.0
// Runs ours and a floor in turn, so that other load on the machine affects both.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <vector>

namespace bench {

using Clock = std::chrono::steady_clock;

inline double seconds_of(const std::function<void()>& work) {
  const auto start = Clock::now();
  work();
  return std::chrono::duration<double>(Clock::now() - start).count();
}

inline double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// One pair of times per turn.
class Turns {
 public:
  void add(double ours, double floor) {
    ours_.push_back(ours);
    floor_.push_back(floor);
    slower_.push_back(ours / floor);
    quicker_.push_back(floor / ours);
  }
  // Shows how many times as long as the floor ours takes.
  void show_times(const char* name, double limit) const { show(name, median(slower_), "at most", limit); }
  // Shows ours as a share of the floor's rate.
  void show_rate(const char* name, double limit) const { show(name, median(quicker_), "at least", limit); }

 private:
  void show(const char* name, double ratio, const char* word, double limit) const {
    std::printf("%-46s %9.1f ms %9.1f ms %7.2f   %s %g\n", name, 1e3 * median(ours_), 1e3 * median(floor_),
                ratio, word, limit);
    std::fflush(stdout);
  }
  std::vector<double> ours_, floor_, slower_, quicker_;
};

}  // namespace bench
