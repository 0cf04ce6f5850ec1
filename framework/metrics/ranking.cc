// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/ranking.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_map>
#include <utility>

#include "assay/internal/text.h"

namespace assay {
namespace {

using Documents = std::vector<RankedDocument>;
using AtCutoffs = DocumentFigures::AtCutoffs;

void write(std::string& to, const Documents& documents) {
  for (auto each = documents.begin(); each != documents.end();) {
    const auto next = std::find_if(each, documents.end(), [&](const auto& other) { return other != *each; });
    if (!to.empty()) to += ' ';
    if (each->ties) to += '=';
    if (next - each > 1) to += fmt::format("{}*", next - each);
    to += each->grade ? std::to_string(*each->grade) : "?";
    if (each->is_relevant) to += '!';
    each = next;
  }
}

void read(std::string_view word, Documents& to) {
  RankedDocument one;
  one.ties = word.starts_with('=');
  word.remove_prefix(one.ties ? 1 : 0);
  std::size_t count = 1;
  if (const std::size_t star = word.find('*'); star != word.npos) {
    count = number_from<unsigned>(word.substr(0, star)).value_or(0);
    word.remove_prefix(star + 1);
  }
  one.is_relevant = word.ends_with('!');
  word.remove_suffix(one.is_relevant ? 1 : 0);
  if (word != "?") one.grade = number_from<int>(word);
  to.insert(to.end(), count, one);
}

int gain_of(const RankedDocument& each) { return std::max(0, each.grade.value_or(0)); }

// A document in the pool that nobody judged has a grade below 0.
bool is_judged_not_relevant(const RankedDocument& each) {
  return each.grade && *each.grade >= 0 && !each.is_relevant;
}

std::size_t count_relevant(const Ranking& ranking) {
  const auto count = [](const Documents& documents) {
    return static_cast<std::size_t>(std::ranges::count_if(documents, &RankedDocument::is_relevant));
  };
  return count(ranking.found) + count(ranking.missed);
}

// The sums of a value per place (from 0), cut off at each k.
template <typename Value>
AtCutoffs sums(std::size_t places, Value value) {
  AtCutoffs at{};
  double sum = 0;
  std::size_t k = 0;
  for (std::size_t place = 0;; ++place) {
    while (k < at.size() && (place >= places || place == static_cast<std::size_t>(kDocumentCutoffs[k])))
      at[k++] = sum;
    if (k == at.size()) return at;
    sum += value(place);
  }
}

AtCutoffs quotients(AtCutoffs values, double divisor) {
  for (double& each : values) each = divisor > 0 ? each / divisor : 0;
  return values;
}

AtCutoffs discounted_gains(const std::vector<int>& gains) {
  return sums(gains.size(),
              [&](std::size_t place) { return gains[place] / std::log2(static_cast<double>(place) + 2.0); });
}

AtCutoffs ndcg_of(const Documents& found, const Ranking& all) {
  std::vector<int> gains, ideal;
  for (const auto& each : found) gains.push_back(gain_of(each));
  for (const Documents* some : {&all.found, &all.missed})
    for (const auto& each : *some)
      if (gain_of(each) > 0) ideal.push_back(gain_of(each));
  std::ranges::sort(ideal, std::greater());
  AtCutoffs at = discounted_gains(gains);
  const AtCutoffs best = discounted_gains(ideal);
  for (std::size_t k = 0; k < at.size(); ++k) at[k] = best[k] > 0 ? at[k] / best[k] : 0;
  return at;
}

AtCutoffs err_of(const Documents& found) {
  double goes_on = 1;
  return sums(found.size(), [&](std::size_t place) {
    const double stops =
        (std::exp2(std::min(gain_of(found[place]), kMostErrGrade)) - 1) / std::exp2(kMostErrGrade);
    const double gain = goes_on * stops / static_cast<double>(place + 1);
    goes_on *= 1 - stops;
    return gain;
  });
}

std::optional<AtCutoffs> judged_of(const Documents& found) {
  if (found.empty()) return std::nullopt;
  AtCutoffs at = sums(found.size(), [&](std::size_t place) { return found[place].grade ? 1.0 : 0.0; });
  for (std::size_t k = 0; k < at.size(); ++k)
    at[k] /= static_cast<double>(std::min<std::size_t>(found.size(), kDocumentCutoffs[k]));
  return at;
}

// The figures to which a document is relevant or not.
void put_binary_figures(DocumentFigures& figures, const Documents& found, std::size_t relevant) {
  const auto of = static_cast<double>(relevant);
  double precisions = 0, weight = 1 - kPersistence, count = 0;
  for (std::size_t i = 0; i < found.size(); ++i, weight *= kPersistence) {
    if (i == relevant && relevant > 0) figures.r_precision = count / of;
    if (!found[i].is_relevant) continue;
    const auto rank = static_cast<double>(i + 1);
    if (count == 0) figures.recip_rank = 1 / rank;
    precisions += ++count / rank;
    figures.rbp += weight;
  }
  if (relevant == 0) return;
  if (found.size() <= relevant) figures.r_precision = count / of;
  figures.average_precision = precisions / of;
  const AtCutoffs hits =
      sums(found.size(), [&](std::size_t place) { return found[place].is_relevant ? 1.0 : 0.0; });
  figures.recall = quotients(hits, of);
  for (std::size_t k = 0; k < hits.size(); ++k) {
    figures.success[k] = hits[k] > 0 ? 1 : 0;
    figures.precision[k] = hits[k] / kDocumentCutoffs[k];
  }
}

double bpref_of(const Documents& found, const Ranking& all, std::size_t relevant) {
  if (relevant == 0) return 0;
  const auto others = static_cast<std::size_t>(std::ranges::count_if(all.found, is_judged_not_relevant) +
                                               std::ranges::count_if(all.missed, is_judged_not_relevant));
  double sum = 0;
  std::size_t above = 0;
  for (const auto& each : found) {
    above += is_judged_not_relevant(each);
    if (!each.is_relevant) continue;
    sum += above == 0 ? 1
                      : 1 - static_cast<double>(std::min(above, relevant)) /
                                static_cast<double>(std::min(others, relevant));
  }
  return sum / static_cast<double>(relevant);
}

double inferred_ap_of(const Documents& found, std::size_t relevant) {
  if (relevant == 0) return 0;
  constexpr double kEpsilon = 0.00001;
  double sum = 0, right = 0, wrong = 0, in_pool = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (!found[i].grade) continue;
    if (*found[i].grade < 0) {
      ++in_pool;
    } else if (!found[i].is_relevant) {
      ++wrong;
    } else {
      const auto above = static_cast<double>(i);
      sum += i == 0 ? 1
                    : 1 / (above + 1) + above / (above + 1) * ((right + wrong + in_pool) / above) *
                                            ((right + kEpsilon) / (right + wrong + 2 * kEpsilon));
      ++right;
    }
  }
  return sum / static_cast<double>(relevant);
}

// The same documents, those of each tie in descending order of a key, or in ascending order.
template <typename Key>
Documents reordered(Documents found, Key key, bool descending) {
  for (auto first = found.begin(); first != found.end();) {
    const auto next = std::find_if(first + 1, found.end(), [](const auto& each) { return !each.ties; });
    std::stable_sort(first, next, [&](const auto& a, const auto& b) {
      return descending ? key(a) > key(b) : key(a) < key(b);
    });
    first = next;
  }
  return found;
}

DocumentFigures bound(const Ranking& ranking, bool highest) {
  const auto by = [&](auto key) { return reordered(ranking.found, key, highest); };
  const std::size_t relevant = count_relevant(ranking);
  DocumentFigures figures;
  const Documents by_relevance = by([](const auto& each) { return each.is_relevant; });
  put_binary_figures(figures, by_relevance, relevant);
  // Of the others, only those that are judged count against a document that follows.
  figures.bpref = bpref_of(by_relevance, ranking, relevant);
  const Documents by_gain = by(gain_of);
  figures.ndcg = ndcg_of(by_gain, ranking);
  figures.err = err_of(by_gain);
  figures.judged = judged_of(by([](const auto& each) { return each.grade.has_value(); }));
  figures.inferred_ap = inferred_ap_of(ranking.found, relevant);
  return figures;
}

}  // namespace

