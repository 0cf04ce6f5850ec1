// SPDX-License-Identifier: Apache-2.0
// Several runs of the same cases side by side: how each did, which pairs differ by more than chance, and
// which cases part them. Pure arithmetic; docs/metrics.md, "Several tools".
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
  std::string label;  // in tables; of one matrix each once
  RunInfo info;
  Summary summary;
  FigureSource figures;  // of the same run
};

struct MatrixRun {
  std::string label;
  RunInfo info;
  Summary summary;
};

// Two runs, of the cases that both measured; a case passes where most of its attempts did.
struct MatrixPair {
  // Which of Matrix::runs; `a` comes before `b`.
  std::size_t a = 0;
  std::size_t b = 0;
  std::size_t cases = 0;
  // That one passed and the other missed, with the first few of them as "dataset.case".
  static constexpr std::size_t kNamed = 5;
  struct Alone {
    std::size_t count = 0;
    std::vector<std::string> names;
  };
  Alone only_a;
  Alone only_b;
  std::optional<Interval> interval;  // 95 %, of the share that b passes more than a
  std::optional<double> p;           // McNemar's exact test, two-sided; none without a common case
  std::optional<double> p_holm;      // adjusted over the pairs that have one

  // b − a: what `interval` is of.
  std::optional<double> difference() const;
  bool is_significant() const { return p_holm && *p_holm <= 0.05; }
};

// What each run says of a case; mostly of one that some passed and others missed.
struct PartingCase {
  std::string dataset;
  std::string id;
  std::string category;
  std::vector<Status> statuses;  // in the order of Matrix::runs
};

struct Matrix {
  std::vector<MatrixRun> runs;
  std::vector<MatrixPair> pairs;  // the first with each other one, then the second, …
  std::size_t cases = 0;          // that any run has
  std::size_t all_passed = 0;     // by every run
  std::size_t all_missed = 0;
  std::vector<PartingCase> parting;  // in the order of dataset and id, the first so many
  std::size_t not_listed = 0;        // of those
  std::vector<PartingCase> all;      // whatever came of them: the first so many, in the same order
};

struct MatrixOptions {
  std::size_t most_cases = 10'000;
};

// Throws NotComparable where the runs are not of the same datasets.
Matrix matrix_of(std::vector<MatrixInput> inputs, const MatrixOptions& options = {});

}  // namespace assay
