// SPDX-License-Identifier: Apache-2.0
// Answers in rows: objects whose members the user names, and TREC runs.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

#include "answer_list.h"
#include "assay/internal/text.h"
#include "sources.h"

namespace assay::convert {
namespace {

// A word that other programs write for true, false or nothing, and that is no reason for a refusal.
bool is_verdict(std::string_view text) {
  static constexpr std::string_view kVerdicts[] = {"true", "false", "yes",  "no",   "on", "off",
                                                   "1",    "0",     "none", "null", "y",  "n"};
  std::string word(trimmed(text));
  std::ranges::transform(word, word.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return std::ranges::find(kVerdicts, word) != std::end(kVerdicts);
}

// Takes true, false, or a reason; a blank one is none. Why the row is invalid; empty: it is valid.
std::string take_refusal(const Node& value, ForeignAnswer& one) {
  if (const auto is_refused = value.boolean()) {
    if (*is_refused) one.refused = "refused";
    return "";
  }
  const bool is_text = value.kind == Node::Kind::text;
  if (!is_text || is_verdict(value.text))
    return fmt::format("its refused is {}\"{}\", not true, false or a reason", is_text ? "the text " : "",
                       one_line(value.text));
  if (!trimmed(value.text).empty()) one.refused = value.text;
  return "";
}

// Why the row is invalid; empty: it is valid.
std::string take_part(const std::string& part, const Node& value, ForeignAnswer& one) {
  if (!value.is_scalar() || (part == "answer" && value.kind != Node::Kind::text))
    return fmt::format("its {} is {}, not text", part, kind_of(value));
  if (part == "id") one.id = value.text;
  if (part == "prompt") one.prompt = value.text;
  if (part == "answer") one.answer = value.text;
  if (part == "run") one.run = value.text;
  if (part == "refused") return take_refusal(value, one);
  if (part == "label") {
    one.label = value.boolean();
    if (!one.label) return "its label is neither true nor false";
  }
  if (part == "latency_ms") {
    one.latency_ms = value.number();
    if (!one.latency_ms || *one.latency_ms < 0 || *one.latency_ms >= 1e12)
      return "its latency_ms is not a number of milliseconds";
  }
  if (part == "attempt") {
    const auto number = value.number();
    if (!number || *number < 1 || *number > kMostAttempts || *number != std::floor(*number))
      return fmt::format("its attempt is not a number from 1 to {}", kMostAttempts);
    one.attempt = static_cast<int>(*number);
  }
  return "";
}

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

void read_answer_rows(const Text& text, const Mapping& mapping, AnswerList& answers) {
  Mapping whole = mapping;
  for (const char* part : {"id", "prompt", "answer", "run", "attempt", "latency_ms", "refused", "label"})
    if (std::ranges::none_of(mapping.pairs, [&](const auto& pair) { return pair.part == part; }))
      whole.pairs.push_back({part, part});
  each_json_line(text, [&](const Node& row) {
    ForeignAnswer one{.line = row.line, .id = ""};
    for (const auto& [part, column] : whole.pairs) {
      const Node* value = row.at(column);
      if (!value || value->is_nothing()) continue;
      if (const std::string fault = take_part(part, *value, one); !fault.empty())
        return answers.leave_out(row.line, fault);
    }
    if (!one.answer && one.refused.empty()) return answers.leave_out(row.line, "has no answer");
    answers.take(std::move(one));
  });
}

void read_trec_answers(const Text& text, AnswerList& answers) {
  std::map<std::pair<std::string, std::string>, std::vector<Hit>> runs;  // by tag and query
  int number = 0;
  const auto refuse = [&](std::string what) {
    throw Error(Problem{.where = {text.file, number},
                        .what = std::move(what),
                        .next = "a line is: query Q0 document rank score tag"});
  };
  for (std::string_view rest = text.bytes; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::vector<std::string> words;
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    ++number;
    for (line = trimmed(line); !line.empty(); line = trimmed(line)) {
      const std::size_t size = std::min(line.find_first_of(" \t"), line.size());
      words.emplace_back(line.substr(0, size));
      line.remove_prefix(size);
    }
    if (words.empty()) continue;
    if (words.size() != 6)
      refuse(fmt::format("has {} field{}, not 6", words.size(), words.size() == 1 ? "" : "s"));
    double score = 0;
    const auto read = std::from_chars(words[4].data(), words[4].data() + words[4].size(), score);
    if (read.ec != std::errc() || read.ptr != words[4].data() + words[4].size() || !std::isfinite(score))
      refuse(fmt::format("\"{}\" is not a score", one_line(words[4])));
    runs[{words[5], words[0]}].push_back({words[2], score, number});
  }
  for (auto& [place, hits] : runs) {
    ForeignAnswer one{.line = hits.front().line, .id = place.second};
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
