// SPDX-License-Identifier: Apache-2.0
// A finished run as reports show it, computed once from its rows: figures of all cases, and details of those
// that did not pass, up to a limit. Reports are functions of a view (JUnit, which names every case, also
// reads the rows).
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "assay/internal/figures.h"
#include "assay/internal/gate.h"
#include "assay/internal/labels.h"
#include "assay/internal/run_rows.h"
#include "assay/internal/run_totals.h"

namespace assay {

// How often a figure had which value: the data for a report's bars.

// Bins for a number between 0 and 1: one per tenth, and one for 1 itself. Values below 0 are in the first.
inline constexpr std::size_t kTenths = 11;
using Tenths = std::array<std::size_t, kTenths>;

// How often answers with such a number are right, according to a judge or to people's labels.
struct Reliability {
  Tenths answers{};
  Tenths right{};
  void add(double value, bool is_right);
  bool empty() const { return answers == Tenths{}; }
};

struct Distributions {
  // Latencies of the timed answers, eight bins per power of ten, from 0.1 ms to 1000 s; shorter and longer
  // ones are in the first and last bin.
  static constexpr std::size_t kBins = 56;
  std::array<std::size_t, kBins> latency{};
  // For queries with expected chunks: the rank of the first one: 1 to 10, lower, not found.
  std::array<std::size_t, 12> ranks{};
  // [whether it should be refused][whether it was refused]
  std::array<std::array<std::size_t, 2>, 2> refusals{};
  // Scores of the measured answers; for answers compared by a similarity model, the best cosine of each.
  Tenths scores{};
  Tenths cosines{};
  // Over all attempts, as agreement with labels is.
  Reliability scores_by_people;  // if answers are labelled
  Reliability cosines_by_people;
  Reliability cosines_by_judge;  // if a judge was asked and reached a verdict

  // Adds an attempt to the calibrations.
  void add_attempt(const Result& result);
  // Adds the last attempt of a case, with its figures, to everything else: as in a summary, it counts.
  void add_case(const Result& last, const Figures& figures);
};

// Label of the lower bound of a latency bin: "0.1 ms", "1.8 s".
std::string latency_label(std::size_t bin);

// A case that did not pass.
struct CaseView {
  std::string name;  // dataset.case
  SourceLine where;
  Light light = Light::red;
  std::string headline;              // one printable line
  std::vector<std::string> details;  // see details() in report/details.h
};

// A cause that keeps several cases from passing: one thing to fix.
struct CauseView {
  CaseView first;                  // the first of these cases, for its headline and details
  std::vector<std::string> names;  // of all these cases, up to kNames
  std::size_t count = 0;
  static constexpr std::size_t kNames = 100;
  static constexpr std::size_t kFewest = 3;  // the fewest cases that make a cause
};

// The cases with one status.
struct CasesView {
  std::size_t count = 0;
  std::vector<CauseView> causes;  // most cases first
  std::vector<CaseView> cases;    // cases without a shared cause, those nearest to an accepted answer first,
                                  // up to the limit
  std::size_t others = 0;         // number of cases without a shared cause
};

struct PassView {
  std::string name;
  double score = 1.0;
  std::string why;
};

// What other userlands make of the answers (Grade::userlands).
struct Portability {
  struct Row {
    std::string name;  // dataset.case
    SourceLine where;
    Status status = Status::unmeasured;  // by the verdict
    std::vector<UserlandGrade> userlands;
  };
  std::vector<std::string> userlands;  // in the suite's order
  std::vector<Row> rows;               // where one says otherwise than the verdict, up to the limit
  std::size_t differing = 0;           // number of such cases
  struct Unmeasured {
    SourceLine first;
    std::size_t cases = 0;
  };
  static constexpr std::size_t kReasons = 1000;
  std::map<std::pair<std::string, std::string>, Unmeasured> unmeasured;  // by userland and reason

  void add(const Result& last, std::size_t most_rows);
};

// One dataset's part of a JUnit report.
struct DatasetView {
  std::string name;
  std::size_t tests = 0;
  std::size_t failures = 0;
  std::size_t errors = 0;
  std::size_t skipped = 0;
  std::chrono::nanoseconds time{0};
};

// A run of the suite in its trend.
struct TrendPoint {
  std::string label;         // its start and its name, if it has one
  std::size_t passed = 0;    // cases, by their last attempt as in a summary
  std::size_t measured = 0;  // never 0
  std::string what_changed;  // since the previous point: "tool, dataset"; empty: nothing relevant
};

struct RunView : RunFigures {
  RunInfo info;
  GateResult gate;
  std::optional<LabelAgreement> labels;  // how people labelled the answers
  Distributions distributions;
  std::vector<DatasetView> datasets;  // in the run's order
  std::vector<TrendPoint> trend;      // oldest first, this run last; empty: unknown
  Portability portability;
  CasesView misses;
  CasesView unmeasured;
  std::vector<std::string> advice;      // AnswerShapes, over the cases' last attempts
  std::vector<std::string> miss_names;  // the first hundred
  // Passes with a score below 1.0, to check the reason; up to the limit.
  std::vector<PassView> lower_passes;
  std::size_t lower_pass_count = 0;
};

struct ViewOptions {
  std::size_t most_cases = 200;    // shown with details, per status
  std::optional<GateTerms> terms;  // empty: the run's own
  std::optional<GateResult> gate;  // a verdict reached already, with more information
  // The cases that were asked, all of the suite or a part that was selected on purpose: fewer are an error.
  // None: a run that lacks cases of the suite is partial.
  std::optional<std::size_t> expected;
  std::vector<TrendPoint> trend;  // RunView::trend
};

// Reads the run once. Memory: 8 bytes per case, plus the details.
RunView view_of(const RunRows& rows, const ViewOptions& options = {});

// Builds the view incrementally, from rows that are being read anyway.
class RunViewer {
 public:
  RunViewer(RunInfo info, const ViewOptions& options = {});
  ~RunViewer();
  RunViewer(RunViewer&&) noexcept;
  // Adds the next case with all its attempts.
  void add(const CaseRows& rows);
  // Call once.
  RunView finish();

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

}  // namespace assay
