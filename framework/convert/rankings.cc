// SPDX-License-Identifier: Apache-2.0
// Runs of retrieval tools: which documents were found for each query, best first.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "answer_list.h"
#include "assay/internal/json.h"
#include "assay/internal/text.h"
#include "lines.h"
#include "node.h"

namespace assay::convert {
namespace {

struct Hit {
  std::string_view document;
  double score = 0;
  int line = 0;
};

// The rankings of a file, by run and query.
class Rankings {
 public:
  Rankings(const Text& text, AnswerList& answers) : text_(text), answers_(answers) {}

  void add(std::string_view run, std::string_view query, Hit hit) {
    if (!last_ || last_->first.first != run || last_->first.second != query)
      last_ = &*rankings_.try_emplace({std::string(run), std::string(query)}).first;
    last_->second.push_back(hit);
  }

  // Ordered by score; or, without scores, by rank: then the score is the negative rank.
  enum class By { score, rank };
  void take(By by) {
    for (auto& [place, hits] : rankings_) {
      const std::string &run = place.first, &query = place.second;
      ForeignAnswer one{.place = {hits.front().line}, .id = query};
      one.run = run;
      one.is_retrieval = true;
      expect_each_once(hits, query);
      if (answers_.ranked().ignore_identical_ids)
        std::erase_if(hits, [&](const Hit& hit) { return hit.document == query; });
      std::ranges::sort(hits, is_before);
      near_ties_ += by == By::score && ties_nearly(hits);
      for (const Hit& hit : hits)
        one.documents.push_back({std::string(hit.document), by == By::score
                                                                ? std::optional(static_cast<float>(hit.score))
                                                                : std::nullopt});
      answers_.take(std::move(one));
    }
    if (near_ties_ > 0)
      answers_.note(
          fmt::format("{} with different scores that are equal in 32 bits, as trec_eval reads them: these "
                      "documents are ordered by name",
                      counted(near_ties_, "query has documents", "queries have documents")));
  }

 private:
  // trec_eval's order.
  static bool is_before(const Hit& a, const Hit& b) {
    const auto of_a = static_cast<float>(a.score), of_b = static_cast<float>(b.score);
    return of_a != of_b ? of_a > of_b : a.document > b.document;
  }

  static bool ties_nearly(const std::vector<Hit>& hits) {
    return std::ranges::adjacent_find(hits, [](const Hit& a, const Hit& b) {
             return a.score != b.score && static_cast<float>(a.score) == static_cast<float>(b.score);
           }) != hits.end();
  }

  // A document at two ranks would be found twice.
  void expect_each_once(std::vector<Hit>& hits, const std::string& query) {
    std::ranges::sort(hits, [](const Hit& a, const Hit& b) {
      return a.document != b.document ? a.document < b.document : a.line < b.line;
    });
    const auto first = std::ranges::adjacent_find(hits, {}, &Hit::document);
    if (first == hits.end()) return;
    throw Error({text_.file, std::next(first)->line},
                fmt::format("lists \"{}\" for query {} again; it is listed in line {}",
                            one_line(first->document), one_line(query), first->line),
                "keep one of the two");
  }

