// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/watched_cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

#include "assay/internal/gate.h"
#include "assay/internal/grade_case.h"
#include "assay/internal/progress.h"
#include "assay/internal/subject.h"
#include "assay/internal/text.h"

namespace assay {
namespace {

// What a change affects, apart from changes to the cases themselves.
struct Touched {
  bool answers = false;
  bool grades = false;
  std::set<std::string> worlds;  // as in RunInfo::worlds: affects the grades of cases that name these
};

Touched touched(const RunInfo& before, const RunInfo& now) {
  Touched all;
  for (const auto& difference : differences(before, now)) {
    const Touches touches = facts_of(difference.part).touches;
    all.answers |= touches == Touches::answers;
    all.grades |= touches != Touches::cases;
    if (difference.part == SubjectPart::world) all.worlds.insert(difference.name);
  }
  return all;
}

// Whether a tool is asked the same.
bool asks_alike(const Case& a, const Case& b) {
  return a.prompt == b.prompt && a.own->env == b.own->env && a.own->timeout == b.own->timeout &&
         kind_of(a) == kind_of(b);
}

// Equal except for its position in the file.
bool is_same(Case a, const Case& b) {
  a.where = b.where;
  return a == b;
}

bool came_out_alike(const Result& a, const Result& b) {
  return a.grade.status == b.grade.status && a.grade.score == b.grade.score &&
         a.answer.ending == b.answer.ending && a.answer.command == b.answer.command &&
         a.answer.retrieval == b.answer.retrieval;
}

std::string words_for(const WatchedCases::Change& change) {
  if (!change.now) return "gone";
  const auto now = to_string(change.now->grade.status);
  if (!change.before) return fmt::format("new {}", now);
  const auto before = to_string(change.before->grade.status);
  return before == now ? fmt::format("still {}", now) : fmt::format("{} -> {}", before, now);
}

}  // namespace

// Keeps results that the plan does not affect, regrades the others, and returns the cases to be asked.
std::vector<Case> WatchedCases::keep(const Plan& plan, const Results& before, Round& round) {
  const Touched all =
      info_ ? touched(*info_, plan.info) : Touched{.answers = true, .grades = true, .worlds = {}};
  std::vector<Case> to_ask;
  for (const Case& each : plan.cases.all()) {
    const auto had = before.find({each.dataset, each.id});
    const bool has_answer = had != before.end() && had->second.grade.status != Status::unmeasured;
    if (all.answers || !has_answer || !asks_alike(had->second.asked, each)) {
      to_ask.push_back(each);
      continue;
    }
    Result& result = results_[had->first] = had->second;
    const bool is_touched =
        all.grades || all.worlds.contains(world_key(each)) || !is_same(result.asked, each);
    result.asked = each;
    if (!is_touched) continue;
    ++round.graded;
    grade_case(result, plan.options);
  }
  return to_ask;
}

void WatchedCases::ask(const Plan& plan, const std::vector<Case>& cases, std::stop_token stop) {
  if (cases.empty()) return;
  Progress progress(cases.size());
  const ProgressLine line(progress);
  const auto take = [&](std::size_t, Result result) {
    progress.add(result);
    if (result.answer.ending == Ending::cancelled) return;
    Key key(result.asked.dataset, result.asked.id);
    results_.insert_or_assign(std::move(key), std::move(result));
  };
  evaluate(cases, plan.tool, plan.options, take, std::move(stop));
}

bool asks_otherwise(const RunInfo& before, const RunInfo& now) { return touched(before, now).answers; }

WatchedCases::Round WatchedCases::follow(const Plan& plan, std::stop_token stop) {
  const Results before = std::exchange(results_, {});
  Round round;
  const auto cases = keep(plan, before, round);
  round.asked = cases.size();
  ask(plan, cases, std::move(stop));
  info_ = plan.info;
  for (const auto& [key, now] : results_) {
    const auto had = before.find(key);
    if (had == before.end())
      round.changes.push_back({std::nullopt, now});
    else if (!came_out_alike(had->second, now))
      round.changes.push_back({had->second, now});
  }
  for (const auto& [key, gone] : before)
    if (!results_.contains(key)) round.changes.push_back({gone, std::nullopt});
  return round;
}

Counts WatchedCases::counts() const {
  Counts counts;
  for (const auto& [key, result] : results_) {
    counts.pass += result.grade.status == Status::pass;
    counts.miss += result.grade.status == Status::miss;
    counts.unmeasured += result.grade.status == Status::unmeasured;
  }
  return counts;
}

std::string to_string(const WatchedCases::Change& change) {
  const Result& shown = change.now ? *change.now : *change.before;
  std::string line = fmt::format("{}  {}", words_for(change), one_line(full_name_of(shown.asked)));
  if (!change.now || change.now->grade.status == Status::pass) return line;
  return fmt::format("{}\n    {}: {}", line, one_line(to_string(shown.asked.where)), headline(shown));
}

}  // namespace assay
