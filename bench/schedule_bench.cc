// SPDX-License-Identifier: Apache-2.0
// When runs on many machines end, simulated with assay's own order and dealing (makespan.h). Exits with
// status 1 if a limit is missed.
#include <cstdio>
#include <initializer_list>

#include "makespan.h"

namespace {

struct Row {
  std::size_t cases;
  bench::Tail tail;
  std::size_t workers;
};

constexpr double kMostLognormal = 1.1;
constexpr double kMostTail = 1.35;
constexpr std::uint64_t kSeeds = 5;

bench::Makespans mean_of(const Row& row) {
  bench::Makespans mean;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const auto each = bench::makespans_of(bench::made_world(row.cases, row.workers, row.tail, seed));
    mean.in_turn += each.in_turn / kSeeds;
    mean.snake += each.snake / kSeeds;
    mean.leases += each.leases / kSeeds;
    mean.leases_longest_first += each.leases_longest_first / kSeeds;
  }
  return mean;
}

}  // namespace

int main() {
  using enum bench::Tail;
  std::printf(
      "| cases | latency | workers | a shard each, in turn | four shards each, longest first | leases | "
      "leases, longest first | limit |\n|---|---|---|---|---|---|---|---|\n");
  bool held = true;
  for (const Row& row : std::initializer_list<Row>{{10'000, none, 8},
                                                   {10'000, none, 32},
                                                   {10'000, none, 128},
                                                   {10'000, hangs, 8},
                                                   {10'000, hangs, 32},
                                                   {10'000, hangs, 128},
                                                   {100'000, none, 32},
                                                   {100'000, none, 256},
                                                   {100'000, none, 1024},
                                                   {100'000, hangs, 32},
                                                   {100'000, hangs, 256},
                                                   {100'000, hangs, 1024}}) {
    const auto mean = mean_of(row);
    const double most = row.tail == none ? kMostLognormal : kMostTail;
    held &= mean.leases_longest_first <= most;
    std::printf("| %zu | %s | %zu | %.2f | %.2f | %.2f | %.2f | %.2f |\n", row.cases,
                row.tail == none ? "lognormal" : "tail", row.workers, mean.in_turn, mean.snake, mean.leases,
                mean.leases_longest_first, most);
    std::fflush(stdout);
  }
  return held ? 0 : 1;
}
