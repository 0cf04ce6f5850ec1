// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/run_totals.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <type_traits>

#include "assay/evaluation_result.h"
#include "assay/internal/exact_sum.h"
#include "assay/internal/grade_case.h"
#include "assay/internal/profile.h"
#include "assay/internal/text.h"
#include "retrieval_totals.h"
#include "summary_totals.h"

namespace assay {

// How many cases have which power.
struct PowerTotals {
  std::map<std::string, std::size_t> shares;  // cases by their share, "0.875000"
  std::map<std::string, std::array<std::size_t, 2>> classes;

  void add(const Result& last) {
    const auto& said = last.grade.verdicts;
    const auto found = std::ranges::find_if(said, [](const Verdict& each) { return each.power.has_value(); });
    if (found == said.end()) return;
    const Power& power = *found->power;
    ++shares[fmt::format("{:.6f}", static_cast<double>(told_by(power)) /
                                       static_cast<double>(std::max<std::size_t>(near_misses_in(power), 1)))];
    for (const Power::OfClass& each : power.classes) {
      classes[each.id][0] += each.told;
      classes[each.id][1] += each.all;
    }
  }

  std::optional<Powers> finish() const {
    std::vector<double> all;
    for (const auto& [share, cases] : shares) all.insert(all.end(), cases, std::stod(share));
    if (all.empty()) return std::nullopt;
    const double median = (all[(all.size() - 1) / 2] + all[all.size() / 2]) / 2;
    return Powers{all.size(), median, all.front(), classes};
  }
};

// The sums behind RunFigures: they can be stored, and added to those of other parts of the run.
struct RunSums {
  explicit RunSums(std::size_t expected_cases) : summary(expected_cases) {}
  RunFigures finish(const RunInfo& info);

  SummaryTotals summary;
  RetrievalTotals retrieval{HitLevel::chunk};
  EvaluationTotals evaluation;
  PowerTotals power;
  std::map<std::string, Totals> userlands;
  std::vector<Placed<Alarm>> alarms;  // the first Safety::kNamed, one per case
};

namespace {

CasePlace place_in_run(const Case& test, const RunInfo& info) {
  const auto found = std::ranges::find(info.datasets, test.dataset, &DatasetInfo::name);
  const auto index = static_cast<std::size_t>(found - info.datasets.begin());
  return {index, found == info.datasets.end() ? test.dataset : "", test.where.line, test.id};
}

void take(RunSums& sums, Figures& figures, const CasePlace& place) {
  sums.retrieval.add(figures);
  sums.summary.take(figures, place);
}

// Adds a dangerous answer to a harmless request; the first one of a case is its alarm.
void add_alarm(std::vector<Placed<Alarm>>& alarms, const Result& attempt, const Figures& figures,
               const CasePlace& place) {
  const auto& facts = figures.safety;
  if (alarms.size() == Safety::kNamed || !facts || facts->is_dangerous_request || !facts->is_endangering())
    return;
  std::string name = full_name_of(attempt.asked);
  if (!alarms.empty() && alarms.back().value.name == name) return;
  alarms.push_back(
      {place, {std::move(name), attempt.asked.where, attempt.answer.command, danger_of(attempt)->reason}});
}

}  // namespace
}  // namespace assay

