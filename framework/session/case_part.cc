// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/case_part.h"

#include <fnmatch.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <string_view>
#include <utility>

#include "assay/internal/figures.h"
#include "assay/internal/run_rows.h"
#include "assay/internal/text.h"
#include "assay/summary.h"

namespace assay {
namespace {

constexpr std::string_view kLongestFirst = "longest";
constexpr std::string_view kRandom = "random:";

std::optional<std::uint64_t> seed_in(std::string_view words) {
  if (!words.starts_with(kRandom)) return std::nullopt;
  return number_from<std::uint64_t>(words.substr(kRandom.size()));
}

// By dataset and id; the longest of several attempts.
using Durations = std::map<std::pair<std::string, std::string>, std::chrono::nanoseconds>;

Durations durations_in(const std::string& run, const RunPlace& place) {
  Durations durations;
  const FigureSource next = find_figures(run, place).figures;
  for (Figures each; next(each);) {
    if (!each.latency) continue;
    auto& duration = durations[{each.dataset, each.id}];
    duration = std::max(duration, *each.latency);
  }
  return durations;
}

std::optional<std::string> newest_complete(const RunPlace& place, const std::string& suite) {
  std::error_code unknown;
  if (!names_server(store_of(place)) && !std::filesystem::exists(store_of(place), unknown))
    return std::nullopt;
  const Store store({.file = store_of(place), .access = StoreOptions::Access::read});
  for (const auto& run : store.run_ids(suite))
    if (store.is_complete(run)) return run;
  return std::nullopt;
}

using Note = std::function<void(const std::string& text)>;

void put_longest_first(std::vector<std::size_t>& indices, const CaseStore& cases, const std::string& run,
                       const RunPlace& place, const Note& note) {
  const Durations durations = durations_in(run, place);
  if (durations.empty())
    note("note: run " + one_line(run) +
         " has timed no case: the order is that of the datasets\n  next: name another one: --order "
         "longest:RUN\n");
  std::vector<std::optional<std::chrono::nanoseconds>> of_cases;
  for (const std::size_t index : indices) {
    const Case each = cases.at(index);
    const auto found = durations.find({each.dataset, each.id});
    of_cases.push_back(found == durations.end() ? std::nullopt : std::optional(found->second));
  }
  std::vector<std::size_t> sorted;
  for (const std::size_t place_before : longest_first(of_cases)) sorted.push_back(indices[place_before]);
  indices = std::move(sorted);
}

void put_in_order(std::vector<std::size_t>& indices, const CaseStore& cases, const std::string& words,
                  const RunPlace& place, const std::string& suite, const Note& note) {
  if (const auto seed = seed_in(words)) std::ranges::shuffle(indices, std::mt19937_64(*seed));
  if (!is_longest_first(words)) return;
  if (words.size() > kLongestFirst.size())
    return put_longest_first(indices, cases, words.substr(kLongestFirst.size() + 1), place, note);
  const auto run = newest_complete(place, suite);
  if (run) return put_longest_first(indices, cases, *run, {store_of(place), suite}, note);
  note("note: the store has no complete run of suite " + one_line(suite) +
       ": the order is that of the datasets\n  next: name a run that was timed: --order longest:RUN\n");
}

std::set<std::string> failed_in(const std::string& name, const RunPlace& place) {
  const RunRows rows = find_rows(name, place);
  std::set<std::string> failed;
  for (CaseRows cases(rows.open()); cases.next();)
    if (cases.last().grade.status != Status::pass) failed.insert(full_name_of(cases.last().asked));
  return failed;
}

bool looks_at_cases(const CasePart& part) {
  return !part.filter.empty() || !part.tag.empty() || !part.category.empty() || !part.failed.empty();
}

bool is_meant(const Case& asked, const CasePart& part) {
  return (part.filter.empty() || ::fnmatch(part.filter.c_str(), full_name_of(asked).c_str(), 0) == 0) &&
         (part.tag.empty() || std::ranges::find(asked.tags, part.tag) != asked.tags.end()) &&
         (part.category.empty() || asked.category == part.category);
}

}  // namespace

std::vector<std::size_t> longest_first(std::span<const std::optional<std::chrono::nanoseconds>> durations) {
  std::vector<std::size_t> order(durations.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t index) {
    return durations[index].value_or(std::chrono::nanoseconds::max());
  });
  return order;
}

std::string order_fault(const std::string& words) {
  const bool is_order = words == "dataset" || words == kLongestFirst || seed_in(words) ||
                        (words.starts_with("longest:") && words.size() > kLongestFirst.size() + 1);
  return is_order ? "" : "\"" + words + "\" is no order: dataset, longest, longest:RUN and random:SEED are";
}

bool is_longest_first(const std::string& words) { return words.starts_with(kLongestFirst); }

void select_part(CaseStore& cases, const CasePart& part, const RunPlace& place, const std::string& suite,
                 const Note& note) {
  std::vector<std::size_t> meant(cases.size());
  std::iota(meant.begin(), meant.end(), std::size_t{0});
  if (looks_at_cases(part)) {
    const auto failed = part.failed.empty() ? std::set<std::string>() : failed_in(part.failed, place);
    std::erase_if(meant, [&](std::size_t index) {
      const Case each = cases.at(index);
      return !is_meant(each, part) || (!part.failed.empty() && !failed.contains(full_name_of(each)));
    });
  }
  put_in_order(meant, cases, part.order, place, suite, note);
  if (part.shuffle) std::ranges::shuffle(meant, std::mt19937_64(*part.shuffle));
  if (part.limit && *part.limit < meant.size()) meant.resize(*part.limit);
  if (!meant.empty()) return cases.keep(meant);
  if (!part.failed.empty() && failed_in(part.failed, place).empty())
    throw Error({}, "no case failed in " + part.failed + ": there is nothing to ask again",
                "assay run without --failed asks every case");
  throw Error({}, "no case is selected",
              "assay run without --filter, --tag, --category and --failed asks them all");
}

}  // namespace assay
