// SPDX-License-Identifier: Apache-2.0
// Answers in runs of TREC: the documents found for each query.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "answer_list.h"
#include "assay/internal/text.h"
#include "lines.h"

namespace assay::convert {
namespace {

struct Hit {
  std::string document;
  double score = 0;
  int line = 0;
};

// A document at two ranks would be found twice.
void expect_each_once(std::vector<Hit>& hits, const std::string& query, const std::string& file) {
  std::ranges::sort(hits, [](const Hit& a, const Hit& b) {
    return a.document != b.document ? a.document < b.document : a.line < b.line;
  });
  const auto first = std::ranges::adjacent_find(hits, {}, &Hit::document);
  if (first == hits.end()) return;
  throw Error(Problem{.where = {file, std::next(first)->line},
                      .what = fmt::format("lists \"{}\" for query {} again; it is listed in line {}",
                                          one_line(first->document), one_line(query), first->line),
                      .next = "keep one of the two"});
}

}  // namespace

void read_trec_answers(const Text& text, const Mapping&, AnswerList& answers) {
  std::map<std::pair<std::string, std::string>, std::vector<Hit>> runs;  // by tag and query
  each_line(text.bytes, [&](std::string_view line, int number) {
    const auto words = words_of_line(line);
    if (words.empty()) return;
    const auto refuse = [&](std::string what) {
      throw Error(Problem{.where = {text.file, number},
                          .what = std::move(what),
                          .next = "a line is: query Q0 document rank score tag"});
    };
    if (words.size() != 6) refuse(fmt::format("has {}, not 6", counted(words.size(), "field")));
    const auto score = number_from<double>(words[4]);
    if (!score) refuse(fmt::format("\"{}\" is not a score", one_line(words[4])));
    runs[{std::string(words[5]), std::string(words[0])}].push_back({std::string(words[2]), *score, number});
  });
  for (auto& [place, hits] : runs) {
    ForeignAnswer one{.place = {hits.front().line}, .id = place.second};
    one.run = place.first;
    one.is_retrieval = true;
    expect_each_once(hits, one.id, text.file);
    std::ranges::sort(hits, [](const Hit& a, const Hit& b) {
      return a.score != b.score ? a.score > b.score : a.document > b.document;
    });
    for (Hit& hit : hits) one.documents.push_back(std::move(hit.document));
    answers.take(std::move(one));
  }
}

}  // namespace assay::convert
