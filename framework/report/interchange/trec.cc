// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>

#include "assay/internal/figures.h"
#include "assay/internal/interchange.h"
#include "assay/internal/retrieval_accumulator.h"
#include "assay/internal/text.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

// A field of a line separated by blanks. No other character is special.
std::string member(std::string_view text) {
  const auto safe =
      percent_encoded(text, [](char each) { return static_cast<unsigned char>(each) > ' ' && each != 0x7f; });
  return safe.empty() ? "-" : safe;
}

// With a single dataset, the id alone identifies the query.
std::string beir_id(const RunInfo& info, const Case& test) {
  return info.datasets.size() == 1 ? test.id : test.dataset + "." + test.id;
}
std::string query_id(const RunInfo& info, const Case& test) { return member(beir_id(info, test)); }

std::string unchanged(std::string_view text) { return std::string(text); }

std::string json_line(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

// RFC 4180, between tabs.
std::string table_field(const std::string& text) {
  if (text.find_first_of("\"\t\r\n") == text.npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

using Ranked = std::pair<std::string, float>;  // a document, as it is written, and its score

// The documents of the hits, each once, with scores by which trec_eval orders them as the tool did: the
// tool's own, as numbers of 32 bits, if they do; otherwise the negative ranks.
std::vector<Ranked> ranked(const std::vector<Hit>& hits, std::string (*written)(std::string_view)) {
  std::set<std::string_view> seen;
  std::vector<Ranked> documents;
  bool is_ordered = true;
  for (const Hit& hit : hits) {
    const std::string& document = hit.doc_id.empty() ? hit.chunk_id : hit.doc_id;
    if (document.empty() || !seen.insert(document).second) continue;
    documents.emplace_back(written(document), static_cast<float>(hit.score.value_or(0)));
    is_ordered = is_ordered && hit.score;
    if (documents.size() == 1) continue;
    const auto& [name, score] = documents.back();
    const auto& [name_before, score_before] = documents[documents.size() - 2];
    is_ordered = is_ordered && (score != score_before ? score < score_before : name < name_before);
  }
  if (!is_ordered)
    for (std::size_t i = 0; i < documents.size(); ++i) documents[i].second = -static_cast<float>(i + 1);
  return documents;
}

void write_hits(std::ostream& out, const std::string& query, const std::vector<Hit>& hits,
                const std::string& tag) {
  int rank = 0;
  for (const auto& [document, score] : ranked(hits, member))
    out << fmt::format("{} Q0 {} {} {} {}\n", query, document, ++rank, score, tag);
}

// Calls use(document, grade) for each judged document; an expected one without a judgement has grade 1. A
// query to be refused has none, since trec_eval would count it as 0.
template <typename Use>
void each_judgement(const Case& test, Use use) {
  if (test.expect == Expectation::refusal) return;
  const RetrievalExpectation& expected = *test.retrieval;
  std::set<std::string_view> judged;
  for (const Judgement& each : expected.judgements) judged.insert(each.doc_id), use(each.doc_id, each.grade);
  for (const std::string& each : std::set(expected.expected_doc_ids.begin(), expected.expected_doc_ids.end()))
    if (!judged.contains(each)) use(each, 1);
}

// Visits the last attempt of each query that was asked.
template <typename Use>
void each_query(const RunRows& rows, Use use) {
  bool is_any = false;
  for (CaseRows cases(rows.open()); cases.next();) {
    const Result& result = cases.last();
    if (!result.asked.retrieval) continue;
    is_any = true;
    if (was_asked(figures_of(result))) use(query_id(rows.info, result.asked), result);
  }
  if (!is_any)
    throw Error({}, "run " + rows.info.run_id + " has no query: it asked for commands",
                "TREC's files are of runs of golden queries");
}

}  // namespace

void write_trec_run(std::ostream& out, const RunRows& rows) {
  const std::string tag = member(rows.info.tool);
  each_query(rows, [&](const std::string& query, const Result& result) {
    if (result.answer.retrieval) write_hits(out, query, result.answer.retrieval->hits, tag);
  });
}

void write_trec_qrels(std::ostream& out, const RunRows& rows) {
  each_query(rows, [&](const std::string& query, const Result& result) {
    each_judgement(result.asked, [&](const std::string& document, int grade) {
      out << fmt::format("{} 0 {} {}\n", query, member(document), grade);
    });
  });
}

void write_trec_topics(std::ostream& out, const RunRows& rows) {
  each_query(rows, [&](const std::string& query, const Result& result) {
    out << query << '\t' << one_line(result.asked.prompt) << '\n';
  });
}

void write_beir_run(std::ostream& out, const RunRows& rows) {
  std::string before = "{\n";
  each_query(rows, [&](const std::string&, const Result& result) {
    Json found = Json::object();
    if (result.answer.retrieval)
      for (const auto& [document, score] : ranked(result.answer.retrieval->hits, unchanged))
        found[document] = score;
    out << before << json_line(beir_id(rows.info, result.asked)) << ": " << json_line(found);
    before = ",\n";
  });
  out << "\n}\n";
}

void write_beir_qrels(std::ostream& out, const RunRows& rows) {
  out << "query-id\tcorpus-id\tscore\n";
  each_query(rows, [&](const std::string&, const Result& result) {
    each_judgement(result.asked, [&](const std::string& document, int grade) {
      out << fmt::format("{}\t{}\t{}\n", table_field(beir_id(rows.info, result.asked)), table_field(document),
                         grade);
    });
  });
}

void write_beir_queries(std::ostream& out, const RunRows& rows) {
  each_query(rows, [&](const std::string&, const Result& result) {
    out << json_line(Json{{"_id", beir_id(rows.info, result.asked)}, {"text", result.asked.prompt}}) << '\n';
  });
}

std::optional<int> relevance_level(const RunRows& rows) {
  int most = 0;  // of a document that is not relevant
  int least = std::numeric_limits<int>::max();
  each_query(rows, [&](const std::string&, const Result& result) {
    const RetrievalExpectation& expected = *result.asked.retrieval;
    const std::set<std::string_view> wanted(expected.expected_doc_ids.begin(),
                                            expected.expected_doc_ids.end());
    each_judgement(result.asked, [&](const std::string& document, int grade) {
      const bool is_relevant = wanted.empty() ? grade >= expected.relevant : wanted.contains(document);
      if (is_relevant)
        least = std::min(least, grade);
      else
        most = std::max(most, grade);
    });
  });
  return most < least ? std::optional(most + 1) : std::nullopt;
}

}  // namespace assay
