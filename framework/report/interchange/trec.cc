// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <ostream>
#include <set>

#include "assay/internal/figures.h"
#include "assay/internal/interchange.h"
#include "assay/internal/retrieval_accumulator.h"
#include "assay/internal/text.h"

namespace assay {
namespace {

// A field of a line separated by blanks. No other character is special.
std::string member(std::string_view text) {
  const auto safe =
      percent_encoded(text, [](char each) { return static_cast<unsigned char>(each) > ' ' && each != 0x7f; });
  return safe.empty() ? "-" : safe;
}

// With a single dataset, the id alone identifies the query.
std::string query_id(const RunInfo& info, const Case& test) {
  return member(info.datasets.size() == 1 ? test.id : test.dataset + "." + test.id);
}

void write_hits(std::ostream& out, const std::string& query, const std::vector<Hit>& hits,
                const std::string& tag) {
  std::set<std::string_view> seen;
  for (const Hit& hit : hits) {
    const std::string& document = hit.doc_id.empty() ? hit.chunk_id : hit.doc_id;
    if (document.empty() || !seen.insert(document).second) continue;
    const auto rank = static_cast<int>(seen.size());
    out << fmt::format("{} Q0 {} {} {} {}\n", query, member(document), rank, -rank, tag);
  }
}

void write_judgements(std::ostream& out, const std::string& query, const RetrievalExpectation& expected) {
  for (const Judgement& each : expected.judgements)
    out << fmt::format("{} 0 {} {}\n", query, member(each.doc_id), each.grade);
  if (!expected.judgements.empty()) return;
  for (const std::string& each : std::set(expected.expected_doc_ids.begin(), expected.expected_doc_ids.end()))
    out << fmt::format("{} 0 {} 1\n", query, member(each));
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
    write_judgements(out, query, *result.asked.retrieval);
  });
}

}  // namespace assay
