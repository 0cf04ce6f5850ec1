// SPDX-License-Identifier: Apache-2.0
#include "assay/evaluate.h"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <iterator>
#include <mutex>
#include <optional>
#include <thread>

#include "assay/internal/case_source.h"
#include "assay/internal/threads.h"
#include "assay/internal/worlds.h"
#include "attempt.h"
#include "scheduler.h"

namespace assay {
namespace {

void check_kind(const Case& asked, const Level& level) {
  if (level.kind.value_or(kind_of(asked)) == kind_of(asked)) return;
  throw Error(asked.where,
              "the grading level \"" + level.name + "\" cannot grade " + asked.id +
                  (asked.retrieval ? ", which is a query" : ", which asks for a command"),
              "use levels of its kind: " + built_in_levels_text());
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
  const bool is_requested = std::ranges::find(levels, "posix", &Level::name) != levels.end();
  if (asked.own->posix == PosixDemand::required && !is_requested)
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
  const auto folder = std::filesystem::path(asked.where.file).parent_path();
  if (const std::string& named = asked.own->userland; !named.empty())
    userlands.emplace(asked.dataset + ": " + named, worlds::place_of_userland(named, folder));
  if (worlds::names_a_world(asked.world) && !this->worlds.contains(world_key(asked))) {
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
  if (cases.count > 0) Scheduler(cases, tool, options, std::move(stop)).run(sink);
}

void evaluate_supplied(const CaseSource& cases, const Tool& tool, const EvaluateOptions& options,
                       const Supply& supply, const Sink& sink, std::stop_token stop) {
  Scheduler(cases, tool, options, std::move(stop)).run(sink, supply);
}

struct Evaluation::Inner {
  std::vector<Case> cases;
  Tool tool;
  EvaluateOptions options;
  Sink as_finished;

  mutable std::mutex mutex;
  std::condition_variable changed;
  std::size_t finished = 0;
  std::vector<std::optional<Result>> results;
  std::exception_ptr broken;

  bool begun = false;  // used only by the caller's thread
  std::stop_source stop;
  std::jthread thread;

  void put(std::size_t index, Result result) {
    if (as_finished) as_finished(index, result);
    const std::lock_guard lock(mutex);
    results[index] = std::move(result);
    ++finished;
    changed.notify_all();
  }

  bool has(std::size_t index) const { return results[index].has_value() || broken; }

  const Result* take(std::size_t index) const {
    if (!results[index] && broken) std::rethrow_exception(broken);
    return results[index] ? &*results[index] : nullptr;
  }

  void work() try {
    evaluate(
        cases, tool, options, [this](std::size_t index, Result result) { put(index, std::move(result)); },
        stop.get_token());
  } catch (...) {
    const std::lock_guard lock(mutex);
    broken = std::current_exception();
    changed.notify_all();
  }

  void work_beside() {
    thread = new_thread([this] { work(); });
    begun = true;
  }

  // A thread for a single case would only be waited for, so the waiting caller does the work.
  void work_here() {
    begun = true;
    work();
  }
};

Evaluation::Evaluation(std::vector<Case> cases, Tool tool, EvaluateOptions options, Sink as_finished)
    : inner_(std::make_unique<Inner>()) {
  for (const auto& asked : cases) levels_of(asked, options);
  inner_->results.resize(cases.size());
  inner_->cases = std::move(cases);
  inner_->tool = std::move(tool);
  inner_->options = std::move(options);
  inner_->as_finished = std::move(as_finished);
  if (inner_->cases.size() > 1) inner_->work_beside();
}

Evaluation::~Evaluation() {
  cancel();
  if (inner_->thread.joinable()) inner_->thread.join();
}

const Result& Evaluation::wait(std::size_t index) {
  if (!inner_->begun) inner_->work_here();
  std::unique_lock lock(inner_->mutex);
  inner_->changed.wait(lock, [&] { return inner_->has(index); });
  return *inner_->take(index);
}

const Result* Evaluation::wait_for(std::size_t index, std::chrono::milliseconds patience) {
  if (!inner_->begun) inner_->work_beside();
  std::unique_lock lock(inner_->mutex);
  inner_->changed.wait_for(lock, patience, [&] { return inner_->has(index); });
  return inner_->take(index);
}

std::size_t Evaluation::finished() const {
  const std::lock_guard lock(inner_->mutex);
  return inner_->finished;
}

void Evaluation::cancel() { inner_->stop.request_stop(); }

}  // namespace assay
