// SPDX-License-Identifier: Apache-2.0
// The columns of retrieval queries besides `hits`: one list, and the visitors that use it.
#pragma once

#include <string>

#include "assay/internal/figures.h"
#include "checksum.h"
#include "query.h"

namespace assay {

// Visits each member once. `visit` gets the name of the member's column, or the prefix of its names if it has
// one column per cut-off.
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

namespace retrieval_columns {

using Ints = std::array<int, 4>;
using MaybeDoubles = std::optional<std::array<double, 4>>;

// One visitor per purpose: names, binding, reading and checksums; each handles every kind of member.
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

}  // namespace retrieval_columns
}  // namespace assay
