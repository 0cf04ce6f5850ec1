// SPDX-License-Identifier: Apache-2.0
// The cost of discovery for a dataset of 10,000 cases, against merely parsing the same bytes.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "assay/dataset.h"
#include "assay/internal/digest.h"
#include "assay/internal/json.h"
#include "generated.h"

namespace assay {
namespace {

constexpr int kCases = 10'000;

const std::string& text() {
  static const std::string generated = generated_dataset(kCases);
  return generated;
}

void report_bytes(benchmark::State& state) {
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * text().size()));
}

void plain_parse(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(nlohmann::json::parse(text()));
  report_bytes(state);
}
BENCHMARK(plain_parse)->Unit(benchmark::kMillisecond);

void read_indexed(benchmark::State& state) {
  const auto file =
      std::filesystem::temp_directory_path() / ("assay_bench_" + std::to_string(getpid()) + ".json");
  write_file_atomically(file, text());
  for (auto _ : state) benchmark::DoNotOptimize(read_indexed_dataset(file));
  report_bytes(state);
  std::filesystem::remove(file);
}
BENCHMARK(read_indexed)->Unit(benchmark::kMillisecond);

void parse_only(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(parse_dataset(text(), "generated.json"));
  report_bytes(state);
}
BENCHMARK(parse_only)->Unit(benchmark::kMillisecond);

void hash(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(sha256(text()));
  report_bytes(state);
}
BENCHMARK(hash)->Unit(benchmark::kMillisecond);

void one_case_of_its_span(benchmark::State& state) {
  const IndexedDataset indexed = parse_dataset(text(), "generated.json");
  const CaseSpan span = indexed.spans[kCases / 2];
  const std::string_view bytes = std::string_view(text()).substr(span.offset, span.length);
  for (auto _ : state) benchmark::DoNotOptimize(parse_case(bytes, {"generated.json", 1}));
}
BENCHMARK(one_case_of_its_span)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace assay
