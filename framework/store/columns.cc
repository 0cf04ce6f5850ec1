#include "columns.h"

#include <cmath>

namespace assay {
namespace {

std::optional<int> pass_of(Status status) {
  switch (status) {
    case Status::pass:
      return 1;
    case Status::miss:
      return 0;
    case Status::unmeasured:
      return std::nullopt;
  }
  return std::nullopt;
}

std::optional<double> milliseconds(const std::optional<std::chrono::nanoseconds>& latency) {
  return latency ? std::optional(static_cast<double>(latency->count()) / 1e6) : std::nullopt;
}

// One column a cut-off; the next parameter.
int bind_at_k(Query& query, int at, const std::optional<std::array<double, 4>>& values) {
  for (std::size_t k = 0; k < kCutoffs.size(); ++k)
    query.real(at++, values ? std::optional((*values)[k]) : std::nullopt);
  return at;
}

std::optional<std::array<double, 4>> read_at_k(const Query& query, int at) {
  if (query.is_null(at)) return std::nullopt;
  std::array<double, 4> values{};
  for (double& value : values) value = query.real(at++);
  return values;
}

void bind_retrieval(Query& query, int at, const RetrievalFigures& figures) {
  query.integer(at++, figures.chunks_expected);
  query.integer(at++, figures.chunk_rank);
  for (const int found : figures.chunks_found) query.integer(at++, found);
  query.integer(at++, figures.docs_expected);
  query.integer(at++, figures.doc_rank);
  for (const int found : figures.docs_found) query.integer(at++, found);
  at = bind_at_k(query, at, figures.ndcg);
  query.real(at++, figures.average_precision);
  at = bind_at_k(query, at, figures.judged);
  query.integer(at++, figures.failed ? 1 : 0);
  query.integer(at++, figures.should_refuse ? 1 : 0);
  query.flag(at++, figures.refused);
  query.flag(at++, figures.cited);
  query.flag(at++, figures.contains);
  query.text(at++, figures.difficulty);
  query.text(at++, figures.group);
}

RetrievalFigures read_retrieval(const Query& query, int at) {
  RetrievalFigures figures;
  figures.chunks_expected = static_cast<int>(query.integer(at++));
  figures.chunk_rank = query.optional_integer(at++);
  for (int& found : figures.chunks_found) found = static_cast<int>(query.integer(at++));
  figures.docs_expected = static_cast<int>(query.integer(at++));
  figures.doc_rank = query.optional_integer(at++);
  for (int& found : figures.docs_found) found = static_cast<int>(query.integer(at++));
  figures.ndcg = read_at_k(query, at);
  at += static_cast<int>(kCutoffs.size());
  figures.average_precision = query.optional_real(at++);
  figures.judged = read_at_k(query, at);
  at += static_cast<int>(kCutoffs.size());
  figures.failed = query.integer(at++) != 0;
  figures.should_refuse = query.integer(at++) != 0;
  figures.refused = query.optional_flag(at++);
  figures.cited = query.optional_flag(at++);
  figures.contains = query.optional_flag(at++);
  figures.difficulty = query.text(at++);
  figures.group = query.text(at++);
  return figures;
}

// What results are grouped by, and how long they took.
void read_groups(const Query& query, Figures& figures) {
  figures.method = query.text(6);
  figures.category = query.text(8);
  figures.risk_level = query.text(9);
  figures.tags = query.text(10);
  figures.posix_compliant = query.integer(11) != 0;
  const auto latency = query.optional_real(12);
  figures.latency =
      latency ? std::optional(std::chrono::nanoseconds(std::llround(*latency * 1e6))) : std::nullopt;
  figures.cluster = query.text(13);
}

}  // namespace

void bind_figures(Query& query, int first, const Figures& figures) {
  int at = first;
  query.text(at++, figures.dataset);
  query.text(at++, figures.id);
  query.integer(at++, figures.attempt);
  query.integer(at++, pass_of(figures.status));
  query.real(at++, figures.score);
  query.integer(at++, figures.retrieval ? std::optional(figures.retrieval->hits) : std::nullopt);
  query.text(at++, figures.method);
  query.text(at++, figures.ending);
  query.text(at++, figures.category);
  query.text(at++, figures.risk_level);
  query.text(at++, figures.tags);
  query.integer(at++, figures.posix_compliant ? 1 : 0);
  query.real(at++, milliseconds(figures.latency));
  query.text(at++, figures.cluster);
  if (figures.retrieval) bind_retrieval(query, at, *figures.retrieval);
}

int column_count(FigureUse use) {
  switch (use) {
    case FigureUse::all:
      return kCommandColumnCount;
    case FigureUse::compare:
      return kCompareColumnCount;
  }
  return kCommandColumnCount;
}

RowKind read_figures(const Query& query, FigureUse use, Columns columns, Figures& figures) {
  figures.dataset = query.text(0);
  figures.id = query.text(1);
  figures.name.clear();
  figures.attempt = static_cast<int>(query.integer(2));
  const auto pass = query.optional_integer(3);
  figures.status = !pass ? Status::unmeasured : *pass != 0 ? Status::pass : Status::miss;
  figures.score = query.optional_real(4);
  const auto hits = query.optional_integer(5);
  figures.ending = query.text(7);
  if (use == FigureUse::all) read_groups(query, figures);
  figures.retrieval.reset();
  if (!hits) return RowKind::command;
  if (columns == Columns::retrieval) {
    figures.retrieval = read_retrieval(query, column_count(use));
    figures.retrieval->hits = *hits;
  }
  return RowKind::retrieval;
}

}  // namespace assay
