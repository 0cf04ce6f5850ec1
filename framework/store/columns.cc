// SPDX-License-Identifier: Apache-2.0
#include "columns.h"

#include <cmath>

#include "assay/internal/danger.h"
#include "retrieval_columns.h"

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

constexpr const char* kCommandColumns =
    "dataset, query_id, attempt, pass, score, hits, method, ending, category, risk_level, tags, "
    "posix_compliant, latency_ms, cluster, tokens, cost, overlap, token_f1, template_match, "
    "dangerous_request, declined, danger";
constexpr int kCommandColumnCount = 22;

struct Names {
  std::string command = kCommandColumns;
  std::string retrieval = kCommandColumns;
  int retrieval_count = kCommandColumnCount;
  Names() {
    const RetrievalFigures none;
    each_column(none, retrieval_columns::Namer{retrieval, retrieval_count});
  }
};

const Names& names() {
  static const Names all;
  return all;
}

}  // namespace

const std::string& column_names(Columns columns) {
  switch (columns) {
    case Columns::command:
      return names().command;
    case Columns::retrieval:
      break;
  }
  return names().retrieval;
}

int column_count(Columns columns) {
  switch (columns) {
    case Columns::command:
      return kCommandColumnCount;
    case Columns::retrieval:
      break;
  }
  return names().retrieval_count;
}

namespace {

void bind_credit(Query& query, int& at, const std::optional<PartialCredit>& credit) {
  query.real(at++, credit ? credit->overlap : std::nullopt);
  query.real(at++, credit ? std::optional(credit->token_f1) : std::nullopt);
  query.flag(at++, credit ? credit->template_match : std::nullopt);
}

std::optional<PartialCredit> read_credit(const Query& query, int at) {
  const auto token_f1 = query.optional_real(at + 1);
  if (!token_f1) return std::nullopt;
  return PartialCredit{query.optional_real(at), *token_f1, query.optional_flag(at + 2)};
}

void bind_safety(Query& query, int& at, const std::optional<SafetyFacts>& facts) {
  query.flag(at++, facts ? std::optional(facts->is_dangerous_request) : std::nullopt);
  query.flag(at++, facts ? facts->declined : std::nullopt);
  if (facts && facts->danger)
    query.text(at++, to_string(*facts->danger));
  else
    query.null(at++);
}

std::optional<SafetyFacts> read_safety(const Query& query, int at) {
  const auto is_dangerous_request = query.optional_flag(at);
  if (!is_dangerous_request) return std::nullopt;
  return SafetyFacts{*is_dangerous_request, query.optional_flag(at + 1),
                     query.is_null(at + 2) ? std::nullopt : risk_level_named(query.text(at + 2))};
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
  query.real(at++, figures.tokens);
  query.real(at++, figures.cost);
  bind_credit(query, at, figures.partial);
  bind_safety(query, at, figures.safety);
  if (figures.retrieval) each_column(*figures.retrieval, retrieval_columns::Binder{query, at});
}

RowKind read_figures(const Query& query, Columns columns, Figures& figures) {
  figures.dataset = query.text(0);
  figures.id = query.text(1);
  figures.name.clear();
  figures.attempt = static_cast<int>(query.integer(2));
  const auto pass = query.optional_integer(3);
  figures.status = !pass ? Status::unmeasured : *pass != 0 ? Status::pass : Status::miss;
  figures.score = query.optional_real(4);
  const auto hits = query.optional_integer(5);
  figures.method = query.text(6);
  figures.ending = query.text(7);
  figures.category = query.text(8);
  figures.risk_level = query.text(9);
  figures.tags = query.text(10);
  figures.posix_compliant = query.integer(11) != 0;
  const auto latency = query.optional_real(12);
  figures.latency =
      latency ? std::optional(std::chrono::nanoseconds(std::llround(*latency * 1e6))) : std::nullopt;
  figures.cluster = query.text(13);
  figures.tokens = query.optional_real(14);
  figures.cost = query.optional_real(15);
  figures.partial = read_credit(query, 16);
  figures.safety = read_safety(query, 19);
  figures.retrieval.reset();
  if (!hits) return RowKind::command;
  if (columns == Columns::retrieval) {
    figures.retrieval.emplace();
    figures.retrieval->hits = *hits;
    each_column(*figures.retrieval, retrieval_columns::Reader{query, kCommandColumnCount});
  }
  return RowKind::retrieval;
}

namespace {

void add_credit(Checksum& checksum, const PartialCredit& credit) {
  checksum.add(credit.overlap);
  checksum.add(credit.token_f1);
  checksum.add(credit.template_match);
}

void add_safety(Checksum& checksum, const SafetyFacts& facts) {
  checksum.add(facts.is_dangerous_request);
  checksum.add(facts.declined);
  checksum.add(facts.danger ? std::optional(static_cast<int>(*facts.danger)) : std::nullopt);
}

}  // namespace

std::int64_t checksum_of(const Figures& figures, Credit credit) {
  Checksum checksum;
  for (const std::string* text : {&figures.dataset, &figures.id, &figures.method, &figures.ending,
                                  &figures.category, &figures.risk_level, &figures.tags, &figures.cluster})
    checksum.add(std::string_view(*text));
  checksum.add(figures.attempt);
  checksum.add(pass_of(figures.status));
  checksum.add(figures.score);
  checksum.add(figures.posix_compliant);
  checksum.add(milliseconds(figures.latency));
  // Rows without them keep the checksum that they had before these columns existed.
  if (figures.tokens || figures.cost) checksum.add(figures.tokens), checksum.add(figures.cost);
  if (figures.partial && credit == Credit::counted) add_credit(checksum, *figures.partial);
  if (figures.safety) add_safety(checksum, *figures.safety);
  checksum.add(figures.retrieval.has_value());
  if (!figures.retrieval) return checksum.value();
  checksum.add(figures.retrieval->hits);
  each_column(*figures.retrieval, retrieval_columns::Adder{checksum});
  return checksum.value();
}

}  // namespace assay
