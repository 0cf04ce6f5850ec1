// SPDX-License-Identifier: Apache-2.0
#include "metric_pairs.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>

#include "assay/internal/paired.h"
#include "totals.h"

namespace assay {
namespace {

// The largest possible difference between two values.
double widest(Metric::Values values) {
  switch (values) {
    case Metric::Values::zero_or_one:
    case Metric::Values::graded:
      return 1.0;
    case Metric::Values::signed_graded:
      break;
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
      if (metric.compared == Metric::Compared::at_each_cutoff || cutoffs[i] == 10)
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