std::optional<Ranking> ranking_of(const Case& query, const std::vector<Hit>& hits) {
  const RetrievalExpectation& expected = *query.retrieval;
  if (query.expect == Expectation::refusal ||
      (expected.expected_doc_ids.empty() && expected.judgements.empty()))
    return std::nullopt;
  struct Judged {
    RankedDocument document;
    bool is_found = false;
  };
  std::unordered_map<std::string_view, Judged> judged;
  judged.reserve(expected.judgements.size() + expected.expected_doc_ids.size());
  const bool by_grade = expected.expected_doc_ids.empty();
  for (const auto& [document, grade] : expected.judgements)
    judged.emplace(document, Judged{{grade, by_grade && grade >= expected.relevant}});
  for (const auto& document : expected.expected_doc_ids)
    judged.try_emplace(document, Judged{{1}}).first->second.document.is_relevant = true;
  Ranking ranking;
  std::set<std::string_view> unjudged;
  const Hit* before = nullptr;
  for (const Hit& hit : hits) {
    const auto known = judged.find(hit.doc_id);
    const bool is_again = known == judged.end() ? !unjudged.insert(hit.doc_id).second
                                                : std::exchange(known->second.is_found, true);
    if (hit.doc_id.empty() || is_again) continue;
    RankedDocument one = known == judged.end() ? RankedDocument{} : known->second.document;
    one.ties = before && before->score && hit.score &&
               static_cast<float>(*before->score) == static_cast<float>(*hit.score);
    ranking.found.push_back(one);
    before = &hit;
  }
  for (const auto& [document, each] : judged)
    if (!each.is_found) ranking.missed.push_back(each.document);
  std::ranges::sort(ranking.missed, {},
                    [](const auto& each) { return std::pair(each.grade, each.is_relevant); });
  return ranking;
}

std::string to_text(const Ranking& ranking) {
  std::string text;
  write(text, ranking.found);
  text += text.empty() ? "/" : " /";
  write(text, ranking.missed);
  return text;
}

Ranking ranking_from(std::string_view text) {
  Ranking ranking;
  Documents* to = &ranking.found;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word == "/")
      to = &ranking.missed;
    else if (!word.empty())
      read(word, *to);
  }
  return ranking;
}

DocumentFigures document_figures(const Ranking& ranking) {
  const std::size_t relevant = count_relevant(ranking);
  DocumentFigures figures;
  put_binary_figures(figures, ranking.found, relevant);
  figures.bpref = bpref_of(ranking.found, ranking, relevant);
  figures.inferred_ap = inferred_ap_of(ranking.found, relevant);
  figures.ndcg = ndcg_of(ranking.found, ranking);
  figures.err = err_of(ranking.found);
  figures.judged = judged_of(ranking.found);
  return figures;
}

DocumentBounds bounds_under_ties(const Ranking& ranking) {
  return {bound(ranking, false), bound(ranking, true)};
}

}  // namespace assay
