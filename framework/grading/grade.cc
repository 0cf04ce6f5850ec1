#include <fmt/format.h>

#include <algorithm>

#include "assay/grading.h"
#include "assay/internal/difference.h"
#include "assay/internal/text.h"
#include "query.h"

namespace assay {
namespace {

constexpr double kRounding = 1e-9;

bool decides(const Verdict& verdict) {
  return verdict.outcome == Outcome::match || verdict.outcome == Outcome::mismatch;
}

Grade graded(Status status, double score, std::string method, std::string why) {
  return {status, score, std::move(method), std::move(why), "", {}};
}

bool is_in_range(double score) { return score >= 0.0 && score <= 1.0; }  // false for NaN too

// Asks one level. A grader that throws, or scores outside 0…1, gives an error, which is not a miss; what
// breaks the harness (Error) is passed on.
Verdict ask(const Level& level, const Case& asked, const Answer& answer) {
  Verdict verdict;
  try {
    verdict = level.grade(asked, answer);
  } catch (const Error&) {
    throw;
  } catch (const std::exception& fault) {
    verdict.outcome = Outcome::error;
    verdict.why = one_line(fault.what());
  }
  if (verdict.level.empty()) verdict.level = level.name;
  if (verdict.outcome == Outcome::mismatch) verdict.score = 0.0;
  if (!is_in_range(verdict.score)) {
    verdict.why = fmt::format("the grader's score {} is not in 0…1", verdict.score);
    verdict.outcome = Outcome::error;
    verdict.score = 0.0;
  }
  return verdict;
}

std::vector<Verdict> ask_until_decided(const Case& asked, const Answer& answer,
                                       std::span<const Level> levels) {
  std::vector<Verdict> verdicts;
  for (const Level& level : levels) {
    verdicts.push_back(ask(level, asked, answer));
    if (decides(verdicts.back())) break;
  }
  return verdicts;
}

std::string names(std::span<const Verdict> verdicts) {
  std::string list;
  for (const Verdict& each : verdicts) list += (list.empty() ? "" : ", ") + each.level;
  return list;
}

// The grade by the verdicts alone, without a diff.
Grade decide(std::vector<Verdict> verdicts, double min_score) {
  Grade grade;
  if (verdicts.empty()) {
    grade = graded(Status::unmeasured, 0.0, "none", "no grading level was asked");
  } else if (decides(verdicts.back())) {
    const Verdict& last = verdicts.back();
    const bool pass = last.outcome == Outcome::match && last.score + kRounding >= min_score;
    grade = {.status = pass ? Status::pass : Status::miss,
             .score = last.score,
             .method = last.level,
             .why = last.why};
  } else if (const auto missing =
                 std::find_if(verdicts.begin(), verdicts.end(),
                              [](const Verdict& each) { return each.outcome != Outcome::undecided; });
             missing != verdicts.end()) {
    grade = {.method = missing->level,
             .why = fmt::format("{}: {}", to_string(missing->outcome), missing->why)};
  } else {
    grade = graded(Status::miss, 0.0, "none", "no level matched: " + names(verdicts));
  }
  grade.verdicts = std::move(verdicts);
  return grade;
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

Grade grade_query(const Case& asked, const Answer& answer, std::span<const Level> levels, double min_score) {
  if (auto decided = grade_query_ending(asked, answer)) return *std::move(decided);
  if (answer.ending != Ending::answered) return grade_unanswered(answer);
  return decide(ask_until_decided(asked, answer, levels), min_score);
}

}  // namespace

Grade grade(const Case& asked, const Answer& answer, std::span<const Level> levels, double min_score) {
  if (asked.retrieval) return grade_query(asked, answer, levels, min_score);
  if (asked.expect == Expectation::refusal) return grade_refusal(answer);
  if (answer.ending != Ending::answered) return grade_unanswered(answer);
  Grade result = decide(ask_until_decided(asked, answer, levels), min_score);
  if (result.status != Status::pass && !asked.accepted.empty()) {
    result.diff = explain_difference(asked.accepted[nearest(asked.accepted, answer.command)], answer.command);
  }
  return result;
}

}  // namespace assay
