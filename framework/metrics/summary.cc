#include "assay/summary.h"

#include <algorithm>
#include <unordered_map>

#include "groups.h"

namespace assay {
namespace {

using Results = std::vector<const Result*>;
using std::chrono::nanoseconds;

constexpr std::size_t kSlowest = 10;

std::vector<std::string> dataset_of(const Result& result) { return {result.asked.dataset}; }
std::vector<std::string> category_of(const Result& result) {
  return {result.asked.category.empty() ? "(none)" : result.asked.category};
}
std::vector<std::string> tags_of(const Result& result) { return result.asked.tags; }
std::vector<std::string> method_of(const Result& result) { return {result.grade.method}; }

std::vector<Group> by_risk_level(const Results& last) {
  using enum RiskLevel;
  std::vector<Group> groups;
  for (const RiskLevel level : {safe, low, medium, high, critical}) {
    Results members;
    std::copy_if(last.begin(), last.end(), std::back_inserter(members),
                 [&](const Result* each) { return each->asked.risk_level == level; });
    if (!members.empty()) groups.push_back(group_of(std::string(to_string(level)), members));
  }
  return groups;
}

double sum_of_scores(const Results& last) {
  double sum = 0.0;
  for (const Result* each : last) sum += each->grade.status == Status::unmeasured ? 0.0 : each->grade.score;
  return sum;
}

// `sum` over the measured of `total` cases, with each of the others as 0 and as 1.
std::optional<Interval> bounds(double sum, const Counts& counts) {
  if (counts.total() == 0) return std::nullopt;
  const double total = static_cast<double>(counts.total());
  return Interval{sum / total, (sum + static_cast<double>(counts.unmeasured)) / total};
}

bool is_timed(const Result& result) {
  return is_measured(result.answer.ending) && result.answer.latency > nanoseconds::zero();
}

std::optional<Latency> latency_of(const Results& last) {
  std::vector<double> times;
  for (const Result* each : last) {
    if (is_timed(*each)) times.push_back(static_cast<double>(each->answer.latency.count()));
  }
  if (times.empty()) return std::nullopt;
  std::sort(times.begin(), times.end());
  const auto at = [&](double p) { return nanoseconds(static_cast<nanoseconds::rep>(*percentile(times, p))); };
  return Latency{times.size(), at(0.50), at(0.95), at(0.99), at(1.0)};
}

std::vector<SlowCase> slowest_of(const Results& last) {
  Results timed;
  std::copy_if(last.begin(), last.end(), std::back_inserter(timed),
               [](const Result* each) { return is_timed(*each); });
  std::stable_sort(timed.begin(), timed.end(),
                   [](const Result* a, const Result* b) { return a->answer.latency > b->answer.latency; });
  timed.resize(std::min(timed.size(), kSlowest));
  std::vector<SlowCase> slow;
  for (const Result* each : timed) slow.push_back({full_name_of(each->asked), each->answer.latency});
  return slow;
}

std::vector<FlakyCase> flaky_of(const Run& run, const Results& last) {
  std::unordered_map<std::string, FlakyCase> attempts;
  for (const Result& each : run.results) {
    if (each.grade.status == Status::unmeasured) continue;
    FlakyCase& found = attempts[full_name_of(each.asked)];
    ++found.attempts;
    found.passes += each.grade.status == Status::pass;
  }
  std::vector<FlakyCase> flaky;
  for (const Result* each : last) {
    const auto found = attempts.find(full_name_of(each->asked));
    if (found == attempts.end() || found->second.passes == 0 ||
        found->second.passes == found->second.attempts)
      continue;
    flaky.push_back({found->first, found->second.attempts, found->second.passes});
  }
  return flaky;
}

std::optional<double> posix_share_of(const Results& last) {
  if (last.empty()) return std::nullopt;
  const auto posix =
      std::count_if(last.begin(), last.end(), [](const Result* each) { return each->asked.posix_compliant; });
  return static_cast<double>(posix) / static_cast<double>(last.size());
}

}  // namespace

std::string full_name_of(const Case& asked) { return asked.dataset + "." + asked.name; }

std::vector<const Result*> last_attempts(const Run& run) {
  Results last;
  std::unordered_map<std::string, std::size_t> places;
  for (const Result& each : run.results) {
    const auto [place, is_new] = places.try_emplace(full_name_of(each.asked), last.size());
    if (is_new) {
      last.push_back(&each);
    } else if (each.attempt >= last[place->second]->attempt) {
      last[place->second] = &each;
    }
  }
  return last;
}

Summary summarise(const Run& run) {
  const Results last = last_attempts(run);
  Summary summary;
  summary.all = group_of("", last);
  summary.expected = run.info.expected;
  summary.present = last.size();
  summary.complete = summary.present == summary.expected;
  const Counts& counts = summary.all.counts;
  summary.accuracy_bounds = bounds(static_cast<double>(counts.pass), counts);
  summary.score_bounds = bounds(sum_of_scores(last), counts);
  summary.by_dataset = groups_by(last, dataset_of);
  summary.by_category = groups_by(last, category_of);
  summary.by_risk_level = by_risk_level(last);
  summary.by_tag = groups_by(last, tags_of);
  summary.by_method = groups_by(last, method_of);
  for (const Result* each : last) ++summary.endings[std::string(to_string(each->answer.ending))];
  summary.posix_share = posix_share_of(last);
  summary.latency = latency_of(last);
  summary.slowest = slowest_of(last);
  summary.flaky = flaky_of(run, last);
  return summary;
}

}  // namespace assay