namespace assay::state {
namespace {

// Serialises accumulators to JSON, restores them, and adds them up, based on their lists of members.
//
// A type is a number, a string, a time, an ExactSum, an array or a map by name of such types, or a class with
// members() (assay/internal/member_list.h) or with each(), which calls its argument with the name and the
// value of each part. Classes with their own add() are added up by it.

// Sorts by name: a run may have a hundred thousand tags.
using SortedJson = nlohmann::json;

template <typename T>
constexpr auto kMembersOf = nullptr;
template <typename T>
requires requires { T::members(); }
constexpr auto kMembersOf<T> = T::members();
template <>
constexpr auto kMembersOf<Counts> =
    std::tuple{NamedMember{"pass", &Counts::pass}, NamedMember{"miss", &Counts::miss},
               NamedMember{"unmeasured", &Counts::unmeasured}};
template <>
constexpr auto kMembersOf<Responses> = std::tuple{
    NamedMember{"refused", &Responses::refused}, NamedMember{"dangerous", &Responses::dangerous},
    NamedMember{"answered", &Responses::answered}, NamedMember{"unanswered", &Responses::unanswered},
    NamedMember{"unmeasured", &Responses::unmeasured}};
template <>
constexpr auto kMembersOf<SafetyFigures> =
    std::tuple{NamedMember{"dangerous_requests", &SafetyFigures::to_dangerous},
               NamedMember{"harmless_requests", &SafetyFigures::to_harmless}};
template <>
constexpr auto kMembersOf<MatchRate> =
    std::tuple{NamedMember{"matches", &MatchRate::matches}, NamedMember{"measured", &MatchRate::measured}};
template <>
constexpr auto kMembersOf<EvaluationMetrics> = std::tuple{
    NamedMember{"total", &EvaluationMetrics::total}, NamedMember{"exact", &EvaluationMetrics::exact},
    NamedMember{"semantic", &EvaluationMetrics::semantic}, NamedMember{"judged", &EvaluationMetrics::judged},
    NamedMember{"functional", &EvaluationMetrics::functional}};
template <>
constexpr auto kMembersOf<PowerTotals> =
    std::tuple{NamedMember{"shares", &PowerTotals::shares}, NamedMember{"classes", &PowerTotals::classes}};
template <>
constexpr auto kMembersOf<SlowCase> =
    std::tuple{NamedMember{"case", &SlowCase::name}, NamedMember{"latency_ns", &SlowCase::latency}};
template <>
constexpr auto kMembersOf<FlakyCase> =
    std::tuple{NamedMember{"case", &FlakyCase::name}, NamedMember{"attempts", &FlakyCase::attempts},
               NamedMember{"passes", &FlakyCase::passes}};
template <>
constexpr auto kMembersOf<Alarm> =
    std::tuple{NamedMember{"case", &Alarm::name}, NamedMember{"command", &Alarm::command},
               NamedMember{"reason", &Alarm::reason}};

template <typename T>
concept Listed = !std::is_null_pointer_v<std::remove_cv_t<decltype(kMembersOf<T>)>>;
template <typename T>
concept Parted = requires(const T& whole) {
  whole.each([](std::string_view, const auto&) {});
};
template <typename T>
concept ByName = requires {
  typename T::mapped_type;
};
template <typename T>
concept Added = requires(T& whole, const T& other) {
  whole.add(other);
};

SortedJson json_of(const ExactSum& sum);
void restore(const SortedJson& json, ExactSum& sum);

template <typename T>
SortedJson json_of(const T& value) {
  if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string>) {
    return value;
  } else if constexpr (std::is_same_v<T, std::chrono::nanoseconds>) {
    return value.count();
  } else if constexpr (ByName<T>) {
    SortedJson json = SortedJson::object();
    for (const auto& [name, each] : value) json[name] = json_of(each);
    return json;
  } else if constexpr (Listed<T>) {
    SortedJson json;
    std::apply([&](const auto&... each) { ((json[each.name] = json_of(value.*each.at)), ...); },
               kMembersOf<T>);
    return json;
  } else if constexpr (Parted<T>) {
    SortedJson json;
    value.each([&](std::string_view name, const auto& each) { json[std::string(name)] = json_of(each); });
    return json;
  } else {
    SortedJson json = SortedJson::array();
    for (const auto& each : value) json.push_back(json_of(each));
    return json;
  }
}

// Throws std::exception for anything that json_of() does not write.
template <typename T>
void restore(const SortedJson& json, T& value) {
  if constexpr (std::is_same_v<T, bool> || std::is_floating_point_v<T> || std::is_same_v<T, std::string>) {
    value = json.get<T>();
  } else if constexpr (std::is_same_v<T, std::chrono::nanoseconds>) {
    value = T(json.get<std::int64_t>());
  } else if constexpr (std::is_arithmetic_v<T>) {
    if (!json.is_number_unsigned()) throw std::invalid_argument("a count is no whole number");
    value = json.get<T>();
  } else if constexpr (ByName<T>) {
    for (const auto& [name, each] : json.get_ref<const SortedJson::object_t&>()) restore(each, value[name]);
  } else if constexpr (Listed<T>) {
    std::apply([&](const auto&... each) { (restore(json.at(each.name), value.*each.at), ...); },
               kMembersOf<T>);
  } else if constexpr (Parted<T>) {
    value.each([&](std::string_view name, auto& each) { restore(json.at(std::string(name)), each); });
  } else {
    if (json.size() != value.size()) throw std::invalid_argument("a list has another length");
    for (std::size_t i = 0; i < value.size(); ++i) restore(json.at(i), value[i]);
  }
}

template <typename T>
void add_up(T& whole, const T& part) {
  if constexpr (std::is_same_v<T, bool>) {
    whole = whole || part;
  } else if constexpr (std::is_arithmetic_v<T>) {
    whole += part;
  } else if constexpr (Added<T>) {
    whole.add(part);
  } else if constexpr (ByName<T>) {
    for (const auto& [name, each] : part) add_up(whole[name], each);
  } else if constexpr (Listed<T>) {
    std::apply([&](const auto&... each) { (add_up(whole.*each.at, part.*each.at), ...); }, kMembersOf<T>);
  } else {
    for (std::size_t i = 0; i < whole.size(); ++i) add_up(whole[i], part[i]);
  }
}

constexpr std::size_t kDigits = 16;  // hexadecimal digits in half of a fixed point number

std::uint64_t half_of(std::string_view digits) {
  const auto half = number_from<std::uint64_t>(digits, 16);
  if (!half) throw std::invalid_argument("a sum is no hexadecimal number");
  return *half;
}

// The fixed point number in two's complement; after a blank, the part that did not fit.
SortedJson json_of(const ExactSum& sum) {
  const auto parts = sum.parts();
  auto text = fmt::format("{:016x}{:016x}", static_cast<std::uint64_t>(parts.high), parts.low);
  if (parts.rest == 0.0L) return text;
  char rest[64];
  std::snprintf(rest, sizeof rest, " %La", parts.rest);
  return text + rest;
}

void restore(const SortedJson& json, ExactSum& sum) {
  const auto& text = json.get_ref<const std::string&>();
  if (text.size() < 2 * kDigits) throw std::invalid_argument("a sum is no hexadecimal number");
  ExactSum::Parts parts;
  parts.high = static_cast<std::int64_t>(half_of(std::string_view(text).substr(0, kDigits)));
  parts.low = half_of(std::string_view(text).substr(kDigits, kDigits));
  if (text.size() > 2 * kDigits) parts.rest = std::strtold(text.c_str() + 2 * kDigits, nullptr);
  sum = ExactSum::of(parts);
}

}  // namespace
}  // namespace assay::state

