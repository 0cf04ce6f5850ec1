// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/run_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "assay/internal/answer_shape.h"
#include "assay/internal/text.h"
#include "details.h"
#include "junit_case.h"
#include "numbers.h"

namespace assay {
namespace {

constexpr double kBinsADecade = 8;
constexpr double kFirst = 0.1;  // milliseconds

std::size_t tenth_of(double value) {
  return value > 0 ? std::min(static_cast<std::size_t>(value * 10), kTenths - 1) : 0;
}

// The cosine to the nearest accepted command.
std::optional<double> best_cosine(const std::vector<Verdict>& verdicts) {
  std::optional<double> best;
  for (const Verdict& each : verdicts)
    if (const auto* found = std::get_if<Similarity>(&each.evidence);
        found && found->cosine > best.value_or(-2))
      best = found->cosine;
  return best;
}

// The judge's verdict on the answer: right if it is as good as at least one accepted command. Empty if the
// judge was not asked or not sure.
std::optional<bool> judged_right(const std::vector<Verdict>& verdicts) {
  std::optional<bool> is_right;
  for (const Verdict& each : verdicts) {
    if (!std::holds_alternative<Votes>(each.evidence)) continue;
    if (each.outcome == VerdictKind::match) return true;
    if (each.outcome == VerdictKind::mismatch) is_right = false;
  }
  return is_right;
}

constexpr std::size_t kMostCauses = 1000;  // limit on the causes that are distinguished
constexpr std::size_t kMissNames = 100;

// Text that other cases may share verbatim; empty if the answer itself is the cause.
std::string cause_of(const Result& result) {
  if (result.grade.status == Status::unmeasured) return result.grade.method + '\n' + result.grade.why;
  const Answer& answer = result.answer;
  if (answer.ending == Ending::answered || answer.ending == Ending::refused) return "";
  return std::string(to_string(answer.ending)) + '\n' + answer.detail + '\n' +
         std::string(last_line(answer.stderr_bytes));
}

class Cases {
 public:
  explicit Cases(std::size_t most) : most_(most) {}

  void add(const Result& result, const RunInfo& info) {
    const std::size_t at = count_++;
    const std::string cause = cause_of(result);
    if (cause.empty() || (!causes_.contains(cause) && causes_.size() >= kMostCauses)) {
      ++others_;
      return keep({nearness_of(result), at}, result, info);
    }
    Sharing& sharing = causes_[cause];
    if (++sharing.count < CauseView::kFewest)
      sharing.few.emplace_back(Rank{nearness_of(result), at}, view(result, info));
    if (sharing.names.size() < CauseView::kNames) sharing.names.push_back(full_name_of(result.asked));
  }

  CasesView finish() {
    CasesView cases;
    cases.count = count_;
    std::vector<std::pair<std::size_t, CauseView>> causes;
    for (auto& [words, sharing] : causes_) {
      if (sharing.count >= CauseView::kFewest) {
        auto& [at, first] = sharing.few.front();
        causes.emplace_back(at.at, CauseView{std::move(first), std::move(sharing.names), sharing.count});
        continue;
      }
      others_ += sharing.count;
      std::move(sharing.few.begin(), sharing.few.end(), std::back_inserter(kept_));
    }
    std::sort(causes.begin(), causes.end(), [](const auto& a, const auto& b) {
      return a.second.count != b.second.count ? a.second.count > b.second.count : a.first < b.first;
    });
    cut();
    for (auto& [at, cause] : causes) cases.causes.push_back(std::move(cause));
    for (auto& [at, each] : kept_) cases.cases.push_back(std::move(each));
    cases.others = others_;
    return cases;
  }

 private:
  // Nearest first, equally near ones in case order.
  struct Rank {
    double nearness = 0.0;
    std::size_t at = 0;
    bool operator<(const Rank& other) const {
      return nearness != other.nearness ? nearness > other.nearness : at < other.at;
    }
  };
  using Placed = std::pair<Rank, CaseView>;
  struct Sharing {
    std::vector<Placed> few;  // kept while they may be too few to be a cause
    std::vector<std::string> names;
    std::size_t count = 0;
  };

