// SPDX-License-Identifier: Apache-2.0
// Simulates when a run on many machines ends, depending on the order of its cases and on how they are dealt.
// Uses assay's own order and dealing (assay/internal/case_order.h, dealing.h) under simulated clocks. The
// seeds are fixed, so the figures are the same everywhere.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numbers>
#include <numeric>
#include <optional>
#include <queue>
#include <random>
#include <utility>
#include <vector>

#include "assay/internal/case_part.h"
#include "assay/internal/dealing.h"

namespace bench {

inline constexpr std::size_t kSlots = 4;    // cases a worker runs at once
inline constexpr double kLimit = 30.0;      // seconds: a hanging case is stopped then, even on a slow worker
inline constexpr double kLastStart = 60.0;  // seconds: workers start at any time before this

enum class Tail { none, hangs };  // hangs: two cases in a hundred hang

// Gives the same numbers on every platform, unlike the distributions of the standard library.
class Draws {
 public:
  explicit Draws(std::uint64_t seed) : engine_(seed) {}
  double uniform() { return (static_cast<double>(engine_() >> 11) + 0.5) / 9007199254740992.0; }
  double normal() {
    const double radius = std::sqrt(-2.0 * std::log(uniform()));
    return radius * std::cos(2.0 * std::numbers::pi * uniform());
  }

 private:
  std::mt19937_64 engine_;
};

struct World {
  std::vector<double> seconds;   // of each case, on a worker at full speed
  std::vector<double> expected;  // how long each case took in an earlier run
  std::vector<double> starts;    // of each worker
  std::vector<double> speeds;
};

// Lognormal times with a median of one second and σ 0.8; one worker in ten, at least one, runs at half speed.
// The earlier run's times differ by a lognormal factor of σ 0.5.
inline World made_world(std::size_t cases, std::size_t workers, Tail tail, std::uint64_t seed) {
  Draws draws(seed);
  World world;
  for (std::size_t i = 0; i < cases; ++i) {
    const bool hangs = tail == Tail::hangs && draws.uniform() < 0.02;
    world.seconds.push_back(hangs ? kLimit : std::min(kLimit, std::exp(0.8 * draws.normal())));
    world.expected.push_back(std::min(kLimit, world.seconds.back() * std::exp(0.5 * draws.normal())));
  }
  for (std::size_t i = 0; i < workers; ++i) {
    world.starts.push_back(kLastStart * draws.uniform());
    world.speeds.push_back(i % 10 == 0 ? 0.5 : 1.0);
  }
  return world;
}

// The seconds available by `time` in all slots of workers with this speed.
inline double slot_seconds(const World& world, double speed, double time) {
  double sum = 0.0;
  for (std::size_t worker = 0; worker < world.starts.size(); ++worker)
    if (world.speeds[worker] == speed) sum += kSlots * std::max(0.0, time - world.starts[worker]);
  return sum;
}

// A lower bound for any schedule: no slot ever waits, and slow workers get the hanging cases, which take no
// longer there.
inline double ideal(const World& world) {
  double work = 0.0, hanging = 0.0;
  for (const double seconds : world.seconds) (seconds < kLimit ? work : hanging) += seconds;
  const auto is_enough = [&](double time) {
    const double slow = slot_seconds(world, 0.5, time), quick = slot_seconds(world, 1.0, time);
    return slow > hanging ? quick + (slow - hanging) / 2 >= work : quick + slow >= work + hanging;
  };
  double low = 0.0, high = kLastStart + 2.0 * (work + hanging);
  for (int step = 0; step < 60; ++step) (is_enough((low + high) / 2) ? high : low) = (low + high) / 2;
  return std::max(high, *std::ranges::min_element(world.starts) + *std::ranges::max_element(world.seconds));
}

inline double seconds_on(const World& world, std::size_t which, std::size_t worker) {
  return std::min(kLimit, world.seconds[which] / world.speeds[worker]);
}

using Order = std::vector<std::size_t>;  // case indexes

inline Order dataset_order(const World& world) {
  Order order(world.seconds.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

inline Order longest_first_order(const World& world) {
  std::vector<std::optional<std::chrono::nanoseconds>> expected;
  for (const double seconds : world.expected)
    expected.push_back(std::chrono::nanoseconds(std::llround(seconds * 1e9)));
  return assay::longest_first(expected);
}

// A time, and the slot or worker that becomes free then.
using Free = std::pair<double, std::size_t>;
using FreeFirst = std::priority_queue<Free, std::vector<Free>, std::greater<>>;

// Cases are leased one by one, each to the slot that is free first.
inline double end_of_leases(const World& world, const Order& order) {
  FreeFirst slots;
  for (std::size_t worker = 0; worker < world.starts.size(); ++worker)
    for (std::size_t slot = 0; slot < kSlots; ++slot) slots.emplace(world.starts[worker], worker);
  double end = 0.0;
  for (const std::size_t which : order) {
    const auto [time, worker] = slots.top();
    slots.pop();
    const double done = time + seconds_on(world, which, worker);
    end = std::max(end, done);
    slots.emplace(done, worker);
  }
  return end;
}

// When a worker that starts a shard at `start` finishes it.
inline double end_of_shard(const World& world, const Order& shard, std::size_t worker, double start) {
  FreeFirst slots;
  for (std::size_t slot = 0; slot < kSlots; ++slot) slots.emplace(start, slot);
  double end = start;
  for (const std::size_t which : shard) {
    const auto [time, slot] = slots.top();
    slots.pop();
    end = std::max(end, time + seconds_on(world, which, worker));
    slots.emplace(time + seconds_on(world, which, worker), slot);
  }
  return end;
}

// Cases are dealt to shards in this order; an engine gives each shard to the worker that is free first.
inline double end_of_shards(const World& world, const Order& order, std::size_t count, assay::Deal deal) {
  std::vector<Order> shards(count);
  for (std::size_t at = 0; at < order.size(); ++at)
    shards[assay::shard_at(at, count, deal) - 1].push_back(order[at]);
  FreeFirst workers;
  for (std::size_t worker = 0; worker < world.starts.size(); ++worker)
    workers.emplace(world.starts[worker], worker);
  double end = 0.0;
  for (const Order& shard : shards) {
    const auto [time, worker] = workers.top();
    workers.pop();
    const double done = end_of_shard(world, shard, worker, time);
    end = std::max(end, done);
    workers.emplace(done, worker);
  }
  return end;
}

// As multiples of the ideal.
struct Makespans {
  double in_turn = 0.0;  // one shard per worker, cases in dataset order
  double snake = 0.0;    // four shards per worker, longest first
  double leases = 0.0;   // in dataset order
  double leases_longest_first = 0.0;
};

inline Makespans makespans_of(const World& world) {
  const double best = ideal(world);
  const std::size_t workers = world.starts.size();
  const Order dataset = dataset_order(world), longest = longest_first_order(world);
  return {end_of_shards(world, dataset, workers, assay::Deal::in_turn) / best,
          end_of_shards(world, longest, 4 * workers, assay::Deal::snake) / best,
          end_of_leases(world, dataset) / best, end_of_leases(world, longest) / best};
}

}  // namespace bench
