// SPDX-License-Identifier: Apache-2.0
// What a Summary is made of, while cases come: all of it can be kept, and added to that of other parts of the
// run.
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

  // Takes the figures over and leaves others, whose memory can be reused.
  void take(Figures& figures, const CasePlace& place);
  // No attempt of the last case follows. Before what is below is called, and once.
  void end();
  Summary finish(std::size_t expected);

  std::size_t cases() const { return cases_; }
  Latencies& latencies() { return latencies_; }
  // The first thousand, in the order in which they came, and how many there are.
  std::vector<Placed<FlakyCase>>& flaky() { return flaky_; }
  static constexpr std::size_t kFlakyNamed = 1000;

  // But for single cases and their times.
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

  CaseFigures current_;  // that is being added to
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
