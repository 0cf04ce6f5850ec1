// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/run_aggregate.h"

#include <algorithm>

#include "aggregate_state.h"
#include "assay/internal/profile.h"
#include "assay/internal/safety.h"
#include "retrieval_totals.h"
#include "summary_totals.h"

namespace assay {
namespace {

state::Json place_json(const CasePlace& place) {
  return {place.dataset, place.dataset_name, place.line, place.id};
}

CasePlace place_from(const state::Json& json) {
  return {json.at(0).get<std::size_t>(), json.at(1).get<std::string>(), json.at(2).get<std::int64_t>(),
          json.at(3).get<std::string>()};
}

state::Json case_json(const SlowCase& slow) {
  return {{"case", slow.name}, {"latency_ns", slow.latency.count()}};
}
state::Json case_json(const FlakyCase& flaky) {
  return {{"case", flaky.name}, {"attempts", flaky.attempts}, {"passes", flaky.passes}};
}
state::Json case_json(const Alarm& alarm) {
  return {{"case", alarm.name}, {"command", alarm.command}, {"reason", alarm.reason}};
}

void restore_named(const state::Json& json, SlowCase& slow) {
  slow = {json.at("case").get<std::string>(),
          std::chrono::nanoseconds(json.at("latency_ns").get<std::int64_t>())};
}
void restore_named(const state::Json& json, FlakyCase& flaky) {
  flaky = {json.at("case").get<std::string>(), json.at("attempts").get<std::size_t>(),
           json.at("passes").get<std::size_t>()};
}
void restore_named(const state::Json& json, Alarm& alarm) {
  alarm = {json.at("case").get<std::string>(),
           {},
           json.at("command").get<std::string>(),
           json.at("reason").get<std::string>()};
}

template <typename T>
state::Json named_json(const std::vector<Placed<T>>& named) {
  state::Json json = state::Json::array();
  for (const auto& [place, value] : named) {
    state::Json each = case_json(value);
    each["place"] = place_json(place);
    json.push_back(std::move(each));
  }
  return json;
}

template <typename T>
std::vector<Placed<T>> named_from(const state::Json& json) {
  std::vector<Placed<T>> named;
  for (const auto& each : json) {
    named.push_back({place_from(each.at("place")), {}});
    restore_named(each, named.back().value);
  }
  return named;
}

bool stands_before(const Placed<SlowCase>& a, const Placed<SlowCase>& b) {
  return a.value.latency != b.value.latency ? a.value.latency > b.value.latency : a.place < b.place;
}
template <typename T>
bool stands_before(const Placed<T>& a, const Placed<T>& b) {
  return a.place < b.place;
}

// Keeps the first of both lists, as if all had been added in the run's order.
template <typename T>
void join_named(std::vector<Placed<T>>& named, const std::vector<Placed<T>>& others, std::size_t most) {
  named.insert(named.end(), others.begin(), others.end());
  std::stable_sort(named.begin(), named.end(),
                   [](const Placed<T>& a, const Placed<T>& b) { return stands_before(a, b); });
  if (named.size() > most) named.resize(most);
}

CasePlace place_in_run(const Case& asked, const RunInfo& info) {
  const auto found = std::ranges::find(info.datasets, asked.dataset, &DatasetInfo::name);
  const auto index = static_cast<std::size_t>(found - info.datasets.begin());
  return {index, found == info.datasets.end() ? asked.dataset : "", asked.where.line, asked.id};
}

}  // namespace

struct RunAggregate::Inner {
  explicit Inner(std::size_t expected) : summary(expected) {}

  SummaryTotals summary;
  RetrievalTotals retrieval{HitLevel::chunk};
  EvaluationTotals evaluation;
  std::vector<Placed<Alarm>> alarms;

