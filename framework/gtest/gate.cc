#include "gate.h"

#include <fmt/format.h>

#include "assay/internal/text.h"
#include "assay/summary.h"
#include "case_index.h"

namespace assay {
namespace {

std::string measured_line(const char* word, const Result& result) {
  return fmt::format("{}score {:.2f} < {:.2f} ({}): {}", word, result.grade.score, result.min_score,
                     result.grade.method, one_line(result.grade.why));
}

GateResult mean_gate(const Suite& suite, const Run& run) {
  const auto summary = summarise(run);
  const auto unmeasured = summary.all.counts.unmeasured;
  const auto [low, high] = summary.score_bounds.value_or(Interval{});
  const auto range = unmeasured == 0 ? fmt::format("mean score {:.4f}", low)
                                     : fmt::format("mean score between {:.4f} and {:.4f}: {} unmeasured;",
                                                   low, high, unmeasured);
  switch (judge_mean(summary, suite.min_mean)) {
    case MeanGate::held:
      return {Light::green,
              fmt::format("{} {}>= {:.2f}", range, unmeasured ? "even so " : "", suite.min_mean)};
    case MeanGate::missed:
      return {Light::red, fmt::format("{} {}< {:.2f}", range, unmeasured ? "at best " : "", suite.min_mean)};
    case MeanGate::unknown:
      break;
  }
  return {Light::red, fmt::format("{} whether it reaches {:.2f} is not known", range, suite.min_mean)};
}

// A case that is gone cannot be seen to pass: were it not red, deleting a case would hide its regression.
GateResult baseline_gate(const Suite& suite, const Baseline& baseline, const Run& run) {
  std::string worse;
  std::size_t regressions = 0, gained = 0;
  std::set<std::string> seen;
  for (const Result* result : last_attempts(run)) {
    const std::string name = full_name_of(result->asked);
    seen.insert(name);
    const bool was = baseline.passed.contains(name), is = result->grade.status == Status::pass;
    if (was && !is) ++regressions, worse += "\n  regression: " + name;
    if (!was && is) ++gained, worse += "\n  new pass: " + name;
  }
  std::size_t gone = 0;
  for (const auto& name : baseline.passed)
    if (!seen.contains(name)) ++gone, worse += "\n  gone: " + name;
  const auto accept =
      fmt::format("\n  next: {}build the target {}_accept_baseline and commit {}",
                  gone ? "if these cases were removed or renamed on purpose, " : "to keep the new passes, ",
                  suite.name, suite.baseline.filename().string());
  return {regressions + gone == 0 ? Light::green : Light::red,
          fmt::format("against the baseline: {} regressions, {} new passes, {} gone{}{}", regressions, gained,
                      gone, worse, gained + gone ? accept : "")};
}

}  // namespace

namespace {

// A missing tool is missing in every case: where to look is the same for all of them.
std::string hint_of(const Answer& answer) {
  if (answer.ending != Ending::not_found || answer.argv.empty()) return "";
  const bool is_bare = answer.argv.front().find('/') == std::string::npos;
  return is_bare ? " (a bare name is sought in PATH; write ./name for a file beside CMakeLists.txt)"
                 : " (build the tool first, or mend TOOL in assay_add_suite)";
}

}  // namespace

CaseLight light_of(const Suite& suite, const Baseline& baseline, const Result& result) {
  switch (result.grade.status) {
    case Status::pass:
      return {Light::green, ""};
    case Status::unmeasured: {
      const auto line = fmt::format("UNMEASURED {}: {}", result.grade.method, one_line(result.grade.why));
      return {is_measured(result.answer.ending) ? Light::skipped : Light::red, line + hint_of(result.answer)};
    }
    case Status::miss:
      break;
  }
  switch (suite.gate) {
    case Gate::strict:
      return {Light::red, measured_line("", result)};
    case Gate::mean:
      return {Light::skipped, measured_line("MISS ", result)};
    case Gate::baseline:
      if (baseline.passed.contains(full_name_of(result.asked)))
        return {Light::red, measured_line("REGRESSION ", result)};
      return {Light::skipped, measured_line("MISS ", result)};
  }
  return {};
}

namespace {

// Green says that every case passed: where one was not measured nobody knows, and where none was, something
// is wrong with the suite.
GateResult strict_gate(const Suite& suite, const Baseline& baseline, const Run& run) {
  std::size_t passed = 0, unmeasured = 0, red = 0;
  for (const Result* result : last_attempts(run)) {
    passed += result->grade.status == Status::pass;
    unmeasured += result->grade.status == Status::unmeasured;
    red += light_of(suite, baseline, *result).light == Light::red;
  }
  const auto said = fmt::format("{} of {} cases passed", passed, run.info.expected);
  if (unmeasured == 0) return {red == 0 ? Light::green : Light::red, said};
  if (unmeasured == run.info.expected) return {Light::red, said + ": nothing was measured"};
  return {red == 0 ? Light::skipped : Light::red, fmt::format("{}, {} were not measured", said, unmeasured)};
}

}  // namespace

GateResult gate(const Suite& suite, const Baseline& baseline, const Run& run) {
  if (run.info.expected == 0) return {Light::red, "no case could be read: there is nothing to grade"};
  if (!run.complete())
    return {Light::skipped, fmt::format("PARTIAL {} of {} cases present: the gate \"{}\" is not applied",
                                        run.present(), run.info.expected, to_string(suite.gate))};
  switch (suite.gate) {
    case Gate::strict:
      return strict_gate(suite, baseline, run);
    case Gate::mean:
      return mean_gate(suite, run);
    case Gate::baseline:
      return baseline_gate(suite, baseline, run);
  }
  return {};
}

}  // namespace assay
