// SPDX-License-Identifier: Apache-2.0
#include "assay/evaluate.h"

#include <algorithm>
#include <iterator>

#include "asked_case.h"
#include "assay/internal/case_source.h"
#include "assay/internal/supplied.h"
#include "assay/internal/worlds.h"
#include "line.h"

namespace assay {
namespace {

void check_kind(const Case& asked, const Level& level) {
  if (level.kind.value_or(kind_of(asked)) == kind_of(asked)) return;
  throw Error(Problem{.where = asked.where,
                      .pointer = "",
                      .what = "the grading level \"" + level.name + "\" cannot grade " + asked.id +
                              (asked.retrieval ? ", which is a query" : ", which asks for a command"),
                      .next = "use levels of its kind: " + built_in_levels_text()});
}

std::vector<Level> default_levels_of(const Case& asked) {
  std::vector<Level> levels;
  for (const auto& name : default_levels(kind_of(asked))) levels.push_back(find_level(name));
  return levels;
}

Level level_of(const Case& asked, const std::string& name, const EvaluateOptions& options) try {
  return find_level(name, options.levels);
} catch (const Error& error) {
  Problem problem = error.problems().front();
  problem.where = asked.where;
  problem.pointer = "/levels";
  problem.what = "case " + asked.id + ": " + problem.what;
  throw Error(std::move(problem));
}

// After the levels that prove an answer by its words, before those that are worth less and may be wrong.
void add_outcome_level(std::vector<Level>& levels) {
  if (std::ranges::find(levels, "outcome", &Level::name) != levels.end()) return;
  const auto proves = [](const Level& level) {
    return level.name == "exact" || level.name == "whitespace" || level.name == "canonical";
  };
  const auto last = std::find_if(levels.rbegin(), levels.rend(), proves);
  levels.insert(last.base(), find_level("outcome"));
}

void add_demands(const Case& asked, std::vector<Level>& levels) {
  const bool is_asked = std::ranges::find(levels, "posix", &Level::name) != levels.end();
  if (asked.own->posix == PosixDemand::required && !is_asked)
    levels.insert(levels.begin(), find_level("posix"));
}

}  // namespace

std::vector<Level> levels_of(const Case& asked, const EvaluateOptions& options) {
  if (asked.own->levels.empty()) {
    for (const auto& level : options.levels) check_kind(asked, level);
    std::vector<Level> levels = options.levels.empty() ? default_levels_of(asked) : options.levels;
    const bool is_left_out = !asked.own->accept_patterns.empty() &&
                             std::ranges::find(levels, "patterns", &Level::name) == levels.end();
    if (is_left_out) levels.push_back(find_level("patterns"));
    if (asked.own->outcome) add_outcome_level(levels);
    if (worlds::names_a_world(asked.world)) std::ranges::copy(options.in_worlds, std::back_inserter(levels));
    add_demands(asked, levels);
    return levels;
  }
  std::vector<Level> levels;
  for (const auto& name : asked.own->levels) {
    levels.push_back(level_of(asked, name, options));
    check_kind(asked, levels.back());
  }
  add_demands(asked, levels);
  return levels;
}

std::string world_key(const Case& asked) { return asked.dataset + ": " + asked.world; }

void CaseLevels::add(const Case& asked) {
  if (worlds::names_a_world(asked.world) && !this->worlds.contains(world_key(asked))) {
    const auto folder = std::filesystem::path(asked.where.file).parent_path();
    if (auto place = worlds::place_of_world(asked.world, folder); !place.empty())
      this->worlds.emplace(world_key(asked), std::move(place));
  }
  named.insert(asked.own->levels.begin(), asked.own->levels.end());
  if (asked.own->posix == PosixDemand::required) named.insert("posix");
  if (!asked.own->levels.empty()) return;
  if (!asked.own->accept_patterns.empty()) named.insert("patterns");
  if (asked.own->outcome) named.insert("outcome");
  in_worlds = in_worlds || worlds::names_a_world(asked.world);
}

std::vector<Level> levels_of(const CaseLevels& more, const EvaluateOptions& options) {
  std::vector<Level> levels = options.levels;
  const auto add = [&](const Level& level) {
    if (std::ranges::find(levels, level.name, &Level::name) == levels.end()) levels.push_back(level);
  };
  for (const auto& name : more.named)
    if (const auto level = built_in_level(name)) add(*level);
  if (more.in_worlds) std::ranges::for_each(options.in_worlds, add);
  return levels;
}

void evaluate(std::span<const Case> cases, const Tool& tool, const EvaluateOptions& options, const Sink& sink,
              std::stop_token stop) {
  for (const auto& asked : cases) levels_of(asked, options);
  evaluate(source_of(cases), tool, options, sink, std::move(stop));
}

void evaluate(const CaseSource& cases, const Tool& tool, const EvaluateOptions& options, const Sink& sink,
              std::stop_token stop) {
  if (cases.count == 1) return sink(0, evaluate_here(cases.at(0), tool, options, stop));
  if (cases.count > 0) Line(cases, tool, options, std::move(stop)).hand_on_to(sink);
}

void evaluate_supplied(const CaseSource& cases, const Tool& tool, const EvaluateOptions& options,
                       const Supply& supply, const Sink& sink, std::stop_token stop) {
  Line(cases, tool, options, std::move(stop)).hand_on_to(sink, supply);
}

}  // namespace assay