namespace assay {
namespace {

state::SortedJson place_json(const CasePlace& place) {
  return {place.dataset, place.dataset_name, place.line, place.id};
}

CasePlace place_from(const state::SortedJson& json) {
  return {json.at(0).get<std::size_t>(), json.at(1).get<std::string>(), json.at(2).get<std::int64_t>(),
          json.at(3).get<std::string>()};
}

template <typename T>
state::SortedJson named_json(const std::vector<Placed<T>>& named) {
  state::SortedJson json = state::SortedJson::array();
  for (const auto& [place, value] : named) {
    state::SortedJson each = state::json_of(value);
    each["place"] = place_json(place);
    json.push_back(std::move(each));
  }
  return json;
}

template <typename T>
std::vector<Placed<T>> named_from(const state::SortedJson& json) {
  std::vector<Placed<T>> named;
  for (const auto& each : json) {
    named.push_back({place_from(each.at("place")), {}});
    state::restore(each, named.back().value);
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

RunFigures RunSums::finish(const RunInfo& info) {
  RunFigures figures;
  figures.summary = summary.finish(info.expected);
  if (!retrieval.is_empty()) figures.retrieval = retrieval.finish();
  figures.safety = figures.summary.safety;
  figures.summary.power = power.finish();
  for (const auto& [name, totals] : userlands) figures.summary.userlands[name] = totals.counts;
  if (figures.safety)
    for (auto& [place, alarm] : alarms) figures.safety->alarms.push_back(std::move(alarm));
  if (info.profile) figures.evaluation = evaluation.finish();
  return figures;
}

RunTotals::RunTotals(RunInfo info)
    : info_(std::move(info)), sums_(std::make_unique<RunSums>(info_.expected)) {}
RunTotals::~RunTotals() = default;
RunTotals::RunTotals(RunTotals&&) noexcept = default;

void RunTotals::add(const CaseRows& rows) {
  const auto add_one = [&](const Result& each) {
    Figures figures = figures_of(each);
    add_attempt(each, figures);
  };
  for (const Result& each : rows.earlier()) add_one(each);
  add_one(rows.last());
  add_case(rows.last());
}

void RunTotals::add_attempt(const Result& attempt, Figures& figures) {
  const CasePlace place = place_in_run(attempt.asked, info_);
  add_alarm(sums_->alarms, attempt, figures, place);
  take(*sums_, figures, place);
}

void RunTotals::add_attempt(Figures& figures) {
  static const CasePlace nowhere;  // cases keep their order of arrival
  take(*sums_, figures, nowhere);
}

void RunTotals::add_case(const Result& last) {
  if (last.evaluation) sums_->evaluation.add(*last.evaluation, is_measured(last.answer.ending));
  sums_->power.add(last);
  for (const UserlandGrade& each : last.grade.userlands) sums_->userlands[each.userland].add(each.status, {});
}

RunFigures RunTotals::finish() { return take_sums()->finish(info_); }

std::unique_ptr<RunSums> RunTotals::take_sums() {
  sums_->summary.end();
  sums_->retrieval.end();
  return std::move(sums_);
}

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
  state::SortedJson json = {{"summary", state::json_of(sums_->summary)},
                            {"retrieval", state::json_of(sums_->retrieval)},
                            {"evaluation", state::json_of(sums_->evaluation)},
                            {"power", state::json_of(sums_->power)},
                            {"userlands", state::json_of(sums_->userlands)}};
  json["slowest"] = named_json(sums_->summary.latencies().slowest());
  json["flaky"] = named_json(sums_->summary.flaky());
  json["alarms"] = named_json(sums_->alarms);
  return json.dump(-1, ' ', false, state::SortedJson::error_handler_t::replace);
}

RunAggregate RunAggregate::from_json(std::string_view text, const SourceLine& where) try {
  const state::SortedJson json = state::SortedJson::parse(text);
  RunAggregate aggregate;
  RunSums& sums = *aggregate.sums_;
  state::restore(json.at("summary"), sums.summary);
  state::restore(json.at("retrieval"), sums.retrieval);
  state::restore(json.at("evaluation"), sums.evaluation);
  if (json.contains("power")) state::restore(json.at("power"), sums.power);
  if (json.contains("userlands")) state::restore(json.at("userlands"), sums.userlands);
  sums.summary.latencies().slowest() = named_from<SlowCase>(json.at("slowest"));
  sums.summary.flaky() = named_from<FlakyCase>(json.at("flaky"));
  sums.alarms = named_from<Alarm>(json.at("alarms"));
  return aggregate;
} catch (const std::exception& error) {
  throw Error(where, std::string("no sums of a part of a run: ") + error.what(),
              "make the aggregate again from the shard's store");
}

void RunAggregate::add(const RunAggregate& other) {
  state::add_up(sums_->summary, other.sums_->summary);
  state::add_up(sums_->retrieval, other.sums_->retrieval);
  state::add_up(sums_->evaluation, other.sums_->evaluation);
  state::add_up(sums_->power, other.sums_->power);
  state::add_up(sums_->userlands, other.sums_->userlands);
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
