// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/run_aggregate.h"

#include <algorithm>

#include "aggregate_state.h"
#include "run_sums.h"

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

}  // namespace

RunAggregate::RunAggregate() : sums_(std::make_unique<RunSums>(0)) {}

RunAggregate::RunAggregate(const RunRows& rows) {
  RunTotals totals(rows.info);
  for (CaseRows cases(rows.open()); cases.next();) totals.add(cases);
  sums_ = totals.take_sums();
}

RunAggregate::~RunAggregate() = default;
RunAggregate::RunAggregate(RunAggregate&&) noexcept = default;
RunAggregate& RunAggregate::operator=(RunAggregate&&) noexcept = default;

std::size_t RunAggregate::cases() const { return sums_->summary.cases(); }

std::vector<std::int64_t> RunAggregate::take_times() { return sums_->summary.latencies().take_times(); }

std::string RunAggregate::to_json() const {
  state::Json json = {{"summary", state::json_of(sums_->summary)},
                      {"retrieval", state::json_of(sums_->retrieval)},
                      {"evaluation", state::json_of(sums_->evaluation)}};
  json["slowest"] = named_json(sums_->summary.latencies().slowest());
  json["flaky"] = named_json(sums_->summary.flaky());
  json["alarms"] = named_json(sums_->alarms);
  return json.dump(-1, ' ', false, state::Json::error_handler_t::replace);
}

RunAggregate RunAggregate::from_json(std::string_view text, const SourceLine& where) try {
  const state::Json json = state::Json::parse(text);
  RunAggregate aggregate;
  RunSums& sums = *aggregate.sums_;
  state::restore(json.at("summary"), sums.summary);
  state::restore(json.at("retrieval"), sums.retrieval);
  state::restore(json.at("evaluation"), sums.evaluation);
  sums.summary.latencies().slowest() = named_from<SlowCase>(json.at("slowest"));
  sums.summary.flaky() = named_from<FlakyCase>(json.at("flaky"));
  sums.alarms = named_from<Alarm>(json.at("alarms"));
  return aggregate;
} catch (const std::exception& error) {
  throw Error(Problem{.where = where,
                      .what = std::string("no sums of a part of a run: ") + error.what(),
                      .next = "make the aggregate again from the shard's store"});
}

void RunAggregate::add(const RunAggregate& other) {
  state::add_up(sums_->summary, other.sums_->summary);
  state::add_up(sums_->retrieval, other.sums_->retrieval);
  state::add_up(sums_->evaluation, other.sums_->evaluation);
  join_named(sums_->summary.latencies().slowest(), other.sums_->summary.latencies().slowest(), kSlowestNamed);
  join_named(sums_->summary.flaky(), other.sums_->summary.flaky(), SummaryTotals::kFlakyNamed);
  join_named(sums_->alarms, other.sums_->alarms, Safety::kNamed);
}

RunFigures RunAggregate::finish(const RunInfo& info, const std::optional<Latency>& latency) {
  RunFigures figures = sums_->finish(info);
  figures.summary.latency = latency;
  return figures;
}

}  // namespace assay
