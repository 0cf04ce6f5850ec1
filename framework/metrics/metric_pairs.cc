#include "metric_pairs.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>

namespace assay {
namespace {

std::size_t cutoff(int k) {
  return static_cast<std::size_t>(std::find(kCutoffs.begin(), kCutoffs.end(), k) - kCutoffs.begin());
}

std::optional<double> number(std::optional<bool> value) {
  return value ? std::optional(*value ? 1.0 : 0.0) : std::nullopt;
}

std::optional<double> accuracy(const CaseFigures& each, int, HitLevel) { return each.pass_rate(); }
std::optional<double> score(const CaseFigures& each, int, HitLevel) { return each.score(); }

std::optional<double> hit(const CaseFigures& each, int k, HitLevel level) {
  return hit_at(*each.last.retrieval, k, level);
}
std::optional<double> reciprocal(const CaseFigures& each, int, HitLevel level) {
  return reciprocal_rank(*each.last.retrieval, level);
}
std::optional<double> recall(const CaseFigures& each, int k, HitLevel) {
  return recall_at(*each.last.retrieval, cutoff(k));
}
std::optional<double> precision(const CaseFigures& each, int k, HitLevel) {
  return precision_at(*each.last.retrieval, cutoff(k));
}
std::optional<double> cited(const CaseFigures& each, int, HitLevel) {
  return number(each.last.retrieval->cited);
}
std::optional<double> grounded(const CaseFigures& each, int, HitLevel) {
  return number(each.last.retrieval->contains);
}
std::optional<double> empty(const CaseFigures& each, int, HitLevel) {
  return each.last.retrieval->hits == 0 ? 1.0 : 0.0;
}
std::optional<double> refused(const CaseFigures& each, int, HitLevel) {
  return number(refused_rightly(*each.last.retrieval));
}
std::optional<double> ndcg(const CaseFigures& each, int k, HitLevel) {
  const auto& values = each.last.retrieval->ndcg;
  return values ? std::optional((*values)[cutoff(k)]) : std::nullopt;
}
std::optional<double> mean_precision(const CaseFigures& each, int, HitLevel) {
  return each.last.retrieval->average_precision;
}

// Of differences of values in 0…1. Where equal ones leave no spread, the interval is the point.
std::optional<Interval> student_interval(const Mean& mean, std::size_t n) {
  if (!mean.standard_error) return std::nullopt;
  if (*mean.standard_error == 0.0) return Interval{mean.value, mean.value};
  const boost::math::students_t_distribution<double> t(static_cast<double>(n - 1));
  const double half = boost::math::quantile(t, 0.975) * *mean.standard_error;
  return Interval{std::max(-1.0, mean.value - half), std::min(1.0, mean.value + half)};
}

}  // namespace

MetricPairs::MetricPairs(std::string name, int k, Kind kind, Better better, Value value)
    : name_(std::move(name)), k_(k), kind_(kind), better_(better), value_(value) {}

void MetricPairs::add(const CaseFigures& a, const CaseFigures& b, HitLevel matched) {
  if (!a.has_figures() || !b.has_figures()) return;
  const auto in_a = value_(a, k_, matched);
  const auto in_b = value_(b, k_, matched);
  if (!in_a || !in_b) return;
  const double difference = *in_b - *in_a;
  differences_.add(difference);
  gained_ += difference == 1.0;
  lost_ += difference == -1.0;
  fractional_ |= difference != 0.0 && difference != 1.0 && difference != -1.0;
}

MetricComparison MetricPairs::finish(const DrawOptions& draws) const {
  MetricComparison metric;
  metric.name = name_;
  metric.k = k_;
  metric.lower_is_better = better_ == Better::lower;
  metric.pairs = differences_.n();
  const bool binary = kind_ == Kind::zero_or_one && !fractional_;
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
    metric.interval = student_interval(*mean, metric.pairs);
    const SignFlip p = sign_flip_of(differences_, draws);
    metric.p = p.both;
    metric.p_worse = metric.lower_is_better ? p.upper : p.lower;
  }
  return metric;
}

std::vector<MetricPairs> command_metrics() {
  using enum MetricPairs::Kind;
  std::vector<MetricPairs> metrics;
  metrics.emplace_back("accuracy", 0, zero_or_one, MetricPairs::Better::higher, accuracy);
  metrics.emplace_back("mean_score", 0, graded, MetricPairs::Better::higher, score);
  return metrics;
}

std::vector<MetricPairs> retrieval_metrics(HitLevel matched) {
  using enum MetricPairs::Kind;
  using enum MetricPairs::Better;
  std::vector<MetricPairs> metrics;
  for (const int k : kCutoffs) metrics.emplace_back("hit_at_k", k, zero_or_one, higher, hit);
  metrics.emplace_back("mrr", 0, graded, higher, reciprocal);
  for (const int k : kCutoffs) metrics.emplace_back("recall_at_k_doc", k, graded, higher, recall);
  if (matched == HitLevel::chunk)
    for (const int k : kCutoffs) metrics.emplace_back("precision_at_k_chunk", k, graded, higher, precision);
  metrics.emplace_back("citation_coverage", 0, zero_or_one, higher, cited);
  metrics.emplace_back("groundedness", 0, zero_or_one, higher, grounded);
  metrics.emplace_back("empty_result_rate", 0, zero_or_one, lower, empty);
  metrics.emplace_back("refusal_correctness", 0, zero_or_one, higher, refused);
  metrics.emplace_back("ndcg_at_k", 10, graded, higher, ndcg);
  metrics.emplace_back("map", 0, graded, higher, mean_precision);
  return metrics;
}

void adjust(std::vector<MetricComparison>& metrics) {
  std::vector<std::size_t> measured;
  std::vector<double> both;
  std::vector<double> worse;
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    if (!metrics[i].p) continue;
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
