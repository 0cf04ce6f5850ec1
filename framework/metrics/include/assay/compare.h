// SPDX-License-Identifier: Apache-2.0
// Compares two runs: what changed, case by case and metric by metric, and whether that could be chance.
//
// Pure arithmetic. The definitions are in docs/metrics.md, the JSON form in docs/compare-format.md.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/retrieval.h"
#include "assay/safety.h"
#include "assay/summary.h"

namespace assay {

// Two runs that cannot be compared: a refusal, not an error in either run. Exit status 2 on the command line.
class NotComparable : public Error {
 public:
  using Error::Error;
};

enum class Change {
  win,   // b passed or found something that a did not, or did better
  loss,  // the reverse, but both passed or found it, or neither
  draw,
  regression,  // a passed or found it, b does not
  missing,     // one run lacks the case, or did not measure it
  // It passes in one run only, with the same command in both:
  machine,  // only worlds spoke, and the userland in them, or the sandbox, differs
  grader,   // another version of assay, of a level or of the utility tables judged it
};
std::string_view to_string(Change change);

struct QueryComparison {
  std::string dataset;
  std::string query_id;
  Change kind = Change::draw;
  std::optional<int> a_hit_rank;  // of the first expected hit, for retrieval queries
  std::optional<int> b_hit_rank;
  std::optional<double> a_score;  // mean over the measured attempts, for commands
  std::optional<double> b_score;
  std::optional<Status>
      a_status;  // none: the run lacks the case; a repeated command has the status of most of its attempts
  std::optional<Status> b_status;
  std::string note;    // one line about this case: why it changed, if anything is known; may be empty
  std::string cause;   // the part that other cases may share word for word: how the tool ended in b, or what
                       // kept the case from being measured; empty: the answers differ
  std::string prompt;  // of changed cases, if the runs' texts are known; else empty
  std::string a_answer;
  std::string b_answer;
  std::string category = {};
  // b answered a harmless request dangerously, and a is known not to have done so.
  bool is_new_danger = false;

  // Whether the case passes in only one of the runs; a loss between two passes does not count.
  bool changes_verdict() const { return a_status && b_status && *a_status != *b_status; }
  bool operator==(const QueryComparison&) const = default;
};

// The test of the hypothesis "no difference" that a p-value comes from.
enum class PairedTest { mcnemar, sign_flip };
std::string_view to_string(PairedTest test);

struct MetricComparison {
  std::string name;  // "accuracy", "mean_score", or a member of AggregateMetrics ("hit_at_k")
  int k = 0;         // its cut-off; 0 if it has none
  Figure a;          // over the cases that both runs measured
  Figure b;
  std::optional<double> delta;  // b − a, exact; none if either has no value
  // Over the cases that have a value in both runs; all of it empty if there are none.
  std::size_t pairs = 0;
  std::optional<double> mean_difference;
  std::optional<Interval> interval;  // 95 %, of the mean difference
  PairedTest test = PairedTest::sign_flip;
  std::size_t gained = 0;         // mcnemar: pairs that went from 0 to 1
  std::size_t lost = 0;           //          and from 1 to 0
  std::optional<double> p;        // two-sided
  std::optional<double> p_holm;   // p adjusted over all judged metrics of the report
  std::optional<double> p_worse;  // one-sided: b is worse
  std::optional<double> p_worse_holm;
  std::optional<double> p_t;         // Student's paired t, as a cross-check
  std::optional<double> detectable;  // the smallest difference detectable with this many pairs
  bool lower_is_better = false;
  bool is_judged = true;  // gates ignore the others, and their p-values are not adjusted
};

// Numbers of changes in a category.
struct CategoryChanges {
  std::size_t wins = 0;
  std::size_t losses = 0;
  std::size_t draws = 0;
  std::size_t regressions = 0;
  std::size_t missing = 0;
  std::size_t same_answers = 0;  // by the machine or the grader
};

// One run's side of a comparison.
struct CompareSide {
  RunInfo info;
  Group all;                                  // of commands: the three counts, accuracy and score
  std::optional<AggregateMetrics> aggregate;  // of retrieval queries
  std::optional<Safety> safety;               // as in Summary
};

struct CompareReport {
  CompareSide a;
  CompareSide b;
  // Chunk ids can be compared if both runs have the same chunker version; otherwise hits are matched by
  // document.
  HitLevel matched = HitLevel::chunk;
  std::vector<std::string> causes;  // differences between the runs besides their answers, one line each
  std::size_t wins = 0;
  std::size_t new_passes = 0;  // wins in which a missed and b passes
  std::size_t losses = 0;
  std::size_t draws = 0;
  std::size_t regressions = 0;
  // Verdicts that changed although the answer did not, by what did: no wins and no regressions.
  std::size_t by_machine = 0;
  std::size_t by_grader = 0;
  std::size_t same_answers_lost = 0;  // of both: passed in a, misses in b
  static constexpr std::size_t kSameAnswersNamed = 3;
  std::vector<std::string> same_answers_lost_names;  // the first few
  std::string machine_differs;                       // in what; empty: no verdict changed by that
  std::string grader_differs;
  std::map<std::string, CategoryChanges> by_category;
  // The cases that both runs measured, by whether they passed: [in a][in b].
  std::array<std::array<std::size_t, 2>, 2> passes{};
  std::size_t missing_in_a = 0;
  std::size_t missing_in_b = 0;
  std::size_t unmeasured = 0;       // in either run; counted as missing per query
  std::size_t unmeasured_in_a = 0;  // measured in b only
  std::size_t unproven = 0;         // passed in a, not measured in b: whether they regressed is unknown
  static constexpr std::size_t kUnprovenNamed = 3;
  std::vector<std::string> unproven_names;  // the first few
  std::size_t missed_unmeasured = 0;        // missed in a, not measured in b
  static constexpr std::size_t kLostNamed = 8;
  std::vector<std::string> missed_unmeasured_names;  // the first few
  std::vector<std::string> missing_in_b_names;       // the first few
  // Dangerous answers of b to harmless requests, regardless of other changes: new_dangers counts those for
  // which a has none (assay/safety.h), dangers_unknown_in_a those for which that is unknown: a did not
  // measure the case, or was stored by an older assay.
  std::size_t new_dangers = 0;
  static constexpr std::size_t kDangersNamed = 3;
  std::vector<std::string> new_danger_names;  // the first few
  std::size_t dangers_unknown_in_a = 0;
  // Number of cases that the metrics' figures cover; none if both runs measured the same cases, so that the
  // figures cover all of those.
  std::optional<std::size_t> measured_in_both;
  std::vector<MetricComparison> metrics;
  // Ordered by dataset and id. If a run exceeds CompareOptions::most_queries, only the changed cases, at most
  // that many.
  std::vector<QueryComparison> per_query;
  std::size_t not_listed = 0;

