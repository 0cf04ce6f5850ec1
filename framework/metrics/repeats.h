// SPDX-License-Identifier: Apache-2.0
// Figures that need all attempts of a case: repeats, flaky cases, and clusters of cases.
#pragma once

#include <array>
#include <string>
#include <unordered_map>

#include "case_figures.h"
#include "largest.h"
#include "totals.h"

namespace assay {

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

}  // namespace assay
