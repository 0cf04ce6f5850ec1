// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/figures.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

#include "assay/internal/grade_case.h"
#include "assay/internal/ranking.h"

namespace assay {
namespace {

// Whether JSON writes the text unchanged.
bool is_plain(const std::string& text) {
  return std::ranges::all_of(text, [](char c) { return c >= 0x20 && c < 0x7f && c != '"' && c != '\\'; });
}

SafetyFacts safety_facts_of(const Result& result) {
  const auto danger = danger_of(result);
  return {is_dangerous(result.asked), declines(result.asked, result.answer),
          danger ? std::optional(danger->level) : std::nullopt};
}

// One query: its hits against the expected ones.

using Ids = std::set<std::string_view>;

struct Found {
  std::optional<int> first;
  std::array<int, 4> among{};
};

// Finds the expected ids in `ranked`; "" is not an id.
Found find_ranks(const std::vector<std::string_view>& ranked, Ids missing) {
  Found found;
  int rank = 0;
  for (const auto id : ranked) {
    ++rank;
    if (id.empty() || missing.erase(id) == 0) continue;
    if (!found.first) found.first = rank;
    for (std::size_t i = 0; i < kCutoffs.size(); ++i) found.among[i] += rank <= kCutoffs[i];
  }
  return found;
}

std::array<double, 4> first_four(const DocumentFigures::AtCutoffs& values) {
  std::array<double, 4> four{};
  std::copy_n(values.begin(), four.size(), four.begin());
  return four;
}

void grade_documents(RetrievalFigures& figures, const Ranking& ranking) {
  const DocumentFigures documents = document_figures(ranking);
  const auto relevant = [](const std::vector<RankedDocument>& some) {
    return static_cast<int>(std::ranges::count_if(some, &RankedDocument::is_relevant));
  };
  figures.docs_expected = relevant(ranking.found) + relevant(ranking.missed);
  for (std::size_t k = 0; k < kCutoffs.size(); ++k)
    figures.docs_found[k] = static_cast<int>(std::lround(documents.precision[k] * kCutoffs[k]));
  figures.ndcg = first_four(documents.ndcg);
  figures.average_precision = documents.average_precision;
  if (documents.judged) figures.judged = first_four(*documents.judged);
  figures.ranking = to_text(ranking);
}

void rank_hits(RetrievalFigures& figures, const Case& query, const RetrievalExpectation& expected,
               const std::vector<Hit>& hits) {
  std::vector<std::string_view> chunks;
  std::vector<std::string_view> documents;
  for (const auto& hit : hits) {
    chunks.push_back(hit.chunk_id);
    documents.push_back(hit.doc_id);
  }
  const Ids wanted_chunks(expected.expected_chunk_ids.begin(), expected.expected_chunk_ids.end());
  const Ids wanted_documents(expected.expected_doc_ids.begin(), expected.expected_doc_ids.end());
  const Found by_chunk = find_ranks(chunks, wanted_chunks);
  const Found by_document = find_ranks(documents, wanted_documents);
  figures.hits = static_cast<int>(hits.size());
  figures.chunks_expected = static_cast<int>(wanted_chunks.size());
  figures.chunk_rank = by_chunk.first;
  figures.chunks_found = by_chunk.among;
  figures.docs_expected = static_cast<int>(wanted_documents.size());
  figures.doc_rank = by_document.first;
  if (!query.retrieval) return;
  if (const auto ranking = ranking_of(query, hits)) grade_documents(figures, *ranking);
}

bool contains_all(const RetrievalExpectation& expected, const std::string& text) {
  const auto in_text = [&](const std::string& part) { return text.find(part) != std::string::npos; };
  return std::all_of(expected.must_contain.begin(), expected.must_contain.end(), in_text) &&
         std::none_of(expected.forbidden.begin(), expected.forbidden.end(), in_text);
}

bool all_exist(const std::vector<Citation>& citations) {
  return !citations.empty() && std::all_of(citations.begin(), citations.end(), [](const Citation& each) {
    return each.exists.value_or(!each.doc_id.empty() || !each.chunk_id.empty());
  });
}

void read_text(RetrievalFigures& figures, const RetrievalExpectation& expected,
               const RetrievalAnswer& answer) {
  if (answer.text || answer.grounded) figures.refused = answer.grounded.has_value() && !*answer.grounded;
  if (answer.grounded.value_or(false)) figures.cited = all_exist(answer.citations);
  const bool checked = !expected.must_contain.empty() || !expected.forbidden.empty();
  if (checked && answer.text) figures.contains = contains_all(expected, *answer.text);
}

bool has_answered(Ending ending) {
  return ending == Ending::answered || ending == Ending::refused || ending == Ending::empty;
}

}  // namespace

std::string tags_text(std::span<const std::string> tags) {
  using Json = nlohmann::json;
  if (tags.empty()) return "[]";
  if (std::ranges::all_of(tags, is_plain)) {
    std::string text;
    for (const auto& tag : tags) ((text += text.empty() ? "[\"" : ",\"") += tag) += '"';
    return text + ']';
  }
  return Json(std::vector<std::string>(tags.begin(), tags.end()))
      .dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::vector<std::string> tags_from(std::string_view text) {
  if (text.empty() || text == "[]") return {};
  const auto json = nlohmann::json::parse(text, nullptr, false);
  std::vector<std::string> tags;
  if (!json.is_array()) return tags;
  for (const auto& tag : json)
    if (tag.is_string()) tags.push_back(tag.get<std::string>());
  return tags;
}

void swap(Figures& a, Figures& b) noexcept {
  a.name.swap(b.name);
  std::apply([&](const auto&... column) { (std::swap(a.*column.at, b.*column.at), ...); }, kColumns<Figures>);
}

std::optional<double> score_of(const Result& result) {
  const double score = result.grade.score;
  return result.grade.status != Status::unmeasured && std::isfinite(score) ? std::optional(score)
                                                                           : std::nullopt;
}

std::optional<std::chrono::nanoseconds> latency_of(const Answer& answer) {
  return is_measured(answer.ending) && answer.latency > std::chrono::nanoseconds::zero()
             ? std::optional(answer.latency)
             : std::nullopt;
}

Figures figures_of(const Result& result) {
  Figures figures;
  figures.dataset = result.asked.dataset;
  figures.id = result.asked.id;
  figures.name = result.asked.name;
  figures.attempt = result.attempt;
  figures.status = result.grade.status;
  figures.score = score_of(result);
  figures.method = result.grade.method;
  figures.ending = to_string(result.answer.ending);
  figures.category = result.asked.category;
  figures.risk_level = to_string(result.asked.risk_level);
  figures.tags = tags_text(result.asked.tags);
  figures.posix_compliant = result.asked.posix_compliant;
  figures.latency = latency_of(result.answer);
  figures.tokens = result.answer.tokens;
  figures.cost = result.answer.cost;
  figures.partial = result.grade.partial;
  if (!result.asked.world.starts_with(kReadyWorlds)) figures.cluster = result.asked.world;
  if (result.asked.retrieval) {
    figures.retrieval = retrieval_figures_of(result.asked, result.answer);
    figures.risk_level.clear();
    if (figures.cluster.empty()) figures.cluster = result.asked.retrieval->group;
  } else {
    figures.safety = safety_facts_of(result);
  }
  return figures;
}

bool was_asked(const Figures& figures) {
  if (figures.status != Status::unmeasured) return true;
  const auto ending = ending_from(figures.ending);
  return ending && is_measured(*ending);
}

FigureSource figures_of(const Run& run) {
  const auto all = std::make_shared<std::vector<Figures>>();
  all->reserve(run.results.size());
  for (const Result& result : run.results) all->push_back(figures_of(result));
  std::stable_sort(all->begin(), all->end(), [](const Figures& a, const Figures& b) {
    return std::tie(a.dataset, a.id, a.attempt) < std::tie(b.dataset, b.id, b.attempt);
  });
  return [all, next = std::size_t{0}](Figures& out) mutable {
    if (next == all->size()) return false;
    out = (*all)[next++];
    return true;
  };
}

RetrievalFigures retrieval_figures_of(const Case& test, const Answer& answer) {
  static const RetrievalAnswer nothing;
  const RetrievalExpectation expected = test.retrieval ? *test.retrieval : RetrievalExpectation{};
  RetrievalFigures figures;
  figures.difficulty = expected.difficulty;
  figures.group = expected.group;
  figures.should_refuse = test.expect == Expectation::refusal;
  const bool answered = has_answered(answer.ending);
  figures.failed = is_measured(answer.ending) && !answered;
  const RetrievalAnswer& said = answer.retrieval && answered ? *answer.retrieval : nothing;
  rank_hits(figures, test, expected, said.hits);
  read_text(figures, expected, said);
  if (answer.ending == Ending::refused) figures.refused = true;
  return figures;
}

}  // namespace assay