  // The overlap with an accepted answer; 0 if unknown.
  static double nearness_of(const Result& result) {
    const auto& credit = result.grade.partial;
    return credit ? credit->overlap.value_or(0.0) + credit->token_f1 / 1000 : 0.0;
  }
  // Holds at most about twice as many cases as are shown.
  void keep(Rank rank, const Result& result, const RunInfo& info) {
    if (is_full_ && !(rank < last_)) return;
    kept_.emplace_back(rank, view(result, info));
    if (kept_.size() >= 2 * most_ + 1) cut();
  }
  void cut() {
    std::sort(kept_.begin(), kept_.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    if (kept_.size() <= most_) return;
    kept_.resize(most_);
    is_full_ = true;
    if (most_ > 0) last_ = kept_.back().first;
  }

  static CaseView view(const Result& result, const RunInfo& info) {
    return {full_name_of(result.asked), result.asked.where, light_of(info.gate, result, info.unmeasured),
            headline(info.gate, result), details(result)};
  }

  std::size_t most_;
  std::size_t count_ = 0;
  std::size_t others_ = 0;
  std::vector<Placed> kept_;
  bool is_full_ = false;
  Rank last_;  // the last of the kept ones, if is_full_
  std::map<std::string, Sharing> causes_;
};

void count(DatasetView& dataset, const Result& last, const RunInfo& info) {
  ++dataset.tests;
  dataset.time += last.answer.latency;
  switch (kind_of(last, info)) {
    case JUnitKind::passed: break;
    case JUnitKind::failure: ++dataset.failures; break;
    case JUnitKind::error: ++dataset.errors; break;
    case JUnitKind::skipped: ++dataset.skipped; break;
  }
}

}  // namespace

void Reliability::add(double value, bool is_right) {
  ++answers[tenth_of(value)];
  right[tenth_of(value)] += is_right ? 1 : 0;
}

void Distributions::add_attempt(const Result& result) {
  const auto& label = result.answer.label;
  if (label && result.grade.status != Status::unmeasured) scores_by_people.add(result.grade.score, *label);
  const auto cosine = best_cosine(result.grade.verdicts);
  if (!cosine) return;
  if (label) cosines_by_people.add(*cosine, *label);
  if (const auto is_right = judged_right(result.grade.verdicts)) cosines_by_judge.add(*cosine, *is_right);
}

void Distributions::add_case(const Result& last, const Figures& figures) {
  if (figures.score) ++scores[tenth_of(*figures.score)];
  if (const auto cosine = best_cosine(last.grade.verdicts)) ++cosines[tenth_of(*cosine)];
  if (figures.latency) {
    const double ms = std::chrono::duration<double, std::milli>(*figures.latency).count();
    const double bin = std::floor(std::log10(std::max(ms, kFirst) / kFirst) * kBinsADecade);
    ++latency[std::min(static_cast<std::size_t>(bin), kBins - 1)];
  }
  if (!figures.retrieval || !was_asked(figures)) return;
  const RetrievalFigures& query = *figures.retrieval;
  if (query.chunks_expected > 0) {
    const int rank = query.chunk_rank.value_or(0);
    ++ranks[rank == 0 ? 11 : std::min(rank, 11) - 1];
  }
  if (query.refused) ++refusals[query.should_refuse][*query.refused];
}

std::string latency_label(std::size_t bin) {
  const double ms = kFirst * std::pow(10, static_cast<double>(bin) / kBinsADecade);
  return rough_time(ms);
}

void Portability::add(const Result& last, std::size_t most_rows) {
  const auto& under = last.grade.userlands;
  bool differs = false;
  for (const UserlandGrade& each : under) {
    if (std::ranges::count(userlands, each.userland) == 0) userlands.push_back(each.userland);
    differs |= each.status != Status::unmeasured && each.status != last.grade.status;
    if (each.status != Status::unmeasured) continue;
    const std::pair reason(each.userland, each.why);
    if (!unmeasured.contains(reason) && unmeasured.size() == kReasons) continue;
    if (Unmeasured& cases = unmeasured[reason]; ++cases.cases == 1) cases.first = last.asked.where;
  }
  if (differs && ++differing <= most_rows)
    rows.push_back({full_name_of(last.asked), last.asked.where, last.grade.status, under});
}

struct RunViewer::Inner {
  Inner(RunInfo of_run, const ViewOptions& view_options)
      : options(view_options),
        gate_check(view_options.terms.value_or(terms_of(of_run))),
        totals(of_run),
        misses(view_options.most_cases),
        unmeasured(view_options.most_cases) {
    view.info = std::move(of_run);
    view.trend = view_options.trend;
  }

