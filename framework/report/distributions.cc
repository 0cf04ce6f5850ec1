// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/distributions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace assay {
namespace {

constexpr double kBinsADecade = 8;
constexpr double kFirst = 0.1;  // milliseconds

}  // namespace

void Distributions::add_attempt(const Figures& figures) {
  if (!figures.latency) return;
  const double ms = std::chrono::duration<double, std::milli>(*figures.latency).count();
  const double bin = std::floor(std::log10(std::max(ms, kFirst) / kFirst) * kBinsADecade);
  ++latency[std::min(static_cast<std::size_t>(bin), kBins - 1)];
}

void Distributions::add_case(const Figures& figures) {
  if (!figures.retrieval || !was_asked(figures)) return;
  const RetrievalFigures& query = *figures.retrieval;
  if (query.chunks_expected > 0) {
    const int rank = query.chunk_rank.value_or(0);
    ++ranks[rank == 0 ? 11 : std::min(rank, 11) - 1];
  }
  if (query.refused) ++refusals[query.should_refuse][*query.refused];
}

std::string latency_label(std::size_t bin) {
  const double ms = kFirst * std::pow(10, static_cast<double>(bin) / kBinsADecade);
  return ms < 1000 ? fmt::format("{:.2g} ms", ms) : fmt::format("{:.2g} s", ms / 1000);
}

}  // namespace assay
