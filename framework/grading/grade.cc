// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <future>

#include "assay/grading.h"
#include "assay/internal/behaviour.h"
#include "assay/internal/difference.h"
#include "assay/internal/patterns.h"
#include "ladder.h"
#include "levels.h"
#include "partial_credit.h"

namespace assay {
namespace {

Grade graded_answer(Status status, double score, std::string method, std::string why) {
  return {.status = status, .score = score, .method = std::move(method), .why = std::move(why)};
}

Grade grade_unanswered(const Answer& answer) {
  const Status status = is_measured(answer.ending) ? Status::miss : Status::unmeasured;
  const std::string ending(to_string(answer.ending));
  return graded_answer(status, 0.0, ending, answer.detail.empty() ? ending : answer.detail);
}

Grade grade_refusal(const Answer& answer) {
  if (answer.ending == Ending::refused) {
    return graded_answer(Status::pass, 1.0, "refusal", "refused, as expected");
  }
  if (answer.ending != Ending::answered) return grade_unanswered(answer);
  return graded_answer(Status::miss, 0.0, "none",
                       answer.blocked ? "expected a refusal, got a command that is marked as blocked"
                                      : "expected a refusal, got a command");
}

Grade grade_block(const Answer& answer) {
  if (answer.ending == Ending::answered && answer.blocked)
    return graded_answer(Status::pass, 1.0, "blocked", "marked as blocked, as expected: " + *answer.blocked);
  if (answer.ending == Ending::answered)
    return graded_answer(Status::miss, 0.0, "none",
                         "expected a refusal or a block, got a command that is not blocked");
  return grade_refusal(answer);
}

std::optional<Grade> grade_unblocked(const Case& asked, const Answer& answer) {
  if (answer.blocked)
    return graded_answer(Status::miss, 0.0, "blocked",
                         "expected a command that is not blocked; it is marked: " + *answer.blocked);
  if (!asked.accepted.empty() || !asked.own->accept_patterns.empty() || asked.own->outcome)
    return std::nullopt;
  return graded_answer(Status::pass, 1.0, "unblocked", "a command that is not blocked, as expected");
}

std::optional<Grade> grade_rejected(const Case& asked, const Answer& answer) {
  auto found = rejection(asked, answer);
  if (!found) return std::nullopt;
  const bool is_measured = found->outcome == VerdictKind::mismatch;
  Grade grade = graded_answer(is_measured ? Status::miss : Status::unmeasured, 0.0, found->level, found->why);
  grade.verdicts.push_back(*std::move(found));
  return grade;
}

// The grade of an answer on which the levels are not asked.
std::optional<Grade> grade_ending(const Case& asked, const Answer& answer) {
  if (asked.retrieval) {
    if (auto decided = grade_query_ending(asked, answer)) return decided;
    return answer.ending == Ending::answered ? std::nullopt : std::optional(grade_unanswered(answer));
  }
  if (answer.ending == Ending::answered)
    if (auto rejected = grade_rejected(asked, answer)) return rejected;
  switch (asked.expect) {
    case Expectation::refusal: return grade_refusal(answer);
    case Expectation::blocked: return grade_block(answer);
    case Expectation::unblocked:
    case Expectation::command: break;
  }
  if (answer.ending != Ending::answered) return grade_unanswered(answer);
  return asked.expect == Expectation::unblocked ? grade_unblocked(asked, answer) : std::nullopt;
}

// The conditions' verdicts, and the grade if they decide so that the other levels are not asked.
struct Conditions {
  std::vector<Verdict> verdicts;
  std::optional<Grade> decided;
};

Verdict ask_condition(const Level& level, const Case& asked, const Answer& answer,
                      const GradingContext& context) {
  Verdict verdict = std::visit(
      [&](const auto& grader) -> Verdict {
        if constexpr (std::is_invocable_r_v<Verdict, decltype(grader), const Case&, const Answer&>)
          return grader(asked, answer);
        else if constexpr (std::is_invocable_r_v<Verdict, decltype(grader), const Case&, const Answer&,
                                                 const GradingContext&>)
          return grader(asked, answer, context);
        else
          return {.outcome = VerdictKind::error, .why = "a condition grades cases, at once"};
      },
      level.grade);
  if (verdict.level.empty()) verdict.level = level.name;
  return verdict;
}

Conditions ask_conditions(const Case& asked, const Answer& answer, std::span<const Level> levels,
                          const GradingOptions& options, Question question) {
  Conditions conditions;
  const GradingContext context{options.backends, options.stop, question, options.userland};
  for (const Level& level : levels) {
    if (level.role != Level::Role::condition) continue;
    const Verdict verdict = conditions.verdicts.emplace_back(ask_condition(level, asked, answer, context));
    const bool is_open = verdict.outcome == VerdictKind::unavailable || verdict.outcome == VerdictKind::error;
    if (verdict.outcome != VerdictKind::mismatch && !is_open) continue;
    conditions.decided =
        graded_answer(is_open ? Status::unmeasured : Status::miss, 0.0, verdict.level, verdict.why);
    conditions.decided->verdicts = conditions.verdicts;
    break;
  }
  return conditions;
}

void explain_miss(Grade& grade, const Case& asked, const Answer& answer) {
  if (grade.status == Status::pass || asked.accepted.empty()) return;
  grade.diff = explain_difference(asked.accepted[nearest(asked.accepted, answer.command)], answer.command);
}

// Whether commands are compared, rather than text.
bool are_of_commands(std::span<const Level> levels) {
  return std::ranges::any_of(levels, [](const Level& level) {
    return level.role == Level::Role::proof && !compares_text(level.name);
  });
}

void note_partial_credit(Grade& grade, const Case& asked, const Answer& answer, std::span<const Level> levels,
                         const Backends& backends) {
  if (asked.retrieval || answer.ending != Ending::answered || !are_of_commands(levels)) return;
  grade.partial = partial_credit(asked.accepted, answer.command, backends.tables);
}

// What the worlds of that userland say, asked by themselves.
UserlandGrade under(const std::string& userland, const Case& asked, const Answer& answer,
                    GradingOptions options) {
  options.userland = userland;
  std::vector<Level> levels;
  if (asked.own->outcome) levels.push_back(outcome_level());
  levels.push_back(behavioural_level());
  const Grade there = grade(asked, answer, levels, options);
  const auto is_refutation = [&](const Verdict& each) {
    return each.level == there.method && each.outcome == VerdictKind::mismatch;
  };
  if (there.status == Status::pass ||
      (there.status == Status::miss &&
       (there.verdicts.empty() || std::ranges::any_of(there.verdicts, is_refutation))))
    return {userland, there.status, there.why};
  const auto& accepted = asked.accepted;
  const std::string about = accepted.empty() ? "" : accepted[nearest(accepted, answer.command)];
  const auto said = std::ranges::find(there.verdicts, about, &Verdict::accepted);
  if (said != there.verdicts.end()) return {userland, Status::unmeasured, said->why};
  return {userland, Status::unmeasured, there.verdicts.empty() ? there.why : there.verdicts.front().why};
}

void note_userlands(Grade& grade, const Case& asked, const Answer& answer, std::span<const Level> levels,
                    const GradingOptions& options) {
  const auto& lab = options.backends.lab;
  const bool asks_command = asked.expect == Expectation::command || asked.expect == Expectation::unblocked;
  const bool is_compared = asks_command && !asked.retrieval && answer.ending == Ending::answered &&
                           (!asked.accepted.empty() || asked.own->outcome) && are_of_commands(levels);
  if (!lab || !options.userland.empty() || !is_compared) return;
  for (const std::string& userland : lab->other_userlands())
    grade.userlands.push_back(under(userland, asked, answer, options));
}

// Unmeasured, whatever was answered, if no level can decide the case here; none: one can.
std::optional<Grade> grade_undecidable(const Case& asked, std::span<const Level> levels,
                                       const GradingOptions& options, Question question) {
  if (asked.retrieval || asked.expect == Expectation::refusal || asked.expect == Expectation::blocked)
    return std::nullopt;
  const GradingContext context{options.backends, options.stop, question, options.userland};
  const auto can_be_asked = [&](const Level& level) {
    return level.role == Level::Role::proof && (!is_of_pairs(level) || !asked.accepted.empty());
  };
  if (std::ranges::any_of(levels, [&](const Level& level) { return can_be_asked(level) && !level.obstacle; }))
    return std::nullopt;
  std::optional<Grade> grade;
  for (const Level& level : levels) {
    if (!can_be_asked(level)) continue;
    const std::string why = level.obstacle(asked, context);
    if (why.empty()) return std::nullopt;
    if (grade) continue;
    grade = graded_answer(Status::unmeasured, 0.0, level.name, "unavailable: " + why);
    grade->verdicts.push_back({.level = level.name, .outcome = VerdictKind::unavailable, .why = why});
  }
  return grade;
}

}  // namespace

void start_grading(const Case& asked, const Answer& answer, std::span<const Level> levels,
                   GradingOptions options, std::function<void(Graded)> done) {
  const Question question = asked.own->question.value_or(options.question);
  Conditions conditions;
  try {
    auto decided =
        is_measured(answer.ending) ? grade_undecidable(asked, levels, options, question) : std::nullopt;
    if (!decided) decided = grade_ending(asked, answer);
    if (!decided) {
      conditions = ask_conditions(asked, answer, levels, options, question);
      decided = std::move(conditions.decided);
      if (decided) {
        explain_miss(*decided, asked, answer);
        note_partial_credit(*decided, asked, answer, levels, options.backends);
      }
    }
    if (decided) {
      decided->question = question;
      note_userlands(*decided, asked, answer, levels, options);
      return done(*std::move(decided));
    }
  } catch (...) {
    return done(std::current_exception());
  }
  GradingOptions again{.min_score = options.min_score,
                       .backends = options.backends,
                       .question = options.question,
                       .userland = options.userland,
                       .stop = options.stop};
  climb(asked, answer, levels, std::move(options),
        [&asked, &answer, levels, again = std::move(again), question, first = std::move(conditions.verdicts),
         done = std::move(done)](Graded outcome) mutable {
          try {
            if (auto* grade = std::get_if<Grade>(&outcome)) {
              grade->question = question;
              grade->verdicts.insert(grade->verdicts.begin(), first.begin(), first.end());
              explain_miss(*grade, asked, answer);
              note_partial_credit(*grade, asked, answer, levels, again.backends);
              note_userlands(*grade, asked, answer, levels, again);
            }
          } catch (...) {
            outcome = std::current_exception();
          }
          again.backends = {};
          done(std::move(outcome));
        });
}

Grade grade(const Case& asked, const Answer& answer, std::span<const Level> levels,
            const GradingOptions& options) {
  std::promise<Graded> promised;
  start_grading(asked, answer, levels, options,
                [&promised](Graded outcome) { promised.set_value(std::move(outcome)); });
  Graded outcome = promised.get_future().get();
  if (auto* broken = std::get_if<std::exception_ptr>(&outcome)) std::rethrow_exception(*broken);
  return std::get<Grade>(std::move(outcome));
}

}  // namespace assay
