// The figures of one side of a comparison, apart for the cases that the other side measured too.
#pragma once

#include "paired_cases.h"
#include "totals.h"

namespace assay {

class SideFigures {
 public:
  explicit SideFigures(HitLevel matched);
  void add_shared(const CaseFigures& each);  // measured in both runs
  void add_alone(const CaseFigures& each);   // all others
  bool has_queries() const { return has_queries_; }

  struct Figures {
    Group all;
    std::optional<AggregateMetrics> aggregate;  // where either run has queries
  };
  struct Finished {
    Figures whole;
    Figures shared;
  };
  enum class Kind { commands, queries };
  // To be called once.
  Finished finish(Kind kind);

 private:
  struct Part {
    Totals totals;
    RetrievalAccumulator retrieval;
  };
  void add(Part& part, const CaseFigures& each);

  Part shared_;
  Part alone_;
  bool has_queries_ = false;
};

// A figure of a metric by its name ("accuracy", "hit_at_k", …) and cut-off.
Figure figure_of(const SideFigures::Figures& figures, const std::string& name, int k);

}  // namespace assay
