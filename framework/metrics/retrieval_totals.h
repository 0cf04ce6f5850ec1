// SPDX-License-Identifier: Apache-2.0
// The sums behind AggregateMetrics, while queries are streamed: they can be stored, and added to those of
// other parts of the run.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "assay/internal/metric.h"
#include "case_figures.h"

namespace assay {

// For one set of queries.
class QuerySums {
 public:
  explicit QuerySums(HitLevel level = HitLevel::chunk);
  void add(const CaseFigures& query);
  void add(const QuerySums& other);
  AggregateMetrics finish() const;
  std::size_t queries() const { return queries_; }

  // Calls `use` by name: with the counts, and with each metric's sums by cut-off.
  template <typename Use>
  void each(Use use) const {
    each_of(*this, use);
  }
  template <typename Use>
  void each(Use use) {
    each_of(*this, use);
  }

 private:
  template <typename Self, typename Use>
  static void each_of(Self& self, Use& use) {
    use("total_queries", self.queries_);
    use("failed_queries", self.failed_);
    use("unmeasured", self.unmeasured_);
    const auto metrics = metrics_over(Metric::Over::queries);
    for (std::size_t m = 0; m < metrics.size(); ++m) use(metrics[m].name, self.moments_[m]);
  }

  HitLevel level_;
  std::vector<std::array<Moments, kDocumentCutoffs.size()>> moments_;  // by metric, then by cut-off
  std::size_t queries_ = 0;
  std::size_t failed_ = 0;
  std::size_t unmeasured_ = 0;
};

class RetrievalTotals {
 public:
  explicit RetrievalTotals(HitLevel level) : level_(level), all_(level) {}
  // Like RetrievalAccumulator::add.
  void add(const Figures& figures);
  // No attempt of the last case follows. Call once, before the functions below.
  void end() { end_case(); }
  AggregateMetrics finish() const;
  bool is_empty() const { return all_.queries() == 0; }

  static constexpr auto members() {
    return std::tuple{NamedMember{"all", &RetrievalTotals::all_},
                      NamedMember{"by_group", &RetrievalTotals::groups_},
                      NamedMember{"by_difficulty", &RetrievalTotals::difficulties_},
                      NamedMember{"by_tag", &RetrievalTotals::tags_}};
  }

 private:
  using Slices = std::map<std::string, QuerySums>;
  void end_case();
  void slice(Slices& into, const std::string& name);

  HitLevel level_;
  CaseFigures last_;
  bool has_last_ = false;
  QuerySums all_;
  Slices groups_;
  Slices difficulties_;
  Slices tags_;
};

}  // namespace assay