  void add_attempt(const Result& result, Figures& figures) {
    view.distributions.add_attempt(result);
    count_label(view.labels, result);
    totals.add_attempt(result, figures);
  }

  GateResult gate() {
    if (options.gate) return *options.gate;
    if (!options.expected) return gate_check.finish(view.info, view.summary);
    if (view.summary.present < *options.expected) return lost_cases(*options.expected - view.summary.present);
    return gate_check.finish(view.info, view.summary);
  }

  GateResult lost_cases(std::size_t lost) const {
    return {GateOutcome::unreadable, Light::red,
            fmt::format(
                "{} of the {} cases that were asked have no result\n  next: if it is a merged run, merge all "
                "stores of every shard; otherwise run it again, and let nothing remove it meanwhile",
                lost, *options.expected)};
  }

  void add_pass(const Result& last) {
    if (last.grade.score >= 1.0 || ++view.lower_pass_count > options.most_cases) return;
    view.lower_passes.push_back({full_name_of(last.asked), last.grade.score, last.grade.why});
  }

  void add_case(const Result& last) {
    shapes.add(last.answer);
    totals.add_case(last);
    view.portability.add(last, options.most_cases);
    if (view.datasets.empty() || view.datasets.back().name != last.asked.dataset)
      view.datasets.push_back({last.asked.dataset});
    count(view.datasets.back(), last, view.info);
    switch (last.grade.status) {
      case Status::pass: return add_pass(last);
      case Status::miss:
        if (view.miss_names.size() < kMissNames) view.miss_names.push_back(full_name_of(last.asked));
        return misses.add(last, view.info);
      case Status::unmeasured: return unmeasured.add(last, view.info);
    }
  }

  ViewOptions options;
  RunView view;
  GateCheck gate_check;
  RunTotals totals;
  AnswerShapes shapes;
  Cases misses;
  Cases unmeasured;
};

RunViewer::RunViewer(RunInfo info, const ViewOptions& options)
    : inner_(std::make_unique<Inner>(std::move(info), options)) {}
RunViewer::~RunViewer() = default;
RunViewer::RunViewer(RunViewer&&) noexcept = default;

void RunViewer::add(const CaseRows& rows) {
  for (const Result& each : rows.earlier()) {
    Figures figures = figures_of(each);
    inner_->add_attempt(each, figures);
  }
  Figures figures = figures_of(rows.last());
  inner_->view.distributions.add_case(rows.last(), figures);
  inner_->add_attempt(rows.last(), figures);
  inner_->gate_check.add(rows.earlier(), rows.last());
  inner_->add_case(rows.last());
}

RunView RunViewer::finish() {
  RunView& view = inner_->view;
  static_cast<RunFigures&>(view) = inner_->totals.finish();
  view.gate = inner_->gate();
  view.advice = inner_->shapes.advice();
  view.misses = inner_->misses.finish();
  view.unmeasured = inner_->unmeasured.finish();
  return std::move(view);
}

RunView view_of(const RunRows& rows, const ViewOptions& options) {
  RunViewer viewer(rows.info, options);
  for (CaseRows cases(rows.open()); cases.next();) viewer.add(cases);
  return viewer.finish();
}

}  // namespace assay
