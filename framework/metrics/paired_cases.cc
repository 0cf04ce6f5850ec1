// SPDX-License-Identifier: Apache-2.0
#include "paired_cases.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>

#include "assay/internal/retrieval_accumulator.h"
#include "totals.h"

namespace assay {
namespace {

Change by_value(double a, double b) { return b > a ? Change::win : b < a ? Change::loss : Change::draw; }

Change by_outcome(bool a, bool b, double a_value, double b_value) {
  if (a != b) return b ? Change::win : Change::regression;
  return by_value(a_value, b_value);
}

// The cause of a regression if the tool gave no gradable answer.
std::string ended_in_b(const Figures& b) {
  const bool said_something =
      b.ending == to_string(Ending::answered) || b.ending == to_string(Ending::refused);
  return said_something || b.ending.empty() ? "" : "in b: " + b.ending;
}

void compare_commands(QueryComparison& query, const CaseFigures& a, const CaseFigures& b) {
  query.a_score = a.score();
  query.b_score = b.score();
  const bool scored = query.a_score && query.b_score;
  query.kind = by_outcome(a.has_passed(), b.has_passed(), scored ? *query.a_score : 0.0,
                          scored ? *query.b_score : 0.0);
  if (query.kind == Change::regression) query.cause = ended_in_b(b.last);
}

void compare_refusals(QueryComparison& query, const RetrievalFigures& a, const RetrievalFigures& b) {
  const auto right_a = refused_rightly(a);
  const auto right_b = refused_rightly(b);
  query.note = "should refuse";
  query.kind = right_a && right_b ? by_outcome(*right_a, *right_b, 0.0, 0.0) : Change::draw;
}

// Compares inverse ranks, so that no hit is the worst.
double inverse(std::optional<int> rank) { return rank ? 1.0 / *rank : 0.0; }

void compare_ranks(QueryComparison& query, const RetrievalFigures& a, const RetrievalFigures& b,
                   HitLevel level) {
  query.a_hit_rank = rank_at(a, level);
  query.b_hit_rank = rank_at(b, level);
  query.kind = by_outcome(query.a_hit_rank.has_value(), query.b_hit_rank.has_value(),
                          inverse(query.a_hit_rank), inverse(query.b_hit_rank));
}

// How the tool's answer ended or, if it answered, which level decided.
std::string reason_of(const Figures& figures) {
  if (figures.ending != to_string(Ending::answered)) return figures.ending;
  return figures.method.empty() || figures.method == "none" ? "the answer" : figures.method;
}

void compare_places(QueryComparison& query, const Figures& a, const Figures& b, HitLevel matched) {
  const RetrievalFigures& in_a = *a.retrieval;
  const RetrievalFigures& in_b = *b.retrieval;
  if (in_a.should_refuse && in_b.should_refuse) return compare_refusals(query, in_a, in_b);
  const bool has_chunks = in_a.chunks_expected > 0 && in_b.chunks_expected > 0;
  const HitLevel level = has_chunks ? matched : HitLevel::document;
  if (level != matched) query.note = "no chunk is expected: matched by document";
  compare_ranks(query, in_a, in_b, level);
  if (in_b.failed && !in_a.failed) {
    query.note = "the tool failed in b: " + b.ending;
    query.cause = ended_in_b(b);
  }
}

// Ranks say how well a query was answered, the status whether it passed: a query that passed and no longer
// does has regressed, whatever its hits' ranks.
void compare_queries(QueryComparison& query, const Figures& a, const Figures& b, HitLevel matched) {
  compare_places(query, a, b, matched);
  if (a.status == b.status) return;
  const bool won = b.status == Status::pass;
  const Change kind = won ? Change::win : Change::regression;
  if (query.kind == kind) return;
  query.kind = kind;
  const std::string note =
      won ? "missed in a (" + reason_of(a) + "), passes in b" : "passed in a, misses in b: " + reason_of(b);
  query.note += (query.note.empty() ? "" : "; ") + note;
}

std::string unmeasured_note(const char* run, const Figures& figures) {
  const bool answered = figures.ending == to_string(Ending::answered);
  const std::string& why = answered ? figures.method : figures.ending;
  return std::string("not measured in ") + run + ": " + (why.empty() ? "not graded" : why);
}

// The largest possible difference between two values.
double widest(Metric::Values values) {
  switch (values) {
    case Metric::Values::zero_or_one:
    case Metric::Values::graded: return 1.0;
    case Metric::Values::signed_graded: break;
  }
  return 2.0;
}

// For differences of at most `most`. If all are equal, there is no spread and the interval is a point.
std::optional<Interval> student_interval(const Mean& mean, std::size_t n, double most) {
  if (!mean.standard_error) return std::nullopt;
  if (*mean.standard_error == 0.0) return Interval{mean.value, mean.value};
  const boost::math::students_t_distribution<double> t(static_cast<double>(n - 1));
  const double half = boost::math::quantile(t, 0.975) * *mean.standard_error;
  return Interval{std::max(-most, mean.value - half), std::min(most, mean.value + half)};
}

}  // namespace

int order_of(const Figures& a, const Figures& b) {
  if (const int dataset = a.dataset.compare(b.dataset); dataset != 0) return dataset;
  return a.id.compare(b.id);
}

CaseReader::CaseReader(FigureSource source) : source_(std::move(source)) {
  has_ahead_ = source_(slots_[1 - at_].last);
  read();
}

void CaseReader::advance() { read(); }

void CaseReader::read() {
  at_ = 1 - at_;
  has_current_ = has_ahead_;
  CaseFigures& current = slots_[at_];
  Figures& ahead = slots_[1 - at_].last;
  current.reset();
  while (has_ahead_) {
    if (current.attempts > 0) {
      if (order_of(ahead, current.last) != 0) return;
      swap(current.last, ahead);
    }
    ++current.attempts;
    current.count(current.last);
    has_ahead_ = source_(ahead);
  }
}

QueryComparison compare_case(const CaseFigures& a, const CaseFigures& b, HitLevel matched) {
  QueryComparison query;
  query.dataset = a.last.dataset;
  query.query_id = a.last.id;
  query.a_status = a.status();
  query.b_status = b.status();
  if (!a.is_measured() || !b.is_measured()) {
    query.kind = Change::missing;
    query.note = a.is_measured() ? unmeasured_note("b", b.last) : unmeasured_note("a", a.last);
    query.cause = query.note;
    query.a_score = a.score();
    query.b_score = b.score();
  } else if (a.last.retrieval && b.last.retrieval) {
    compare_queries(query, a.last, b.last, matched);
  } else {
    compare_commands(query, a, b);
  }
  return query;
}

MetricPairs::MetricPairs(const Metric& metric, std::size_t cutoff) : metric_(&metric), cutoff_(cutoff) {}

void MetricPairs::add(const CaseFigures& a, const CaseFigures& b, HitLevel matched) {
  const auto in_a = metric_->value(a, cutoff_, matched);
  const auto in_b = metric_->value(b, cutoff_, matched);
  if (in_a) in_a_.add(*in_a);
  if (in_b) in_b_.add(*in_b);
  if (!in_a || !in_b || metric_->pairing == Metric::Pairing::none) return;
  const double difference = *in_b - *in_a;
  differences_.add(difference);
  gained_ += difference == 1.0;
  lost_ += difference == -1.0;
  fractional_ |= difference != 0.0 && difference != 1.0 && difference != -1.0;
}

MetricComparison MetricPairs::finish(const DrawOptions& draws) const {
  MetricComparison metric;
  metric.name = metric_->name;
  metric.k = cutoffs_of(*metric_)[cutoff_];
  metric.lower_is_better = metric_->better == Metric::Better::lower;
  metric.is_judged = metric_->role == Metric::Role::outcome;
  metric.a = figure_of(in_a_);
  metric.b = figure_of(in_b_);
  if (in_a_.count() > 0 && in_b_.count() > 0) metric.delta = in_b_.mean() - in_a_.mean();
  metric.pairs = differences_.n();
  const bool binary = metric_->values == Metric::Values::zero_or_one && !fractional_;
  metric.test = binary ? PairedTest::mcnemar : PairedTest::sign_flip;
  if (metric.pairs == 0) return metric;
  const auto mean = differences_.mean();
  metric.mean_difference = mean->value;
  metric.p_t = paired_t(differences_);
  if (differences_.n() > 1)
    metric.detectable = minimum_detectable(differences_.n(), *differences_.variance());
  if (binary) {
    metric.gained = gained_;
    metric.lost = lost_;
    metric.interval = agresti_min(gained_, lost_, metric.pairs);
    metric.p = mcnemar(gained_, lost_);
    metric.p_worse = mcnemar(gained_, lost_, metric.lower_is_better ? Tail::upper : Tail::lower);
  } else {
    metric.interval = student_interval(*mean, metric.pairs, widest(metric_->values));
    const SignFlip p = sign_flip_of(differences_, draws);
    metric.p = p.both;
    metric.p_worse = metric.lower_is_better ? p.upper : p.lower;
  }
  return metric;
}

std::vector<MetricPairs> pairs_over(Metric::Over over, HitLevel matched) {
  std::vector<MetricPairs> pairs;
  for (const Metric& metric : metrics_over(over)) {
    if (metric.compared == Metric::Compared::never) continue;
    if (metric.needs == Metric::Needs::chunk_ids && matched != HitLevel::chunk) continue;
    const auto cutoffs = cutoffs_of(metric);
    for (std::size_t i = 0; i < cutoffs.size(); ++i)
      if ((metric.compared == Metric::Compared::at_each_cutoff && cutoffs[i] <= 10) || cutoffs[i] == 10)
        pairs.emplace_back(metric, i);
  }
  return pairs;
}

void adjust(std::vector<MetricComparison>& metrics) {
  std::vector<std::size_t> measured;
  std::vector<double> both;
  std::vector<double> worse;
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    if (!metrics[i].p || !metrics[i].is_judged) continue;
    measured.push_back(i);
    both.push_back(*metrics[i].p);
    worse.push_back(*metrics[i].p_worse);
  }
  const auto both_adjusted = holm(both);
  const auto worse_adjusted = holm(worse);
  for (std::size_t i = 0; i < measured.size(); ++i) {
    metrics[measured[i]].p_holm = both_adjusted[i];
    metrics[measured[i]].p_worse_holm = worse_adjusted[i];
  }
}

}  // namespace assay