  using Ranking = std::pair<const std::pair<std::string, std::string>, std::vector<Hit>>;
  const Text& text_;
  AnswerList& answers_;
  std::map<std::pair<std::string, std::string>, std::vector<Hit>> rankings_;
  Ranking* last_ = nullptr;
  std::size_t near_ties_ = 0;
};

// A score of 32 bits, as trec_eval reads it: a larger number would be infinite, and tie with every other one.
std::optional<double> score_from(std::string_view word) {
  if (word.starts_with('+') && !word.substr(1).starts_with('-')) word.remove_prefix(1);
  const auto score = number_from<double>(word);
  return score && std::isfinite(static_cast<float>(*score)) ? score : std::nullopt;
}

[[noreturn]] void refuse_line(const Text& text, int line, std::string what, std::string next) {
  throw Error({text.file, line}, std::move(what), std::move(next));
}

// What a line of another number of fields may be.
std::string next_step_for(const std::vector<std::string_view>& words) {
  if (words.size() == 4 && number_from<int>(words[3]))
    return "a line with four fields is a judgement: name the run";
  if (words.size() == 3)
    return "a run with three fields is one of MS MARCO or BEIR: --from msmarco, --from beir";
  return "a line is: query Q0 document rank score tag";
}

double score_of_field(const Text& text, int line, std::string_view word) {
  const auto score = score_from(word);
  if (!score)
    refuse_line(text, line, fmt::format("\"{}\" is not a score", one_line(word)),
                "scores are numbers that fit into 32 bits");
  return *score;
}

bool is_number(const Node& node) { return node.is_scalar() && node.number().has_value(); }

// {query: {document: score}}, also below names of a task's parts.
const Node& results_in(const Node& node, const Text& text) {
  const Node* found = nullptr;
  for (const auto& [key, value] : node.members) {
    const bool has_scores =
        value.is_map() && (value.members.empty() || is_number(value.members.front().second));
    if (has_scores && key != "mteb_model_meta") return node;
    const bool has_parts = value.is_map() && key != "mteb_model_meta";
    if (!has_parts) continue;
    if (found)
      refuse_line(text, value.line, fmt::format("has the results of another part, \"{}\"", one_line(key)),
                  "write each part into a file of its own");
    found = &value;
  }
  if (!found) refuse_line(text, node.line, "holds no rankings", "they are {query: {document: score}}");
  return results_in(*found, text);
}

void take_json(const Text& text, AnswerList& answers) {
  const Node root = node_from(parse_json(text.bytes, text.file));
  if (!root.is_map()) refuse_line(text, root.line, "is no object", "rankings are {query: {document: score}}");
  Rankings rankings(text, answers);
  for (const auto& [query, documents] : results_in(root, text).members) {
    if (!documents.is_map())
      refuse_line(text, documents.line, fmt::format("the ranking of query {} is no object", one_line(query)),
                  "rankings are {query: {document: score}}");
    if (documents.members.empty()) {
      ForeignAnswer nothing{.place = {documents.line}, .id = query};
      nothing.is_retrieval = true;
      answers.take(std::move(nothing));
    }
    for (const auto& [document, score] : documents.members)
      rankings.add("", query, {document, score_of_field(text, score.line, score.text), score.line});
  }
  rankings.take(Rankings::By::score);
}

}  // namespace

void read_trec_answers(const Text& text, const Mapping&, AnswerList& answers) {
  Rankings rankings(text, answers);
  each_line(text.bytes, [&](std::string_view line, int number) {
    const auto words = words_of_line(line);
    if (words.empty()) return;
    if (words.size() < 6)
      refuse_line(text, number, fmt::format("has {}, not 6", counted(words.size(), "field")),
                  next_step_for(words));
    rankings.add(words[5], words[0], {words[2], score_of_field(text, number, words[4]), number});
  });
  rankings.take(Rankings::By::score);
}

void read_beir_answers(const Text& text, const Mapping&, AnswerList& answers) {
  if (trimmed(text.bytes).starts_with('{')) return take_json(text, answers);
  std::vector<std::array<std::string, 2>> ids;  // hits refer to them
  Rankings rankings(text, answers);
  ids.reserve(static_cast<std::size_t>(std::ranges::count(text.bytes, '\n')) + 1);
  each_line(text.bytes, [&](std::string_view line, int number) {
    if (trimmed(line).empty()) return;
    const auto fields = fields_between_tabs(line, {text.file, number});
    if (number == 1 && fields[0] == "query-id") return;
    if (fields.size() != 3)
      refuse_line(text, number, fmt::format("has {}, not 3", counted(fields.size(), "field")),
                  words_of_line(line).size() >= 6 ? "it looks like a run of TREC: --from trec"
                                                  : "a line is: query, tab, document, tab, score");
    const auto& [query, document] = ids.emplace_back(std::array{fields[0], fields[1]});
    rankings.add("", query, {document, score_of_field(text, number, fields[2]), number});
  });
  rankings.take(Rankings::By::score);
}

void read_msmarco_answers(const Text& text, const Mapping&, AnswerList& answers) {
  Rankings rankings(text, answers);
  std::map<std::pair<std::string_view, int>, int> lines;  // by query and rank
  each_line(text.bytes, [&](std::string_view line, int number) {
    const auto words = words_of_line(line);
    if (words.empty()) return;
    if (words.size() != 3)
      refuse_line(
          text, number, fmt::format("has {}, not 3", counted(words.size(), "field")),
          words.size() >= 6 ? "it looks like a run of TREC: --from trec" : "a line is: query document rank");
    const auto rank = number_from<int>(words[2]);
    if (!rank || *rank < 1)
      refuse_line(text, number, fmt::format("\"{}\" is not a rank", one_line(words[2])),
                  "ranks are whole numbers from 1; a file with scores is one of BEIR: --from beir");
    const auto [first, is_new] = lines.try_emplace({words[0], *rank}, number);
    if (!is_new)
      refuse_line(text, number,
                  fmt::format("has rank {} of query {} again; line {} has it", *rank, one_line(words[0]),
                              first->second),
                  "give each document of a query its own rank");
    rankings.add("", words[0], {words[1], -static_cast<double>(*rank), number});
  });
  rankings.take(Rankings::By::rank);
}

}  // namespace assay::convert
