// SPDX-License-Identifier: Apache-2.0
// The sums behind a Summary, while cases are streamed: they can be stored, and added to those of other parts
// of the run.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "assay/internal/exact_sum.h"
#include "assay/internal/figures.h"
#include "assay/internal/metric.h"
#include "assay/summary.h"
#include "case_figures.h"
#include "totals.h"

namespace assay {

// The position of a case among all cases of its run, independent of which process asked it.
struct CasePlace {
  std::size_t dataset = 0;   // index in the run's list; past its end if the run does not list it
  std::string dataset_name;  // if the run does not list it; else empty
  std::int64_t line = 0;
  std::string id;
  auto operator<=>(const CasePlace&) const = default;
};

// A value that belongs to a case, to be sorted with those from other parts of the run.
template <typename T>
struct Placed {
  CasePlace place;
  T value;
};

// How long the tool took: percentiles and the slowest cases of streamed times.
class Latencies {
 public:
  // `expected`: approximate number of times.
  explicit Latencies(std::size_t expected) { times_.reserve(std::min(expected, kMostForetold)); }
  // REQUIRES: figures.latency.
  void add(const Figures& figures, const CasePlace& place);
  // Fills in the summary's latency and slowest cases. Call once.
  void finish(Summary& summary);
  // Removes and returns the times, in nanoseconds and ascending order.
  std::vector<std::int64_t> take_times();
  // Slowest first; on a tie, in order of arrival.
  std::vector<Placed<SlowCase>>& slowest() { return slowest_; }

 private:
  static constexpr std::size_t kMostForetold = 1'000'000;  // the number in a file may be arbitrary
  std::vector<std::int64_t> times_;                        // nanoseconds
  std::vector<Placed<SlowCase>> slowest_;
};

// Number of slowest cases named in a summary.
inline constexpr std::size_t kSlowestNamed = 10;

// "dataset.case".
std::string full_name_of(const Figures& figures);

// The maximum of several counts.
struct Largest {
  std::size_t value = 0;
  void take(std::size_t count) { value = std::max(value, count); }
  void add(const Largest& other) { take(other.value); }
  static constexpr auto members() { return std::tuple{NamedMember{"value", &Largest::value}}; }
};

// Figures that need all attempts of a case: repeats, flaky cases, and clusters of cases.
class RepeatTotals {
 public:
  void add(const CaseFigures& each);
  std::optional<Repeats> finish() const;
  static constexpr auto members() {
    return std::tuple{
        NamedMember{"cases", &RepeatTotals::cases_},        NamedMember{"attempts", &RepeatTotals::attempts_},
        NamedMember{"most_attempts", &RepeatTotals::most_}, NamedMember{"at_k", &RepeatTotals::sums_},
        NamedMember{"asked_once", &RepeatTotals::single_},  NamedMember{"means", &RepeatTotals::means_},
        NamedMember{"variances", &RepeatTotals::variances_}};
  }

 private:
  static constexpr std::size_t kMost = 32;
  struct Sum {
    std::size_t cases = 0;
    Moments at;
    Moments hat;
    static constexpr auto members() {
      return std::tuple{NamedMember{"cases", &Sum::cases}, NamedMember{"pass_at_k", &Sum::at},
                        NamedMember{"pass_hat_k", &Sum::hat}};
    }
  };
  std::size_t cases_ = 0;
  std::size_t attempts_ = 0;
  Largest most_;
  std::array<Sum, kMost> sums_;
  std::array<std::size_t, 2>
      single_{};  // cases with one measured attempt, by its passes: nearly all cases of most runs
  Moments means_;
  Moments variances_;
};

// The standard error of the mean if cases of one cluster (the same world or group) are not independent:
// √(C/(C−1) · Σ_c(Σ_{i∈c}(s_i−s̄))²) / n for C clusters (see mean_of). None for fewer than two clusters.
class ClusterTotals {
 public:
  void add(const std::string& cluster, double score);
  std::optional<Clusters> finish() const;
  static constexpr auto members() {
    return std::tuple{NamedMember{"alone", &ClusterTotals::alone_},
                      NamedMember{"clustered", &ClusterTotals::clustered_},
                      NamedMember{"by_cluster", &ClusterTotals::clusters_}};
  }

