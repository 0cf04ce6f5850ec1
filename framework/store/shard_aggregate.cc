// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/shard_aggregate.h"

#include <algorithm>
#include <map>
#include <optional>
#include <queue>

#include "aggregate_file.h"
#include "assay/internal/latency_ranks.h"
#include "fault.h"
#include "identity.h"
#include "joined_run.h"

namespace assay {
namespace {

// Whether the number of cases is what the shards asked so far were dealt. Dealt in turn, the first shards
// have one case more than the others; dealt back and forth, that may be the last ones.
bool has_all_that_was_dealt(const Shards& shards, std::size_t cases) {
  const std::size_t each = shards.cases / shards.count, over = shards.cases % shards.count;
  std::size_t in_turn = 0, reversed = 0;
  for (const std::size_t number : shards.asked) {
    in_turn += each + (number <= over);
    reversed += each + (number > shards.count - over);
  }
  return cases == in_turn || cases == reversed;
}

// Of a whole run, or of each of its shards here, all cases must have been asked.
void expect_whole(const RunInfo& info, std::size_t cases) {
  if (info.shards.count == 0 && cases < info.expected)
    throw Error(Problem{.what = "run " + info.run_id + " has results for " + std::to_string(cases) +
                                " of its " + std::to_string(info.expected) + " cases",
                        .next = "let it end first, or ask the rest: assay run … --resume " + info.run_id});
  if (info.shards.count == 0 || (!info.shards.asked.empty() && has_all_that_was_dealt(info.shards, cases)))
    return;
  throw Error(
      Problem{.what = "run " + info.run_id + " has shards here that have not asked all of their cases",
              .next = "let them end first: repeat the command line of each"});
}

// Maps each shard to the file that holds it; 0 stands for a whole run.
class HeldShards {
 public:
  void take(const AggregateFile& file) {
    if (file.info().shards.count == 0) return take(0, file);
    for (const std::size_t number : file.info().shards.asked) take(number, file);
  }

 private:
  void take(std::size_t number, const AggregateFile& file) {
    const auto [held, is_new] = held_.emplace(number, file.path());
    if (is_new) return;
    const std::string what = number == 0 ? "the whole run" : "shard " + std::to_string(number);
    throw store_error(file.path(), "holds " + what + ", which " + held->second.string() + " holds too",
                      "name one aggregate of each shard");
  }
  std::map<std::size_t, std::filesystem::path> held_;
};

void expect_one_run(const AggregateFile& first, const AggregateFile& other) {
  const RunInfo &a = first.info(), &b = other.info();
  std::string what;
  if (a.run_id != b.run_id)
    what = "is of run " + b.run_id + ", and " + first.path().string() + " of run " + a.run_id;
  else if (const auto difference = difference_between(a, b); !difference.empty())
    what = first.path().string() + " is of run " + a.run_id + " with another " + difference;
  if (!what.empty()) throw store_error(other.path(), what, "name the aggregates of one run");
}

// The percentiles over the times of all files, by a k-way merge.
std::optional<Latency> latency_of(const std::vector<AggregateFile>& files) {
  std::size_t answers = 0;
  std::vector<AggregateFile::Times> times;
  for (const auto& file : files) {
    answers += file.answers();
    times.push_back(file.times());
  }
  if (answers == 0) return std::nullopt;
  using Head = std::pair<CountedTime, std::size_t>;  // the next time of a file
  const auto is_later = [](const Head& a, const Head& b) { return a.first.time > b.first.time; };
  std::priority_queue<Head, std::vector<Head>, decltype(is_later)> heads(is_later);
  for (std::size_t i = 0; i < times.size(); ++i)
    if (const auto* next = times[i].next()) heads.emplace(*next, i);
  std::array<std::int64_t, kLatencyShares.size()> found{};
  std::size_t passed = 0, share = 0;
  while (!heads.empty() && share < found.size()) {
    const auto [head, file] = heads.top();
    heads.pop();
    passed += head.count;
    while (share < found.size() && passed >= nearest_rank(kLatencyShares[share], answers))
      found[share++] = head.time;
    if (const auto* next = times[file].next()) heads.emplace(*next, file);
  }
  using std::chrono::nanoseconds;
  return Latency{answers, nanoseconds(found[0]), nanoseconds(found[1]), nanoseconds(found[2]),
                 nanoseconds(found[3])};
}

}  // namespace

void write_aggregate(const RunRows& rows, std::ostream& out) {
  RunAggregate aggregate(rows);
  expect_whole(rows.info, aggregate.cases());
  write_aggregate_file(out, rows.info, std::move(aggregate));
}

void write_aggregate(const Store& store, std::string_view run, std::ostream& out) {
  write_aggregate(store.rows(store.resolve(run, {}, Latest::any)), out);
}

MergedAggregates merge_aggregates(std::span<const std::filesystem::path> files) {
  std::vector<AggregateFile> open;
  HeldShards held;
  RunAggregate all;
  RunInfo info;
  for (const auto& path : files) {
    const AggregateFile& file = open.emplace_back(path);
    expect_one_run(open.front(), file);
    held.take(file);
    info = open.size() == 1 ? file.info() : joined(std::move(info), file.info());
    all.add(file.sums());
  }
  RunFigures figures = all.finish(info, latency_of(open));
  return {std::move(info), std::move(figures)};
}

}  // namespace assay
