#include "gate.h"

#include <map>

#include <fmt/format.h>

#include "assay/text.h"
#include "case_index.h"

namespace assay {
namespace {

std::string measured_line(const char* word, const Result& result) {
  return fmt::format("{} score {:.2f} < {:.2f} ({}): {}", word, result.grade.score, result.min_score,
                     result.grade.method, one_line(result.grade.why));
}

// Of each case its last attempt: what ctest shows, too.
std::map<std::string, const Result*> last_attempts(const Run& run) {
  std::map<std::string, const Result*> last;
  for (const auto& result : run.results) last[full_name(result.asked)] = &result;
  return last;
}

struct Bounds {
  double low = 0;   // the mean with every unmeasured case as 0
  double high = 0;  // and as 1
  std::size_t unmeasured = 0;
};

Bounds mean_bounds(const Run& run) {
  Bounds bounds;
  const auto last = last_attempts(run);
  for (const auto& [name, result] : last) {
    const bool measured = result->grade.status != Status::unmeasured;
    bounds.low += measured ? result->grade.score : 0;
    bounds.high += measured ? result->grade.score : 1;
    bounds.unmeasured += !measured;
  }
  if (!last.empty()) bounds.low /= static_cast<double>(last.size()), bounds.high /= static_cast<double>(last.size());
  return bounds;
}

GateResult mean_gate(const Suite& suite, const Run& run) {
  const auto [low, high, unmeasured] = mean_bounds(run);
  if (unmeasured == 0)
    return {low >= suite.min_mean ? Light::green : Light::red,
            fmt::format("mean score {:.4f} {} {:.2f}", low, low >= suite.min_mean ? ">=" : "<", suite.min_mean)};
  const auto range = fmt::format("mean score between {:.4f} and {:.4f}: {} unmeasured", low, high, unmeasured);
  if (low >= suite.min_mean) return {Light::green, fmt::format("{}; even so >= {:.2f}", range, suite.min_mean)};
  if (high < suite.min_mean) return {Light::red, fmt::format("{}; at best < {:.2f}", range, suite.min_mean)};
  return {Light::red, fmt::format("{}; whether it reaches {:.2f} is not known", range, suite.min_mean)};
}

GateResult baseline_gate(const Baseline& baseline, const Run& run) {
  std::string worse;
  std::size_t regressions = 0, gained = 0;
  for (const auto& [name, result] : last_attempts(run)) {
    const bool was = baseline.contains(name), is = result->grade.status == Status::pass;
    if (was && !is) ++regressions, worse += "\n  regression: " + name;
    if (!was && is) ++gained, worse += "\n  new pass: " + name;
  }
  std::size_t gone = 0;
  const auto last = last_attempts(run);
  for (const auto& name : baseline)
    if (!last.contains(name)) ++gone, worse += "\n  gone: " + name;
  return {regressions == 0 ? Light::green : Light::red,
          fmt::format("against the baseline: {} regressions, {} new passes, {} gone{}{}", regressions, gained, gone,
                      worse, gained + gone ? "\n  accept with --assay_accept_baseline" : "")};
}

}  // namespace

CaseLight light_of(const Suite& suite, const Baseline& baseline, const Result& result) {
  switch (result.grade.status) {
    case Status::pass: return {Light::green, ""};
    case Status::unmeasured: {
      const auto line = fmt::format("UNMEASURED {}: {}", result.grade.method, one_line(result.grade.why));
      return {is_measured(result.answer.ending) ? Light::skipped : Light::red, line};
    }
    case Status::miss: break;
  }
  switch (suite.gate) {
    case Gate::strict: return {Light::red, measured_line("error:", result)};
    case Gate::mean: return {Light::skipped, measured_line("MISS", result)};
    case Gate::baseline:
      if (baseline.contains(full_name(result.asked))) return {Light::red, measured_line("REGRESSION", result)};
      return {Light::skipped, measured_line("MISS", result)};
  }
  return {};
}

GateResult gate(const Suite& suite, const Baseline& baseline, const Run& run) {
  if (run.info.expected == 0) return {Light::red, "no case could be read: there is nothing to grade"};
  if (!run.complete())
    return {Light::skipped, fmt::format("PARTIAL {} of {} cases present: the gate \"{}\" is not applied",
                                        run.present(), run.info.expected, to_string(suite.gate))};
  switch (suite.gate) {
    case Gate::strict: {
      // Misses are red where they happened; the aggregate adds what no case can say.
      std::size_t passed = 0;
      for (const auto& [name, result] : last_attempts(run)) passed += result->grade.status == Status::pass;
      return {Light::green, fmt::format("{} of {} cases passed", passed, run.info.expected)};
    }
    case Gate::mean: return mean_gate(suite, run);
    case Gate::baseline: return baseline_gate(baseline, run);
  }
  return {};
}

}  // namespace assay
