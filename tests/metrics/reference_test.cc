// SPDX-License-Identifier: Apache-2.0
// Our figures against those of other programs, on data made for this project.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "assay/internal/json.h"
#include "assay/internal/paired.h"
#include "assay/internal/retrieval_accumulator.h"
#include "assay/internal/statistics.h"
#include "assay/retrieval.h"

namespace assay {
namespace {

const JsonValue& reference() {
  static const JsonValue json = read_json(ASSAY_TEST_DATA "/retrieval_reference.json");
  return json;
}

const JsonValue& member(const JsonValue& object, const std::string& name) {
  const JsonValue* found = object.find(name);
  if (found == nullptr) throw std::runtime_error("no member " + name);
  return *found;
}

// trec_eval's order: by score, ties by name, both descending.
std::vector<std::string> ranking(const JsonValue& scores) {
  std::vector<std::pair<double, std::string>> documents;
  for (const auto& [id, score] : *scores.object()) documents.emplace_back(score.number(0), id);
  std::sort(documents.rbegin(), documents.rend());
  std::vector<std::string> ids;
  for (const auto& [score, id] : documents) ids.push_back(id);
  return ids;
}

// Each document is a single chunk.
RetrievalFigures figures_for(const std::string& query) {
  Case asked;
  asked.retrieval.emplace();
  for (const auto& [id, grade] : *member(member(reference(), "qrels"), query).object()) {
    const int value = static_cast<int>(*grade.integer());
    asked.retrieval->judgements.push_back({id, value});
    if (value < 1) continue;
    asked.retrieval->expected_doc_ids.push_back(id);
    asked.retrieval->expected_chunk_ids.push_back(id);
  }
  Answer answer;
  answer.ending = Ending::answered;
  answer.retrieval.emplace();
  if (const JsonValue* found = member(reference(), "run").find(query))
    for (const auto& id : ranking(*found)) answer.retrieval->hits.push_back({id, id, std::nullopt});
  return retrieval_figures_of(asked, answer);
}

// Our value for a cell of trec_eval. If nothing is relevant, ours has no value and trec_eval's is 0.
double value_of(const RetrievalFigures& figures, const std::string& cell) {
  const auto at_k = [&](const std::string& prefix) { return std::stoi(cell.substr(prefix.size())); };
  const auto cutoff = [&](int k) {
    return static_cast<std::size_t>(std::find(kCutoffs.begin(), kCutoffs.end(), k) - kCutoffs.begin());
  };
  if (cell == "map") return figures.average_precision.value_or(0.0);
  if (cell.starts_with("ndcg_cut_")) return figures.ndcg ? (*figures.ndcg)[cutoff(at_k("ndcg_cut_"))] : 0.0;
  if (cell == "recip_rank_M10") return reciprocal_rank(figures, HitLevel::chunk).value_or(0.0);
  if (cell == "recip_rank") return figures.chunk_rank ? 1.0 / *figures.chunk_rank : 0.0;
  if (cell.starts_with("success_")) return hit_at(figures, at_k("success_"), HitLevel::chunk).value_or(0.0);
  if (cell.starts_with("recall_")) return recall_at(figures, cutoff(at_k("recall_"))).value_or(0.0);
  if (cell.starts_with("P_")) return precision_at(figures, cutoff(at_k("P_"))).value_or(0.0);
  return std::nan("");
}

TEST(Reference, EveryCellOfEveryQueryToFourDecimals) {
  int cells = 0;
  for (const auto& [query, expected] : *member(reference(), "expected").object()) {
    if (query == "all") continue;
    const auto figures = figures_for(query);
    for (const auto& [cell, text] : *expected.object()) {
      EXPECT_EQ(rounded(value_of(figures, cell)), std::stod(*text.string())) << query << " " << cell;
      ++cells;
    }
  }
  EXPECT_EQ(cells, 12 * 17);
}

std::vector<double> numbers(const std::string& name) {
  std::vector<double> values;
  for (const auto& each : *member(member(reference(), "stats"), name).array())
    values.push_back(each.number(0));
  return values;
}

double number(const std::string& name) { return member(member(reference(), "stats"), name).number(NAN); }

TEST(Reference, PairedStatistics) {
  const auto a = numbers("a");
  const auto b = numbers("b");
  Differences differences;
  std::size_t wins = 0;
  std::size_t losses = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    differences.add(b[i] - a[i]);
    wins += b[i] > a[i];
    losses += b[i] < a[i];
  }
  EXPECT_EQ(wins, number("wins"));
  EXPECT_EQ(losses, number("losses"));
  EXPECT_NEAR(differences.mean()->value, number("mean_delta"), 1e-12);
  EXPECT_NEAR(sign_flip(differences), number("sign_flip_exact_p"), 1e-12);
  EXPECT_NEAR(*paired_t(differences), number("paired_t_p"), 1e-12);
  EXPECT_NEAR(mcnemar(wins, losses), number("sign_test_p"), 1e-12);
}

}  // namespace
}  // namespace assay
