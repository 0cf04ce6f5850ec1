// SPDX-License-Identifier: Apache-2.0
// Commands a second over a file of commands, one a line: the corpus if present, otherwise a few built-in
// lines.
#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include <fstream>
#include <string>
#include <vector>

#include "assay/internal/shell.h"
#include "assay/internal/word.h"

namespace {

using assay::shell::Parsed;

std::vector<std::string> read_commands() {
  std::vector<std::string> commands;
  std::ifstream file(ASSAY_SHARED_DATA "/nl2bash_commands.txt");
  for (std::string line; std::getline(file, line);) commands.push_back(line);
  if (!commands.empty()) return commands;
  return {"find . -type f -name '*.txt' -exec grep -l foo {} \\;",
          "cat \"$1\" | sort | uniq -c | sort -rn | head -n 10",
          "for f in *.jpg; do mv \"$f\" \"${f%.jpg}.png\"; done",
          "tar -czf \"backup-$(date +%F).tar.gz\" /etc 2>/dev/null"};
}

const std::vector<std::string>& commands() {
  static const std::vector<std::string> all = read_commands();
  return all;
}

std::vector<Parsed> parse_all() {
  std::vector<Parsed> trees;
  for (const std::string& command : commands()) trees.push_back(assay::shell::parse(command));
  return trees;
}

void report(benchmark::State& state) {
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(commands().size()));
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  state.counters["peak_rss_kib"] = static_cast<double>(usage.ru_maxrss);
}

void parse_commands(benchmark::State& state) {
  for (auto _ : state) {
    for (const std::string& command : commands()) benchmark::DoNotOptimize(assay::shell::parse(command));
  }
  report(state);
}
BENCHMARK(parse_commands)->Unit(benchmark::kMillisecond);

void print_commands(benchmark::State& state) {
  const std::vector<Parsed> trees = parse_all();
  for (auto _ : state) {
    for (const Parsed& parsed : trees) benchmark::DoNotOptimize(assay::shell::print(parsed.tree));
  }
  report(state);
}
BENCHMARK(print_commands)->Unit(benchmark::kMillisecond);

// Takes apart and simplifies every word of every command that is a lone simple command.
void analyse_words(benchmark::State& state) {
  const std::vector<Parsed> trees = parse_all();
  for (auto _ : state) {
    for (const Parsed& parsed : trees) {
      const auto* simple = assay::shell::only_simple_command(parsed.tree);
      if (!simple) continue;
      for (const auto& word : simple->words) {
        benchmark::DoNotOptimize(assay::shell::simplified(assay::shell::pieces_of(word)));
      }
    }
  }
  report(state);
}
BENCHMARK(analyse_words)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