 private:
  struct Sum {
    std::size_t cases = 0;
    ExactSum scores;
    static constexpr auto members() {
      return std::tuple{NamedMember{"cases", &Sum::cases}, NamedMember{"scores", &Sum::scores}};
    }
  };
  Moments alone_;  // cases in no cluster
  Moments clustered_;
  std::unordered_map<std::string, Sum> clusters_;
};

// Counts results by all their grouping attributes at once: one look-up per result, however many groups it is
// in. The groups themselves are assembled at the end.
class Facets {
 public:
  void add(const Figures& last_attempt);
  // Fills in the summary's groups, endings and POSIX share. Call once.
  void finish(Summary& summary);
  // Moves the counts into the members below, which can be added up.
  void fold();
  static constexpr auto members() {
    return std::tuple{NamedMember{"all", &Facets::all_},
                      NamedMember{"by_dataset", &Facets::datasets_},
                      NamedMember{"by_category", &Facets::categories_},
                      NamedMember{"by_risk_level", &Facets::risk_levels_},
                      NamedMember{"by_tag", &Facets::tags_},
                      NamedMember{"by_method", &Facets::methods_},
                      NamedMember{"endings", &Facets::endings_},
                      NamedMember{"commands", &Facets::commands_},
                      NamedMember{"posix_commands", &Facets::posix_}};
  }

 private:
  using Groups = std::map<std::string, Totals>;
  struct Facet {
    std::string dataset;
    std::string category;
    std::string risk_level;
    std::string tags;
    std::string method;
    std::string ending;
    bool posix_compliant = false;
    Totals totals;
  };
  Facet& facet_of(const Figures& figures);

  std::string key_;  // reused
  std::unordered_map<std::string, Facet> facets_;
  Groups datasets_;
  Groups categories_;
  Groups risk_levels_;
  Groups tags_;
  Groups methods_;
  std::map<std::string, std::size_t> endings_;
  Totals all_;
  std::size_t commands_ = 0;
  std::size_t posix_ = 0;
};

// How near a run's commands came to accepted ones: the means of the nearness metrics.
class NearnessTotals {
 public:
  NearnessTotals();
  // Uses the last attempt.
  void add(const CaseFigures& each);
  // By the metric's name; empty if no command has a value.
  std::map<std::string, Figure> finish() const;
  void add(const NearnessTotals& other);
  // Calls `use` with each metric's name and sums.
  template <typename Use>
  void each(Use use) const {
    for (const auto& [metric, values] : sums_) use(metric->name, values);
  }
  template <typename Use>
  void each(Use use) {
    for (auto& [metric, values] : sums_) use(metric->name, values);
  }

 private:
  struct Sum {
    const Metric* metric;
    Moments values;
  };
  std::vector<Sum> sums_;
};

class SummaryTotals {
 public:
  explicit SummaryTotals(std::size_t expected_cases) : latencies_(expected_cases) {}

  // Swaps `figures` for used ones, whose memory can be reused.
  void take(Figures& figures, const CasePlace& place);
  // No attempt of the last case follows. Call once, before the functions below.
  void end();
  Summary finish(std::size_t expected);

  std::size_t cases() const { return cases_; }
  Latencies& latencies() { return latencies_; }
  // The first thousand, in order of arrival; flaky_cases_ counts all.
  std::vector<Placed<FlakyCase>>& flaky() { return flaky_; }
  static constexpr std::size_t kFlakyNamed = 1000;

  // Excludes the named cases and the times.
  static constexpr auto members() {
    return std::tuple{NamedMember{"cases", &SummaryTotals::cases_},
                      NamedMember{"groups", &SummaryTotals::facets_},
                      NamedMember{"repeats", &SummaryTotals::repeats_},
                      NamedMember{"partial_credit", &SummaryTotals::nearness_},
                      NamedMember{"safety", &SummaryTotals::safety_},
                      NamedMember{"clusters", &SummaryTotals::clusters_},
                      NamedMember{"tokens", &SummaryTotals::tokens_},
                      NamedMember{"cost", &SummaryTotals::cost_},
                      NamedMember{"flaky_cases", &SummaryTotals::flaky_cases_}};
  }

 private:
  bool is_same_case(const Figures& figures) const {
    return cases_ > 0 && current_.last.id == figures.id && current_.last.dataset == figures.dataset;
  }
  void count(const Figures& figures);
  void end_case();

  CaseFigures current_;  // the one being accumulated
  CasePlace place_;
  std::size_t cases_ = 0;
  Facets facets_;
  Latencies latencies_;
  RepeatTotals repeats_;
  NearnessTotals nearness_;
  SafetyTally safety_;
  ClusterTotals clusters_;
  Moments tokens_;
  Moments cost_;
  std::vector<Placed<FlakyCase>> flaky_;
  std::size_t flaky_cases_ = 0;
};

}  // namespace assay