  void add(const CaseRows& rows, const RunInfo& info) {
    const CasePlace place = place_in_run(rows.last().asked, info);
    Alarms found;
    for (const Result& each : rows.earlier()) add_attempt(each, place, found);
    const Result& last = rows.last();
    add_attempt(last, place, found);
    if (last.evaluation) evaluation.add(*last.evaluation, is_measured(last.answer.ending));
    for (Alarm& each : found.take())
      if (alarms.size() < Safety::kNamed) alarms.push_back({place, std::move(each)});
  }

  void add_attempt(const Result& attempt, const CasePlace& place, Alarms& found) {
    Figures figures = figures_of(attempt);
    found.add(attempt, figures);
    retrieval.add(figures);
    summary.take(figures, place);
  }
};

RunAggregate::RunAggregate() : inner_(std::make_unique<Inner>(0)) {}

RunAggregate::RunAggregate(const RunRows& rows) : inner_(std::make_unique<Inner>(rows.info.expected)) {
  for (CaseRows cases(rows.open()); cases.next();) inner_->add(cases, rows.info);
  inner_->summary.end();
  inner_->retrieval.end();
}

RunAggregate::~RunAggregate() = default;
RunAggregate::RunAggregate(RunAggregate&&) noexcept = default;
RunAggregate& RunAggregate::operator=(RunAggregate&&) noexcept = default;

std::size_t RunAggregate::cases() const { return inner_->summary.cases(); }

std::vector<std::int64_t> RunAggregate::take_times() { return inner_->summary.latencies().take_times(); }

std::string RunAggregate::to_json() const {
  state::Json json = {{"summary", state::json_of(inner_->summary)},
                      {"retrieval", state::json_of(inner_->retrieval)},
                      {"evaluation", state::json_of(inner_->evaluation)}};
  json["slowest"] = named_json(inner_->summary.latencies().slowest());
  json["flaky"] = named_json(inner_->summary.flaky());
  json["alarms"] = named_json(inner_->alarms);
  return json.dump(-1, ' ', false, state::Json::error_handler_t::replace);
}

RunAggregate RunAggregate::from_json(std::string_view text, const SourceLine& where) try {
  const state::Json json = state::Json::parse(text);
  RunAggregate aggregate;
  Inner& inner = *aggregate.inner_;
  state::restore(json.at("summary"), inner.summary);
  state::restore(json.at("retrieval"), inner.retrieval);
  state::restore(json.at("evaluation"), inner.evaluation);
  inner.summary.latencies().slowest() = named_from<SlowCase>(json.at("slowest"));
  inner.summary.flaky() = named_from<FlakyCase>(json.at("flaky"));
  inner.alarms = named_from<Alarm>(json.at("alarms"));
  return aggregate;
} catch (const std::exception& error) {
  throw Error(Problem{.where = where,
                      .what = std::string("no sums of a part of a run: ") + error.what(),
                      .next = "make the aggregate again from the shard's store"});
}

void RunAggregate::add(const RunAggregate& other) {
  state::add_up(inner_->summary, other.inner_->summary);
  state::add_up(inner_->retrieval, other.inner_->retrieval);
  state::add_up(inner_->evaluation, other.inner_->evaluation);
  join_named(inner_->summary.latencies().slowest(), other.inner_->summary.latencies().slowest(),
             kSlowestNamed);
  join_named(inner_->summary.flaky(), other.inner_->summary.flaky(), SummaryTotals::kFlakyNamed);
  join_named(inner_->alarms, other.inner_->alarms, Safety::kNamed);
}

RunFigures RunAggregate::finish(const RunInfo& info, const std::optional<Latency>& latency) {
  RunFigures figures;
  figures.summary = inner_->summary.finish(info.expected);
  figures.summary.latency = latency;
  if (!inner_->retrieval.is_empty()) figures.retrieval = inner_->retrieval.finish();
  figures.safety = figures.summary.safety;
  if (figures.safety)
    for (auto& [place, alarm] : inner_->alarms) figures.safety->alarms.push_back(std::move(alarm));
  if (info.profile) figures.evaluation = inner_->evaluation.finish();
  return figures;
}

}  // namespace assay
