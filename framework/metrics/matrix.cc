// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/matrix.h"

#include <algorithm>

#include "assay/internal/paired.h"
#include "paired_cases.h"

namespace assay {
namespace {

// Compares every run only with the first: a run that matches the first matches the others.
void check_comparable(const std::vector<MatrixInput>& inputs) {
  for (const MatrixInput& each : inputs)
    if (auto problems = obstacles(inputs.front().info, each.info, {}); !problems.empty())
      throw NotComparable(std::move(problems));
}

std::vector<MatrixPair> pairs_of(std::size_t runs) {
  std::vector<MatrixPair> pairs;
  for (std::size_t a = 0; a < runs; ++a)
    for (std::size_t b = a + 1; b < runs; ++b) pairs.push_back({.a = a, .b = b});
  return pairs;
}

// The first case that any reader is at; null if all are at their end.
const Figures* first_of(const std::vector<CaseReader>& readers) {
  const Figures* first = nullptr;
  for (const CaseReader& reader : readers)
    if (const auto* current = reader.current(); current && (!first || order_of(current->last, *first) < 0))
      first = &current->last;
  return first;
}

// Each run's status on the case; a run that lacks the case did not measure it.
DisagreeingCase next_case(std::vector<CaseReader>& readers, const Figures& first) {
  DisagreeingCase row{.dataset = first.dataset, .id = first.id, .category = first.category};
  for (CaseReader& reader : readers) {
    const auto* current = reader.current();
    const bool has_it = current && current->last.dataset == row.dataset && current->last.id == row.id;
    row.statuses.push_back(has_it ? current->status() : Status::unmeasured);
    if (has_it) reader.advance();
  }
  return row;
}

void count_pair(MatrixPair::Alone& alone, const DisagreeingCase& row) {
  if (++alone.count <= MatrixPair::kNamed) alone.names.push_back(row.dataset + "." + row.id);
}

void count_pair(MatrixPair& pair, const DisagreeingCase& row) {
  const Status a = row.statuses[pair.a], b = row.statuses[pair.b];
  if (a == Status::unmeasured || b == Status::unmeasured) return;
  ++pair.cases;
  if (a != b) count_pair(a == Status::pass ? pair.only_a : pair.only_b, row);
}

void count_pair(Matrix& matrix, DisagreeingCase row, const MatrixOptions& options) {
  ++matrix.cases;
  for (MatrixPair& pair : matrix.pairs) count_pair(pair, row);
  const auto runs = static_cast<std::ptrdiff_t>(row.statuses.size());
  const auto passed = std::ranges::count(row.statuses, Status::pass);
  const auto missed = std::ranges::count(row.statuses, Status::miss);
  matrix.all_passed += passed == runs;
  matrix.all_missed += missed == runs;
  if (matrix.all.size() < options.most_cases) matrix.all.push_back(row);
  if (passed == 0 || missed == 0) return;
  if (matrix.disagreeing.size() < options.most_cases)
    matrix.disagreeing.push_back(std::move(row));
  else
    ++matrix.not_listed;
}

void test(std::vector<MatrixPair>& pairs) {
  std::vector<double> p_values;
  for (MatrixPair& pair : pairs) {
    pair.interval = agresti_min(pair.only_b.count, pair.only_a.count, pair.cases);
    if (pair.cases == 0) continue;
    pair.p = mcnemar(pair.only_b.count, pair.only_a.count);
    p_values.push_back(*pair.p);
  }
  const auto adjusted = holm(p_values);
  auto next = adjusted.begin();
  for (MatrixPair& pair : pairs)
    if (pair.p) pair.p_holm = *next++;
}

}  // namespace

std::optional<double> MatrixPair::difference() const {
  if (cases == 0) return std::nullopt;
  return (static_cast<double>(only_b.count) - static_cast<double>(only_a.count)) / static_cast<double>(cases);
}

Matrix matrix_of(std::vector<MatrixInput> inputs, const MatrixOptions& options) {
  check_comparable(inputs);
  Matrix matrix{.pairs = pairs_of(inputs.size())};
  std::vector<CaseReader> readers;
  for (MatrixInput& each : inputs) {
    readers.emplace_back(std::move(each.figures));
    matrix.runs.push_back({std::move(each.label), std::move(each.info), std::move(each.summary)});
  }
  while (const Figures* first = first_of(readers)) {
    const Figures at = *first;  // advancing the readers overwrites it
    count_pair(matrix, next_case(readers, at), options);
  }
  test(matrix.pairs);
  return matrix;
}

}  // namespace assay
