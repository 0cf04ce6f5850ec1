// SPDX-License-Identifier: Apache-2.0
// The sums behind a Summary, while cases are streamed: they can be stored, and added to those of other parts
// of the run.
#pragma once

#include <vector>

#include "case_figures.h"
#include "case_place.h"
#include "facets.h"
#include "latencies.h"
#include "nearness.h"
#include "repeats.h"
#include "safety_tally.h"

namespace assay {

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
