// SPDX-License-Identifier: Apache-2.0
// Pairs a second over consecutive lines of a file of commands: the corpus if present, otherwise a few
// built-in lines.
#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include <fstream>
#include <string>
#include <vector>

#include "assay/equivalence.h"

namespace {

std::vector<std::string> read_commands() {
  std::vector<std::string> commands;
  std::ifstream file(ASSAY_SHARED_DATA "/nl2bash_commands.txt");
  for (std::string line; std::getline(file, line);) commands.push_back(line);
  if (!commands.empty()) return commands;
  return {"find . -type f -name '*.txt' -exec grep -l foo {} \\;",
          "cat \"$1\" | sort | uniq -c | sort -rn | head -n 10",
          "find . -name '*.txt' -type f -exec grep -l foo {} \\;",
          "tar -czf \"backup-$(date +%F).tar.gz\" /etc 2>/dev/null"};
}

const std::vector<std::string>& commands() {
  static const std::vector<std::string> all = read_commands();
  return all;
}

void report(benchmark::State& state, std::size_t pairs) {
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(pairs));
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  state.counters["peak_rss_kib"] = static_cast<double>(usage.ru_maxrss);
}

void compare_neighbours(benchmark::State& state, assay::Detail detail) {
  const auto& all = commands();
  for (auto _ : state) {
    for (std::size_t i = 1; i < all.size(); ++i) {
      benchmark::DoNotOptimize(assay::compare(all[i - 1], all[i], {.detail = detail}));
    }
  }
  report(state, all.size() - 1);
}
BENCHMARK_CAPTURE(compare_neighbours, verdict, assay::Detail::verdict)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(compare_neighbours, full, assay::Detail::full)->Unit(benchmark::kMillisecond);

// A pair for which every rung has to be tried.
void compare_equal(benchmark::State& state) {
  const std::string a = "cat a.txt | grep -i -n foo | sort -k2 -n | head -5";
  const std::string b = "grep -in foo a.txt | sort -n -k2 | head -n 5";
  for (auto _ : state) benchmark::DoNotOptimize(assay::compare(a, b));
  report(state, 1);
}
BENCHMARK(compare_equal)->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
