// SPDX-License-Identifier: Apache-2.0
// The distinct documents that a query found, as grades, and the figures over them. They are trec_eval's where
// it has them; docs/metrics.md has the definitions.
//
// Pure and re-entrant.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/dataset.h"
#include "assay/internal/figures.h"
#include "assay/tool.h"

namespace assay {

struct RankedDocument {
  std::optional<int> grade;  // none: not judged
  bool is_relevant = false;
  // Its score equals that of the document before it, in 32 bits, as trec_eval reads scores.
  bool ties = false;
  bool operator==(const RankedDocument&) const = default;
};

struct Ranking {
  std::vector<RankedDocument> found;   // best first
  std::vector<RankedDocument> missed;  // judged, but not found; in no particular order
};

// None if no document is expected or judged, or the query should be refused.
std::optional<Ranking> ranking_of(const Case& query, const std::vector<Hit>& hits);

// "2! ? =0 12*? / 3*0 1!": of each document the grade, or ? if it is not judged, with ! if it is relevant, =
// if it ties, and N* for N of them; behind the slash those that were not found.
std::string to_text(const Ranking& ranking);
// Ignores what it cannot read.
Ranking ranking_from(std::string_view text);

// The persistence of rank-biased precision, and the largest grade of ERR: a larger one counts like it.
inline constexpr double kPersistence = 0.8;
inline constexpr int kMostErrGrade = 4;

struct DocumentFigures {
  using AtCutoffs = std::array<double, kDocumentCutoffs.size()>;
  double recip_rank = 0;
  double average_precision = 0;
  double r_precision = 0;
  double bpref = 0;
  double inferred_ap = 0;
  double rbp = 0;
  AtCutoffs success{}, precision{}, recall{}, ndcg{}, err{};
  std::optional<AtCutoffs> judged;  // none: nothing was found
};

DocumentFigures document_figures(const Ranking& ranking);

// The lowest and the highest value of each figure over all orders of the documents that tie. For most figures
// those are the values of two orders, with the worst document of each tie first or last; no such form is
// known for inferred_ap, which has the value of the given order in both.
struct DocumentBounds {
  DocumentFigures lowest;
  DocumentFigures highest;
};
DocumentBounds bounds_under_ties(const Ranking& ranking);

}  // namespace assay
