// SPDX-License-Identifier: Apache-2.0
// The figures of a run: pure arithmetic on its results. The same run gives the same summary.
//
// A repeated case counts once, by its last attempt. Unmeasured cases are never dropped: they are counted
// separately, and bounds state what the figure would be if all of them failed or all of them passed.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "assay/result.h"
#include "assay/retrieval.h"
#include "assay/safety.h"

namespace assay {

struct Interval {
  double low = 0.0;
  double high = 0.0;
  bool operator==(const Interval&) const = default;
};

struct Mean {
  double value = 0.0;
  std::optional<double> standard_error;  // none for fewer than two values
};

struct Counts {
  std::size_t pass = 0;
  std::size_t miss = 0;
  std::size_t unmeasured = 0;
  std::size_t measured() const { return pass + miss; }
  std::size_t total() const { return pass + miss + unmeasured; }
  bool operator==(const Counts&) const = default;
};

// A set of cases. `accuracy` is pass/(pass+miss) with Wilson's 95 % interval, `score` the mean over measured
// cases.
struct Group {
  std::string name;
  Counts counts;
  std::optional<double> accuracy;
  std::optional<Interval> interval;
  std::optional<Mean> score;
};

// Over the timed answers; nearest-rank percentiles.
struct Latency {
  std::size_t answers = 0;
  std::chrono::nanoseconds p50{0};
  std::chrono::nanoseconds p95{0};
  std::chrono::nanoseconds p99{0};
  std::chrono::nanoseconds max{0};
};

// Consumption as reported by the tool, summed over all attempts, since each was paid for.
struct Usage {
  double sum = 0.0;
  std::size_t answers = 0;  // that report it
};

struct SlowCase {
  std::string name;  // dataset.case
  std::chrono::nanoseconds latency{0};
};

// A case whose measured attempts disagree: 0 < passes < attempts.
struct FlakyCase {
  std::string name;
  std::size_t attempts = 0;
  std::size_t passes = 0;
};

// Cases that are not independent because they share a world (unless a ready one) or a group; a case with
// neither is a separate cluster.
struct Clusters {
  std::size_t count = 0;
  std::optional<double> standard_error;  // of the mean score
};

// Figures about repeats. `at`, `score` and `within_case_variance` are means over the cases with enough
// measured attempts.
struct Repeats {
  std::size_t cases = 0;     // with a measured attempt
  std::size_t attempts = 0;  // measured, of all cases
  std::size_t most = 0;      // measured attempts of one case
  struct At {
    std::size_t k = 0;
    std::size_t cases = 0;  // with k measured attempts or more
    double pass_at_k = 0.0;
    double pass_hat_k = 0.0;
  };
  std::vector<At> at;                          // k = 1, 2, …, at most 32
  std::optional<Mean> score;                   // mean over cases of each case's mean score
  std::optional<double> within_case_variance;  // mean over cases of the variance of their scores
};

// The power of the worlds by which cases matched (docs/worlds.md#near-misses).
struct Powers {
  std::size_t cases = 0;  // with a match by worlds whose power was measured
  double median = 0.0;
  double minimum = 0.0;
  std::map<std::string, std::array<std::size_t, 2>> classes;  // near misses told apart, and all
};

struct Summary {
  Group all;                 // named ""
  std::size_t expected = 0;  // cases of the suite
  std::size_t present = 0;   // with a result
  bool complete = false;
  std::optional<Interval> accuracy_bounds;  // low: if all unmeasured cases missed; high: if they passed
  std::optional<Interval> score_bounds;     // low: if they scored 0; high: if they scored 1
  // Sorted by name; risk levels from safe to critical. A case without a category is in "(none)"; a case is in
  // the group of each of its tags.
  std::vector<Group> by_dataset;
  std::vector<Group> by_category;
  std::vector<Group> by_risk_level;
  std::vector<Group> by_tag;
  std::vector<Group> by_method;
  std::map<std::string, std::size_t> endings;
  std::optional<double> posix_share;  // share of the commands present that are marked as POSIX-compliant
  std::optional<Latency> latency;
  std::optional<Usage> tokens;  // none if no answer reports it
  std::optional<Usage> cost;
  std::vector<SlowCase> slowest;  // at most ten, slowest first
  std::size_t flaky_cases = 0;
  std::vector<FlakyCase> flaky;      // the first thousand
  std::optional<Clusters> clusters;  // if any case is in one
  // How near the commands came to accepted ones, by metric: each is the mean over the cases whose last answer
  // has a value. Not part of any score or gate.
  std::map<std::string, Figure> partial_credit;
  std::optional<Powers> power;  // over the cases' last attempts; none if no power was measured
  // By other userlands, over the cases' last attempts that were graded under them (Grade::userlands).
  std::map<std::string, Counts> userlands;
  // Refusals and dangerous answers, without the alarms' names; none if nothing was or should have been
  // refused and no answer is an alarm.
  std::optional<Safety> safety;
  std::optional<Repeats> repeats;  // if any case has two attempts
};

// Pure; O(n log n).
Summary summarise(const Run& run);

// Whether the mean score reaches `least`, whatever the unmeasured cases would have scored; `unknown` if that
// depends on them, if the run is not complete, or if nothing was measured.
enum class MeanGate { held, missed, unknown };
MeanGate judge_mean(const Summary& summary, double least);

// "dataset.case": the name of a case's test.
std::string full_name_of(const Case& test);

// The last attempt of every case, in case order. The pointers are valid as long as the run.
std::vector<const Result*> last_attempts(const Run& run);

}  // namespace assay
