// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/ranking.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace assay {
namespace {

// Every figure, in one list.
std::vector<double> values_of(const DocumentFigures& figures) {
  std::vector<double> values = {figures.recip_rank, figures.average_precision, figures.r_precision,
                                figures.bpref, figures.rbp};
  for (const auto* at : {&figures.success, &figures.precision, &figures.recall, &figures.ndcg, &figures.err})
    values.insert(values.end(), at->begin(), at->end());
  if (figures.judged) values.insert(values.end(), figures.judged->begin(), figures.judged->end());
  return values;
}

Ranking made_ranking(std::mt19937& random) {
  const auto document = [&] {
    RankedDocument one;
    const int grade = static_cast<int>(random() % 6) - 2;
    if (random() % 4 != 0) one.grade = grade;
    one.is_relevant = one.grade && *one.grade >= 1;
    return one;
  };
  Ranking ranking;
  for (std::size_t i = 1 + random() % 7; i > 0; --i) {
    ranking.found.push_back(document());
    ranking.found.back().ties = ranking.found.size() > 1 && random() % 2 == 0;
  }
  for (std::size_t i = random() % 4; i > 0; --i)
    if (const RankedDocument one = document(); one.grade) ranking.missed.push_back(one);
  return ranking;
}

// Calls use(order) for every order of the documents that tie.
template <typename Use>
void each_order(const Ranking& ranking, Use use) {
  std::vector<int> tie;  // of each document, by number
  for (const auto& each : ranking.found) tie.push_back(tie.empty() ? 0 : tie.back() + !each.ties);
  std::vector<std::size_t> order(tie.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  do {
    if (!std::is_sorted(order.begin(), order.end(), [&](auto a, auto b) { return tie[a] < tie[b]; }))
      continue;
    Ranking other{{}, ranking.missed};
    for (const std::size_t i : order) other.found.push_back(ranking.found[i]);
    use(other);
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(Bounds, AreThoseOfAllOrdersOfTheDocumentsThatTie) {
  std::mt19937 random(43);
  for (int i = 0; i < 300; ++i) {
    const Ranking ranking = made_ranking(random);
    std::vector<double> lowest = values_of(document_figures(ranking)), highest = lowest;
    each_order(ranking, [&](const Ranking& other) {
      const auto values = values_of(document_figures(other));
      for (std::size_t v = 0; v < values.size(); ++v) {
        lowest[v] = std::min(lowest[v], values[v]);
        highest[v] = std::max(highest[v], values[v]);
      }
    });
    const DocumentBounds bounds = bounds_under_ties(ranking);
    const auto low = values_of(bounds.lowest), high = values_of(bounds.highest);
    for (std::size_t v = 0; v < low.size(); ++v) {
      ASSERT_NEAR(low[v], lowest[v], 1e-12) << to_text(ranking) << ", figure " << v;
      ASSERT_NEAR(high[v], highest[v], 1e-12) << to_text(ranking) << ", figure " << v;
    }
    EXPECT_EQ(bounds.lowest.inferred_ap, bounds.highest.inferred_ap) << "no closed form is known";
  }
}

TEST(RankingText, IsReadBackAsItWasWritten) {
  std::mt19937 random(7);
  for (int i = 0; i < 100; ++i) {
    const Ranking ranking = made_ranking(random);
    const Ranking back = ranking_from(to_text(ranking));
    EXPECT_EQ(back.found, ranking.found) << to_text(ranking);
    EXPECT_EQ(back.missed, ranking.missed) << to_text(ranking);
  }
  EXPECT_EQ(to_text({{{2, true}, {}, {0, false, true}, {0, false, true}}, {{1, true}}}), "2! ? =2*0 / 1!");
}

TEST(DocumentFigures, AreThoseOfTrecEval) {
  // Computed by trec_eval 9.0.4 with infAP, bpref and Rprec: qrels of grades −1 to 2, six documents found.
  const Ranking ranking = ranking_from("? 1! -1 0 2! ? / 0 1!");
  const DocumentFigures figures = document_figures(ranking);
  EXPECT_NEAR(figures.average_precision, (1.0 / 2 + 2.0 / 5) / 3, 1e-12);
  EXPECT_NEAR(figures.bpref, (1 + 1 - 1.0 / 2) / 3, 1e-12);
  EXPECT_NEAR(figures.r_precision, 1.0 / 3, 1e-12);
  EXPECT_NEAR(figures.inferred_ap, 0.3333, 5e-5);
}

}  // namespace
}  // namespace assay
