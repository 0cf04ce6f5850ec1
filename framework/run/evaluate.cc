#include "assay/evaluate.h"

#include <algorithm>
#include <iterator>

#include "asking.h"
#include "assay/internal/worlds.h"

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

}  // namespace

std::vector<Level> levels_of(const Case& asked, const EvaluateOptions& options) {
  if (asked.levels.empty()) {
    for (const auto& level : options.levels) check_kind(asked, level);
    std::vector<Level> levels = options.levels.empty() ? default_levels_of(asked) : options.levels;
    if (worlds::names_a_world(asked.world)) std::ranges::copy(options.in_worlds, std::back_inserter(levels));
    return levels;
  }
  std::vector<Level> levels;
  for (const auto& name : asked.levels) {
    levels.push_back(level_of(asked, name, options));
    check_kind(asked, levels.back());
  }
  return levels;
}

Result graded(const Case& asked, Answer answer, const EvaluateOptions& options,
              std::chrono::system_clock::time_point started) {
  const double min_score = asked.min_score.value_or(options.min_score);
  auto grading = grade(asked, answer, levels_of(asked, options),
                       {.min_score = min_score, .backends = options.backends, .question = options.question});
  return {.asked = asked,
          .answer = std::move(answer),
          .grade = std::move(grading),
          .min_score = min_score,
          .started_at = timestamp(started)};
}

void start_all(std::span<const Case> cases, const Program& program, const EvaluateOptions& options,
               Executor& executor, const Sink& sink) {
  for (std::size_t i = 0; i < cases.size(); ++i) {
    auto spec = invocation(program, cases[i]);
    auto argv = spec.argv;
    executor.start(std::move(spec), [=, &program, &options, &sink](ProcessResult process) {
      const auto started = std::chrono::system_clock::now() -
                           std::chrono::duration_cast<std::chrono::system_clock::duration>(process.latency);
      auto answer = read_answer(program, std::move(process));
      answer.argv = argv;
      sink(i, graded(cases[i], std::move(answer), options, started));
    });
  }
}

void evaluate(std::span<const Case> cases, const Tool& tool, const EvaluateOptions& options,
              const Sink& sink) {
  for (const auto& asked : cases) levels_of(asked, options);
  if (const auto* recording = std::get_if<Recording>(&tool.how)) {
    for (std::size_t i = 0; i < cases.size(); ++i)
      sink(i, graded(cases[i], recorded_answer(*recording, cases[i]), options,
                     std::chrono::system_clock::now()));
    return;
  }
  Executor executor({.max_in_flight = std::max(1u, options.jobs)});
  start_all(cases, std::get<Program>(tool.how), options, executor, sink);
  executor.run();
}

}  // namespace assay
