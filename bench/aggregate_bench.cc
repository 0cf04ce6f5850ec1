// SPDX-License-Identifier: Apache-2.0
// The cost of merging the aggregates of shards.
//
//   aggregate_bench [RESULTS]           makes RESULTS results over all shards (ten million) and merges them
//   aggregate_bench --merge FOLDER      merges the aggregates in FOLDER; run as a child of the above
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "assay/internal/shard_aggregate.h"
#include "turns.h"

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kShards = 64;

assay::RunInfo info_of(std::size_t shard, std::size_t results) {
  assay::RunInfo info;
  info.run_id = "bench";
  info.suite = "bench";
  info.tool = "tool";
  info.datasets = {{"set", "1", "abcd", "set.json", results}};
  info.levels = {"exact", "whitespace", "canonical"};
  info.expected = results;
  info.shards = {.count = kShards, .cases = results, .dealt_sha256 = "abcd", .asked = {shard}};
  return info;
}

// Nearly every time is different, which makes an aggregate as large as it can get.
void make_result(std::size_t number, assay::Result& result) {
  std::mt19937_64 random(number);
  const bool passed = random() % 100 < 80;
  result.asked.id = result.asked.name = "case_" + std::to_string(number);
  result.asked.dataset = "set";
  result.asked.category = "category " + std::to_string(random() % 50);
  result.asked.tags = {"tag " + std::to_string(random() % 40), "all"};
  result.asked.where = {"set.json", static_cast<int>(number)};
  result.answer.ending = assay::Ending::answered;
  result.answer.latency = std::chrono::nanoseconds(100'000'000 + random() % 10'000'000'000);
  result.answer.tokens = static_cast<double>(random() % 900);
  result.grade.status = passed ? assay::Status::pass : assay::Status::miss;
  result.grade.score = passed ? 0.8 + static_cast<double>(random() % 3) / 10 : 0.0;
  result.grade.method = passed ? "exact" : "none";
  result.grade.partial = assay::PartialCredit{0.5, 0.8, passed};
  result.danger = assay::Danger{};
}

// A shard's rows, made as they are read.
assay::RunRows rows_of_shard(std::size_t shard, std::size_t results) {
  return {info_of(shard, results), [shard, results]() -> assay::ResultSource {
            struct State {
              std::size_t next;
              assay::Result rows[2];
            };
            const auto state = std::make_shared<State>(State{shard - 1, {}});
            return [state, results]() -> const assay::Result* {
              if (state->next >= results) return nullptr;
              auto& row = state->rows[state->next / kShards % 2];
              make_result(state->next, row);
              state->next += kShards;
              return &row;
            };
          }};
}

int merge(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& each : fs::directory_iterator(folder)) files.push_back(each.path());
  assay::MergedAggregates merged;
  const double seconds = bench::seconds_of([&] { merged = assay::merge_aggregates(files); });
  std::printf("%zu results of %zu shards: %.2f s   at most 10\n", merged.figures.summary.present,
              files.size(), seconds);
  std::fflush(stdout);
  return merged.figures.summary.complete && seconds <= 10 ? 0 : 1;
}

// In a separate process, so that the peak memory measured is that of merging alone.
int merge_in_child(const fs::path& folder) {
  const pid_t child = fork();
  if (child == 0) {
    execl("/proc/self/exe", "aggregate_bench", "--merge", folder.c_str(), nullptr);
    _exit(127);
  }
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  const double mebibytes = static_cast<double>(usage.ru_maxrss) / 1024;
  std::printf("  its peak memory: %.1f MiB   at most 200\n", mebibytes);
  return status == 0 && mebibytes <= 200 ? 0 : 1;
}

int measure(std::size_t results) {
  std::string name = (fs::temp_directory_path() / "aggregate_bench_XXXXXX").string();
  const fs::path folder = mkdtemp(name.data());
  const double seconds = bench::seconds_of([&] {
    for (std::size_t shard = 1; shard <= kShards; ++shard) {
      std::ofstream out(folder / std::to_string(shard));
      assay::write_aggregate(rows_of_shard(shard, results), out);
    }
  });
  std::uintmax_t bytes = 0;
  for (const auto& each : fs::directory_iterator(folder)) bytes += each.file_size();
  std::printf("%zu results made and aggregated: %.1f s, %.1f MiB\n", results, seconds,
              static_cast<double>(bytes) / (1 << 20));
  std::fflush(stdout);
  const int status = merge_in_child(folder);
  fs::remove_all(folder);
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3 && std::strcmp(argv[1], "--merge") == 0) return merge(argv[2]);
  return measure(argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 10'000'000);
}
