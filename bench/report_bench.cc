// SPDX-License-Identifier: Apache-2.0
// The cost of report.html, against results.jsonl of the same run; both are written to a file that discards
// them.
#include <benchmark/benchmark.h>

#include <fstream>

#include "assay/internal/reports.h"
#include "assay/internal/run_view.h"
#include "sample_run.h"

namespace assay {
namespace {

constexpr std::size_t kCopies = 2'000;  // of a run with a case of every kind

const Run& run() {
  static const Run many = [] {
    const Run sample = sample_run();
    Run copies{sample.info, {}};
    for (std::size_t i = 0; i < kCopies; ++i)
      for (Result result : sample.results) {
        result.asked.id += "-" + std::to_string(i);
        result.asked.name += "_" + std::to_string(i);
        copies.results.push_back(std::move(result));
      }
    copies.info.expected = kCopies * sample.info.expected;
    return copies;
  }();
  return many;
}

void report_rows(benchmark::State& state) {
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * run().results.size()));
}

void results_jsonl(benchmark::State& state) {
  for (auto _ : state) {
    std::ofstream out("/dev/null");
    for (const Result& each : run().results) write_result(out, each);
  }
  report_rows(state);
}
BENCHMARK(results_jsonl)->Unit(benchmark::kMillisecond);

void report_html(benchmark::State& state) {
  const RunRows rows = rows_of(run());
  const RunView view = view_of(rows);
  for (auto _ : state) {
    std::ofstream out("/dev/null");
    write_html(out, view, rows);
  }
  report_rows(state);
}
BENCHMARK(report_html)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace assay

BENCHMARK_MAIN();
