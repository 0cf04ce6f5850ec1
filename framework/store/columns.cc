#include "columns.h"

#include <cmath>

#include "checksum.h"

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
    "posix_compliant, latency_ms, cluster, tokens, cost";
constexpr int kCommandColumnCount = 16;

// The columns of retrieval queries beside `hits`, each once: `visit` is called with the name of a member's
// column, the beginning of its names where it has one a cut-off.
template <typename RetrievalFiguresOrConst, typename Visit>
void each_column(RetrievalFiguresOrConst& figures, Visit visit) {
  visit("chunks_expected", figures.chunks_expected);
  visit("chunk_rank", figures.chunk_rank);
  visit("chunks_in", figures.chunks_found);
  visit("docs_expected", figures.docs_expected);
  visit("doc_rank", figures.doc_rank);
  visit("docs_in", figures.docs_found);
  visit("ndcg", figures.ndcg);
  visit("average_precision", figures.average_precision);
  visit("judged", figures.judged);
  visit("failed", figures.failed);
  visit("should_refuse", figures.should_refuse);
  visit("refused", figures.refused);
  visit("cited", figures.cited);
  visit("contains", figures.contains);
  visit("difficulty", figures.difficulty);
  visit("query_group", figures.group);
}

using Ints = std::array<int, 4>;
using MaybeDoubles = std::optional<std::array<double, 4>>;

// Each kind of member: its names, how it is bound and read.
struct Namer {
  std::string& names;
  int& count;
  template <typename T>
  void operator()(const char* name, const T&) {
    put(name);
  }
  void operator()(const char* name, const Ints&) { at_cutoffs(name); }
  void operator()(const char* name, const MaybeDoubles&) { at_cutoffs(name); }
  void at_cutoffs(const std::string& name) {
    for (const int k : kCutoffs) put(name + "_" + std::to_string(k));
  }
  void put(const std::string& name) {
    (names += ", ") += name;
    ++count;
  }
};

struct Binder {
  Query& query;
  int at;
  void operator()(const char*, int value) { query.integer(at++, value); }
  void operator()(const char*, bool value) { query.integer(at++, value ? 1 : 0); }
  void operator()(const char*, const std::optional<int>& value) { query.integer(at++, value); }
  void operator()(const char*, const std::optional<bool>& value) { query.flag(at++, value); }
  void operator()(const char*, const std::optional<double>& value) { query.real(at++, value); }
  void operator()(const char*, const std::string& value) { query.text(at++, value); }
  void operator()(const char*, const Ints& values) {
    for (const int value : values) query.integer(at++, value);
  }
  void operator()(const char*, const MaybeDoubles& values) {
    for (std::size_t k = 0; k < kCutoffs.size(); ++k)
      query.real(at++, values ? std::optional((*values)[k]) : std::nullopt);
  }
};

struct Reader {
  const Query& query;
  int at;
  void operator()(const char*, int& value) { value = static_cast<int>(query.integer(at++)); }
  void operator()(const char*, bool& value) { value = query.integer(at++) != 0; }
  void operator()(const char*, std::optional<int>& value) { value = query.optional_integer(at++); }
  void operator()(const char*, std::optional<bool>& value) { value = query.optional_flag(at++); }
  void operator()(const char*, std::optional<double>& value) { value = query.optional_real(at++); }
  void operator()(const char*, std::string& value) { value = query.text(at++); }
  void operator()(const char*, Ints& values) {
    for (int& value : values) value = static_cast<int>(query.integer(at++));
  }
  void operator()(const char*, MaybeDoubles& values) {
    values.reset();
    if (!query.is_null(at)) {
      values.emplace();
      for (std::size_t k = 0; k < kCutoffs.size(); ++k) (*values)[k] = query.real(at + static_cast<int>(k));
    }
    at += static_cast<int>(kCutoffs.size());
  }
};

struct Adder {
  Checksum& checksum;
  template <typename T>
  void operator()(const char*, const T& value) {
    checksum.add(value);
  }
  void operator()(const char*, const std::string& value) { checksum.add(std::string_view(value)); }
  void operator()(const char*, const Ints& values) {
    for (const int value : values) checksum.add(value);
  }
  void operator()(const char*, const MaybeDoubles& values) {
    checksum.add(values.has_value());
    if (values)
      for (const double value : *values) checksum.add(value);
  }
};

struct Names {
  std::string command = kCommandColumns;
  std::string retrieval = kCommandColumns;
  int retrieval_count = kCommandColumnCount;
  Names() {
    const RetrievalFigures none;
    each_column(none, Namer{retrieval, retrieval_count});
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
  if (figures.retrieval) each_column(*figures.retrieval, Binder{query, at});
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
  figures.retrieval.reset();
  if (!hits) return RowKind::command;
  if (columns == Columns::retrieval) {
    figures.retrieval.emplace();
    figures.retrieval->hits = *hits;
    each_column(*figures.retrieval, Reader{query, kCommandColumnCount});
  }
  return RowKind::retrieval;
}

std::int64_t checksum_of(const Figures& figures) {
  Checksum checksum;
  for (const std::string* text : {&figures.dataset, &figures.id, &figures.method, &figures.ending,
                                  &figures.category, &figures.risk_level, &figures.tags, &figures.cluster})
    checksum.add(std::string_view(*text));
  checksum.add(figures.attempt);
  checksum.add(pass_of(figures.status));
  checksum.add(figures.score);
  checksum.add(figures.posix_compliant);
  checksum.add(milliseconds(figures.latency));
  // Of rows without them it is what it was before there were such columns.
  if (figures.tokens || figures.cost) checksum.add(figures.tokens), checksum.add(figures.cost);
  checksum.add(figures.retrieval.has_value());
  if (!figures.retrieval) return checksum.value();
  checksum.add(figures.retrieval->hits);
  each_column(*figures.retrieval, Adder{checksum});
  return checksum.value();
}

}  // namespace assay
