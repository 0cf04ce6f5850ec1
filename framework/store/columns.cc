// SPDX-License-Identifier: Apache-2.0
#include "columns.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "assay/internal/enum_words.h"
#include "assay/internal/grade_case.h"
#include "checksum.h"

namespace assay {
namespace {

std::optional<int> pass_of(Status status) {
  switch (status) {
    case Status::pass: return 1;
    case Status::miss: return 0;
    case Status::unmeasured: return std::nullopt;
  }
  return std::nullopt;
}

double milliseconds(std::chrono::nanoseconds latency) { return static_cast<double>(latency.count()) / 1e6; }

// How many columns a member takes.
template <typename T>
constexpr int kWidth = 1;
template <typename T, std::size_t n>
constexpr int kWidth<std::array<T, n>> = n;
template <ColumnGroup T>
constexpr int kWidth<T> = std::apply(
    []<typename... Member>(const NamedMember<T, Member>&...) { return (kWidth<Member> + ...); }, kColumns<T>);
template <typename T>
constexpr int kWidth<std::optional<T>> = kWidth<T>;

// Of an optional member's columns, the one that is null only if the member is absent.
template <typename T>
constexpr int kTelling = 0;
template <>
constexpr int kTelling<PartialCredit> = kWidth<decltype(PartialCredit::overlap)>;  // token_f1

// One visitor per purpose; each handles every kind of member.
struct Namer {
  std::vector<std::string>& names;
  template <typename T>
  void operator()(const char* name, const T& value) {
    name_all(name, value);
  }
  template <typename T>
  void name_all(const char* name, const T&) {
    names.emplace_back(name);
  }
  template <typename T>
  void name_all(const char* name, const std::array<T, kCutoffs.size()>&) {
    for (const int k : kCutoffs) names.push_back(std::string(name) + "_" + std::to_string(k));
  }
  template <typename T>
  void name_all(const char* name, const std::optional<T>&) {
    static const T none{};
    if constexpr (ColumnGroup<T>)
      each_column(none, *this);
    else
      name_all(name, none);
  }
};

struct Binder {
  Query& query;
  int at;
  template <typename T>
  void operator()(const char*, const T& value) {
    bind(value);
  }
  void bind(const std::string& text) { query.text(at++, text); }
  void bind(int value) { query.integer(at++, static_cast<std::int64_t>(value)); }
  void bind(bool value) { bind(value ? 1 : 0); }
  void bind(double value) { query.real(at++, value); }
  void bind(Status status) { bind(pass_of(status)); }
  void bind(std::chrono::nanoseconds latency) { bind(milliseconds(latency)); }
  void bind(RiskLevel level) { query.text(at++, to_string(level)); }
  template <typename T>
  void bind(const std::array<T, kCutoffs.size()>& values) {
    for (const T value : values) bind(value);
  }
  template <ColumnGroup T>
  void bind(const T& group) {
    each_column(group, *this);
  }
  template <typename T>
  void bind(const std::optional<T>& value) {
    if (value) return bind(*value);
    for (int i = 0; i < kWidth<T>; ++i) query.null(at++);
  }
  void bind(const std::optional<RetrievalFigures>& value) {
    value ? each_column(*value, *this) : void(query.null(at++));
  }
};

struct Reader {
  const Query& query;
  Columns columns;
  int at = 0;
  RowKind kind = RowKind::command;
  template <typename T>
  void operator()(const char*, T& value) {
    read(value);
  }
  void read(std::string& text) { text = query.text(at++); }
  void read(int& value) { value = static_cast<int>(query.integer(at++)); }
  void read(bool& value) { value = query.integer(at++) != 0; }
  void read(double& value) { value = query.real(at++); }
  void read(Status& status) {
    const auto pass = query.optional_integer(at++);
    status = !pass ? Status::unmeasured : *pass != 0 ? Status::pass : Status::miss;
  }
  void read(std::chrono::nanoseconds& latency) {
    latency = std::chrono::nanoseconds(std::llround(query.real(at++) * 1e6));
  }
  template <typename T>
  void read(std::array<T, kCutoffs.size()>& values) {
    for (T& value : values) read(value);
  }
  template <ColumnGroup T>
  void read(T& group) {
    each_column(group, *this);
  }
  template <typename T>
  void read(std::optional<T>& value) {
    value.reset();
    if (query.is_null(at + kTelling<T>))
      at += kWidth<T>;
    else
      read(value.emplace());
  }
  void read(std::optional<RiskLevel>& level) {
    level = query.is_null(at) ? std::nullopt : enumerator_of<RiskLevel>(query.text(at));
    ++at;
  }
  void read(std::optional<RetrievalFigures>& value) {
    value.reset();
    kind = query.is_null(at) ? RowKind::command : RowKind::retrieval;
    if (kind == RowKind::retrieval && columns == Columns::retrieval) read(value.emplace());
  }
};

struct Adder {
  Checksum& checksum;
  template <typename T>
  void operator()(const char*, const T& value) {
    add(value);
  }
  // Rows without a ranking keep the checksum that they had before the column existed.
  void operator()(const char* name, const std::string& value) {
    if (!value.empty() || std::string_view(name) != "ranking") add(value);
  }
  template <typename T>
  void add(const T& value) {
    checksum.add(value);
  }
  void add(const std::string& text) { checksum.add(std::string_view(text)); }
  void add(const std::optional<RiskLevel>& level) {
    checksum.add(level ? std::optional(static_cast<int>(*level)) : std::nullopt);
  }
  template <typename T>
  void add(const std::array<T, kCutoffs.size()>& values) {
    for (const T value : values) checksum.add(value);
  }
  template <typename T>
  void add(const std::optional<std::array<T, kCutoffs.size()>>& values) {
    checksum.add(values.has_value());
    if (values) add(*values);
  }
};

struct Names {
  explicit Names(Columns columns) {
    std::vector<std::string> all;
    const Figures none;
    each_column(none, Namer{all});
    if (columns == Columns::command) all.erase(std::find(all.begin(), all.end(), "hits") + 1, all.end());
    count = static_cast<int>(all.size());
    for (const std::string& each : all) names += (names.empty() ? "" : ", ") + each;
  }
  std::string names;
  int count = 0;
};

const Names& names_of(Columns columns) {
  static const Names command(Columns::command), retrieval(Columns::retrieval);
  return columns == Columns::command ? command : retrieval;
}

}  // namespace

const std::string& column_names(Columns columns) { return names_of(columns).names; }
int column_count(Columns columns) { return names_of(columns).count; }

void bind_figures(Query& query, int first, const Figures& figures) {
  each_column(figures, Binder{query, first});
}

RowKind read_figures(const Query& query, Columns columns, Figures& figures) {
  figures.name.clear();
  Reader reader{query, columns};
  each_column(figures, reader);
  return reader.kind;
}

std::int64_t checksum_of(const Figures& figures, Credit credit) {
  Checksum checksum;
  for (const std::string* text : {&figures.dataset, &figures.id, &figures.method, &figures.ending,
                                  &figures.category, &figures.risk_level, &figures.tags, &figures.cluster})
    checksum.add(std::string_view(*text));
  checksum.add(figures.attempt);
  checksum.add(pass_of(figures.status));
  checksum.add(figures.score);
  checksum.add(figures.posix_compliant);
  checksum.add(figures.latency ? std::optional(milliseconds(*figures.latency)) : std::nullopt);
  // Rows without them keep the checksum that they had before these columns existed.
  if (figures.tokens || figures.cost) checksum.add(figures.tokens), checksum.add(figures.cost);
  if (figures.partial && credit == Credit::counted) each_column(*figures.partial, Adder{checksum});
  if (figures.safety) each_column(*figures.safety, Adder{checksum});
  checksum.add(figures.retrieval.has_value());
  if (figures.retrieval) each_column(*figures.retrieval, Adder{checksum});
  return checksum.value();
}

}  // namespace assay