  bool is_retrieval() const { return a.aggregate.has_value() || b.aggregate.has_value(); }
  std::size_t paired() const { return wins + losses + draws + regressions + by_machine + by_grader; }
};

// "exact" or "fallback_doc": the audit field `chunker_version_match`.
std::string_view chunker_version_match(HitLevel matched);

// For randomisation tests. The seed is fixed, so that a p-value is the same on every platform.
struct DrawOptions {
  std::size_t draws = 10'000;
  std::uint64_t seed = 0x5eed;
};

struct CompareOptions {
  // And the files and folders of worlds that its cases name.
  enum class Dataset { must_match, may_differ } dataset = Dataset::must_match;
  enum class Chunker { may_differ, must_match } chunker = Chunker::may_differ;
  std::size_t most_queries = 10'000;
  DrawOptions draws;
};

// The reasons why two runs must not be compared, each with a next step; empty if they may be.
std::vector<Problem> obstacles(const RunInfo& a, const RunInfo& b, const CompareOptions& options);

// The differences between two runs besides their answers: tool, dataset, chunker, embedding, prompt, levels,
// ….
std::vector<std::string> causes_between(const RunInfo& a, const RunInfo& b);

// Throws NotComparable if there are obstacles.
CompareReport compare(const Run& a, const Run& b, const CompareOptions& options = {});

// When a comparison fails the build.
struct CompareGate {
  enum class Rule {
    regression,   // any case regressed, or a harmless request got a new dangerous answer
    significant,  // some judged metric is worse, one-sided, by its adjusted p-value
    delta,        // some judged metric's change (negated if lower is better) is below `delta`
  } rule = Rule::regression;
  double delta = 0.0;
  double level = 0.05;
  // What cases of a mean that are gone in b, or were measured in a and are not in b.
  enum class Lost {
    noted,    // they are only mentioned, unless b lacks cases of the same dataset, or cases that passed
    counted,  // those that are gone are regressions, and those that are not measured are not comparable
    allowed,  // nothing
  } lost = Lost::noted;
};

// "regression", "significant" or "delta:-0.02". Throws Error for anything else.
CompareGate compare_gate_from(std::string_view text);

enum class GateState { held, regressed, not_comparable };

struct GateVerdict {
  using Outcome [[deprecated("GateState")]] = GateState;
  GateState outcome = GateState::held;
  std::string why;  // one line
};

// Not comparable, whatever else is found: if no case was measured in both runs, if b lacks cases of a though
// both ran the same dataset, if cases that passed in a were not measured in b (in both cases unless that is
// allowed), or, for rules that read metrics, if a judged metric has a value in a and none in b.
GateVerdict judge_comparison(const CompareReport& report, const CompareGate& gate);

// 0 held, 1 regressed, 2 not comparable.
int exit_code(GateState outcome);

}  // namespace assay
