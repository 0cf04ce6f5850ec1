// SPDX-License-Identifier: Apache-2.0
// The figures of a run of retrieval queries. Pure arithmetic on results, the same bytes in any order.
//
// Every figure comes with its n: the number of queries that it averages. With n = 0 it has no value (null in
// JSON), rather than a 0 that was not measured. A query that failed counts as empty and as a miss; one that
// could not be asked is counted separately and excluded from every figure. A query without expected chunks is
// excluded from hit@k, MRR and precision@k; one without expected documents should be refused and is excluded
// from recall@k_doc. Definitions are in docs/metrics.md.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/result.h"

namespace assay {

struct Figure {
  std::optional<double> value;  // to four decimals, halves away from zero
  std::size_t n = 0;
  bool operator==(const Figure&) const = default;
};

struct AggregateSlice;

struct AggregateMetrics {
  std::map<int, Figure> hit_at_k;  // k in 1, 3, 5, 10
  Figure mrr;                      // over the top 10
  std::map<int, Figure> recall_at_k_doc;
  std::map<int, Figure> precision_at_k_chunk;
  Figure citation_coverage;
  Figure groundedness;
  Figure empty_result_rate;
  Figure refusal_correctness;
  std::map<int, Figure> ndcg_at_k;
  Figure mean_average_precision;
  std::map<int, Figure> judged_at_k;
  // Metrics without a member here, by name, then cut-off (0: none).
  std::map<std::string, std::map<int, Figure>> more;
  std::size_t total_queries = 0;
  std::size_t failed_queries = 0;  // asked but not answered
  std::size_t unmeasured = 0;      // could not be asked: in no figure
  // By name; a query without a group or a difficulty is in none of them. Slices have no slices.
  std::vector<AggregateSlice> by_group;
  std::vector<AggregateSlice> by_difficulty;
  std::vector<AggregateSlice> by_tag;
  bool operator==(const AggregateMetrics&) const;
};

struct AggregateSlice {
  std::string name;
  AggregateMetrics metrics;
  bool operator==(const AggregateSlice&) const;
};

// What counts as a hit: an expected chunk or, if the chunk ids of two runs cannot be compared, an expected
// document.
enum class HitLevel { chunk, document };

AggregateMetrics aggregate_retrieval(const Run& run, HitLevel level = HitLevel::chunk);
// None for a run that asks for commands.
std::optional<AggregateMetrics> retrieval_of(const Run& run);

// JSON: {"hit_at_k": {"1": …}, "mrr": …, …, "n": {"hit_at_k": {"1": …}, …}, …}. The inverse throws Error
// naming `where`.
std::string to_json(const AggregateMetrics& metrics);
AggregateMetrics aggregate_metrics_from_json(std::string_view text, const SourceLine& where);

}  // namespace assay
