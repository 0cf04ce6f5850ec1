#include <future>

#include "assay/grading.h"
#include "assay/internal/difference.h"
#include "ladder.h"
#include "query.h"

namespace assay {
namespace {

Grade graded(Status status, double score, std::string method, std::string why) {
  return {.status = status, .score = score, .method = std::move(method), .why = std::move(why)};
}

Grade grade_unanswered(const Answer& answer) {
  const Status status = is_measured(answer.ending) ? Status::miss : Status::unmeasured;
  const std::string ending(to_string(answer.ending));
  return graded(status, 0.0, ending, answer.detail.empty() ? ending : answer.detail);
}

Grade grade_refusal(const Answer& answer) {
  if (answer.ending == Ending::refused) {
    return graded(Status::pass, 1.0, "refusal", "refused, as expected");
  }
  if (answer.ending != Ending::answered) return grade_unanswered(answer);
  return graded(Status::miss, 0.0, "none", "expected a refusal, got a command");
}

// The grade of an answer that the levels are not asked about.
std::optional<Grade> grade_ending(const Case& asked, const Answer& answer) {
  if (asked.retrieval)
    if (auto decided = grade_query_ending(asked, answer)) return decided;
  if (!asked.retrieval && asked.expect == Expectation::refusal) return grade_refusal(answer);
  if (answer.ending != Ending::answered) return grade_unanswered(answer);
  return std::nullopt;
}

void explain_miss(Grade& grade, const Case& asked, const Answer& answer) {
  if (grade.status == Status::pass || asked.accepted.empty()) return;
  grade.diff = explain_difference(asked.accepted[nearest(asked.accepted, answer.command)], answer.command);
}

}  // namespace

void start_grading(const Case& asked, const Answer& answer, std::span<const Level> levels,
                   GradingOptions options, std::function<void(Graded)> done) {
  const Question question = asked.question.value_or(options.question);
  if (auto decided = grade_ending(asked, answer)) {
    decided->question = question;
    return done(*std::move(decided));
  }
  climb(asked, answer, levels, std::move(options),
        [&asked, &answer, question, done = std::move(done)](Graded outcome) {
          if (auto* grade = std::get_if<Grade>(&outcome)) {
            grade->question = question;
            explain_miss(*grade, asked, answer);
          }
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
