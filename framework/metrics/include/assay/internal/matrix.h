// SPDX-License-Identifier: Apache-2.0
// Several runs of the same cases side by side: how each did, which pairs differ by more than chance, and on
// which cases they disagree. Pure arithmetic; docs/metrics.md, "Several tools".
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "assay/compare.h"
#include "assay/internal/figures.h"
#include "assay/summary.h"

namespace assay {

struct MatrixInput {
  std::string label;  // for tables; unique within a matrix
  RunInfo info;
  Summary summary;
  FigureSource figures;  // of the same run
};

struct MatrixRun {
  std::string label;
  RunInfo info;
  Summary summary;
};

// Two runs, over the cases that both measured; a case passes if most of its attempts passed.
struct MatrixPair {
  // Indices into Matrix::runs; `a` comes before `b`.
  std::size_t a = 0;
  std::size_t b = 0;
  std::size_t cases = 0;
  // Cases that one run passed and the other missed, with the first few of them as "dataset.case".
  static constexpr std::size_t kNamed = 5;
  struct Alone {
    std::size_t count = 0;
    std::vector<std::string> names;
  };
  Alone only_a;
  Alone only_b;
  std::optional<Interval> interval;  // 95 %, of the difference
  std::optional<double> p;           // McNemar's exact test, two-sided; none without a common case
  std::optional<double> p_holm;      // adjusted over the pairs that have a p

  // The share passed by b minus the share passed by a.
  std::optional<double> difference() const;
  bool is_significant() const { return p_holm && *p_holm <= 0.05; }
};

// Each run's status on a case, usually one that some passed and others missed.
struct DisagreeingCase {
  std::string dataset;
  std::string id;
  std::string category;
  std::vector<Status> statuses;  // in the order of Matrix::runs
};

struct Matrix {
  std::vector<MatrixRun> runs;
  std::vector<MatrixPair> pairs;  // the first with each other one, then the second with each later one, …
  std::size_t cases = 0;          // that occur in any run
  std::size_t all_passed = 0;     // by every run
  std::size_t all_missed = 0;
  std::vector<DisagreeingCase>
      disagreeing;                   // in the order of dataset and id, the first MatrixOptions::most_cases
  std::size_t not_listed = 0;        // of the cases on which tools disagree
  std::vector<DisagreeingCase> all;  // all cases: the first most_cases, in the same order
};

struct MatrixOptions {
  std::size_t most_cases = 10'000;
};

// Throws NotComparable if the runs are not over the same datasets.
Matrix matrix_of(std::vector<MatrixInput> inputs, const MatrixOptions& options = {});

}  // namespace assay
